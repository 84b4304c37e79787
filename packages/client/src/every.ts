/** A part of a list: items under one member, and the offset of the rest. */
type Part<K extends string, I> = { readonly next: number | null } & { readonly [M in K]: readonly I[] }

/**
 * Every item of a list, requested part by part.
 * @param ask requests the part at an offset
 * @param member the member with the items
 * @example
 * for await (const task of every((offset) => notes.listTasks({ offset }), 'tasks')) console.log(task.text)
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
