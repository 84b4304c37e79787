/** A list, as every one of the API answers it: items under a name of their own, and where the rest begins. */
type Part<K extends string, I> = { readonly next: number | null } & { readonly [M in K]: readonly I[] }

/**
 * Every item of a list, asked for part by part.
 * @param ask for the part that begins at an offset
 * @param member the one that holds the items
 */
export async function* every<K extends string, I>(
  ask: (offset: number) => Promise<Part<K, I>>,
  member: K,
): AsyncGenerator<I, void, undefined> {
  for (let offset: number | null = 0; offset !== null;) {
    const part: Part<K, I> = await ask(offset)
    yield* part[member]
    offset = part.next
  }
}
