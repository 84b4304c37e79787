/** Errors in the outline of a page: a parent that is not on the page, and a circle of parents. */

/** A block of the page, with the parent that its record names. */
export interface OutlineLink {
  readonly id: string
  readonly parentId: string | null
}

/** One error of an outline. */
export interface OutlineProblem {
  readonly id: string
  /** `circle`: the block is nested under itself. */
  readonly why: 'no_parent' | 'circle'
  readonly parentId: string
}

/**
 * Finds each block whose parent is missing, and a block of each circle. Looks at each block once.
 * @param blocks all blocks of one page
 * @example
 * outlineProblems([{ id: 'a', parentId: 'b' }]) // [{ id: 'a', why: 'no_parent', parentId: 'b' }]
 */
export function outlineProblems(blocks: readonly OutlineLink[]): OutlineProblem[] {
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const done = new Set<string>()
  const problems: OutlineProblem[] = []
  for (const block of blocks) {
    const path = new Set<string>()
    let at: OutlineLink | undefined = block
    while (at && !done.has(at.id) && !path.has(at.id)) {
      path.add(at.id)
      const { id, parentId }: OutlineLink = at
      if (parentId === null) break
      const parent = byId.get(parentId)
      if (!parent) problems.push({ id, why: 'no_parent', parentId })
      at = parent
    }
    if (at && path.has(at.id) && at.parentId !== null)
      problems.push({ id: at.id, why: 'circle', parentId: at.parentId })
    for (const id of path) done.add(id)
  }
  return problems
}
