/** A list, as every one of the API answers it. */
interface Part {
  readonly next: number | null
}

/**
 * Every item of a list, asked for part by part.
 * @param ask for the part that begins at an offset
 * @param member the one that holds the items
 */
export async function* every<A extends Part, K extends keyof A>(
  ask: (offset: number) => Promise<A>,
  member: K,
): AsyncGenerator<A[K] extends readonly (infer I)[] ? I : never, void, undefined> {
  for (let offset: number | null = 0; offset !== null;) {
    const part: A = await ask(offset)
    yield* part[member] as Iterable<A[K] extends readonly (infer I)[] ? I : never>
    offset = part.next
  }
}
