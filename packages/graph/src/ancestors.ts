/** The ancestors of a block, for a client that loads only a part of a page. */

interface Nested {
  readonly id: string
  readonly parentId: string | null
}

/**
 * Lists the ancestors of a block, outermost first, with their depths.
 *
 * @param depth the depth of the block, 0 at the top level
 * @param above the blocks to search for ancestors
 * @example
 * ancestorsOf({ parentId: 'a', depth: 1 }, [{ id: 'a', parentId: null }]) // [{ id: 'a', parentId: null, depth: 0 }]
 */
export function ancestorsOf<B extends Nested>(
  { parentId, depth }: { readonly parentId: string | null; readonly depth: number },
  above: readonly B[],
): (B & { readonly depth: number })[] {
  const byId = new Map(above.map((one) => [one.id, one]))
  const chain: (B & { readonly depth: number })[] = []
  let id = parentId
  // The depth bounds the loop, because a circle of parents never ends.
  for (let at = depth - 1; at >= 0 && id !== null; at--) {
    const parent = byId.get(id)
    if (!parent) break
    chain.unshift({ ...parent, depth: at })
    id = parent.parentId
  }
  return chain
}
