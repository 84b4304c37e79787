/** Circles of parents on a page. */

/** A block of the page, with the parent that its record names. */
export interface OutlineLink {
  readonly id: string
  readonly parentId: string | null
}

/**
 * Finds a block of each circle, which is nested under itself. Looks at each block once. A block whose parent is missing is at the
 * top level, which is no fault: another device may have deleted the parent meanwhile.
 * @param blocks all blocks of one page
 * @returns the ids of these blocks
 * @example
 * circles([{ id: 'a', parentId: 'b' }, { id: 'b', parentId: 'a' }]) // ['a']
 */
export function circles(blocks: readonly OutlineLink[]): string[] {
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const done = new Set<string>()
  const found: string[] = []
  for (const block of blocks) {
    const path = new Set<string>()
    let at: OutlineLink | undefined = block
    while (at && !done.has(at.id) && !path.has(at.id)) {
      path.add(at.id)
      at = at.parentId === null ? undefined : byId.get(at.parentId)
    }
    if (at && path.has(at.id)) found.push(at.id)
    for (const id of path) done.add(id)
  }
  return found
}
