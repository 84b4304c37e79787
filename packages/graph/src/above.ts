/** What a block stands under, as a look at a part of a page begins with it. */

interface Nested {
  readonly id: string
  readonly parentId: string | null
}

/**
 * @param depth of the block, 0 at the top level
 * @param above blocks among which those above it are
 * @returns those above it, outermost first, with their depths
 */
export function chainAbove<B extends Nested>(
  { parentId, depth }: { readonly parentId: string | null; readonly depth: number },
  above: readonly B[],
): (B & { readonly depth: number })[] {
  const byId = new Map(above.map((one) => [one.id, one]))
  const chain: (B & { readonly depth: number })[] = []
  let id = parentId
  // As many as it is deep: the parents of a circle go on for ever.
  for (let at = depth - 1; at >= 0 && id !== null; at--) {
    const parent = byId.get(id)
    if (!parent) break
    chain.unshift({ ...parent, depth: at })
    id = parent.parentId
  }
  return chain
}
