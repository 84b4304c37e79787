/**
 * The blocks of one page as a tree. A tree is a value: an edit returns another one, which shares the blocks that the edit
 * left alone.
 */

/** One block of a page. */
export interface Block {
  readonly id: string
  /** The whole text: marker, dates and property lines too, those that no field shows included. */
  readonly content: string
  /** The revision of the words, `words.rev` of the record. An edit of the words names it. Absent on a new block. */
  readonly rev?: string
  readonly parentId: string | null
  /** Ids of the children in order. */
  readonly children: readonly string[]
  /** Whether this device hides the children. */
  readonly folded: boolean
  /** Whether blocks refer to this one. */
  readonly referred: boolean
  /** Whether other texts of the block wait for the person to settle them. They would go with the block. */
  readonly unsettled?: true
}

/** The blocks of one page. */
export interface Outline {
  readonly pageId: string
  readonly blocks: ReadonlyMap<string, Block>
  /** Ids of the top-level blocks in order. */
  readonly top: readonly string[]
}

/** A block with its depth, as `engine.blocks(pageId)` lists them in the order of reading. */
export interface OutlineRow {
  readonly id: string
  readonly depth: number
  readonly content: string
  readonly rev?: string
  readonly folded?: boolean
  readonly referred?: boolean
  readonly unsettled?: boolean
}

/**
 * Makes the tree of a page from its rows in the order of reading.
 *
 * @example
 * const outline = outlineOf('p', [{ id: 'a', depth: 0, content: 'A' }, { id: 'b', depth: 1, content: 'B' }])
 * outline.blocks.get('a').children // ['b']
 */
export function outlineOf(pageId: string, rows: readonly OutlineRow[]): Outline {
  const blocks = new Map<string, Block>()
  const top: string[] = []
  const path: { id: string; children: string[] }[] = []
  for (const { id, depth, content, rev, folded = false, referred = false, unsettled = false } of rows) {
    path.length = Math.min(depth, path.length)
    const parent = path.at(-1)
    const children: string[] = []
    ;(parent?.children ?? top).push(id)
    const parentId = parent?.id ?? null
    const more = { ...(rev !== undefined && { rev }), ...(unsettled && { unsettled }) }
    blocks.set(id, { id, content, ...more, parentId, children, folded, referred })
    path.push({ id, children })
  }
  return { pageId, blocks, top }
}

/** Finds a block that must be there; an id that is not is a mistake of the program. */
export function blockIn({ blocks }: Outline, id: string): Block {
  const block = blocks.get(id)
  if (!block) throw new Error(`The outline has no block ${id}.`)
  return block
}

/** The ids of the children of a block, or of the top-level blocks. */
export const childrenOf = (outline: Outline, id: string | null): readonly string[] =>
  id === null ? outline.top : blockIn(outline, id).children

/** A block's siblings, itself included. */
export const siblingsOf = (outline: Outline, id: string): readonly string[] =>
  childrenOf(outline, blockIn(outline, id).parentId)

/** The sibling right before a block. */
export function siblingBefore(outline: Outline, id: string): string | undefined {
  const siblings = siblingsOf(outline, id)
  return siblings[siblings.indexOf(id) - 1]
}

/** The sibling right after a block. */
export function siblingAfter(outline: Outline, id: string): string | undefined {
  const siblings = siblingsOf(outline, id)
  return siblings[siblings.indexOf(id) + 1]
}

/** A block and all blocks nested under it, in the order of reading. */
export function branchOf(outline: Outline, id: string): string[] {
  const found: string[] = []
  const waiting = [id]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    found.push(at)
    waiting.push(...blockIn(outline, at).children.toReversed())
  }
  return found
}

/** Whether a block is another one or nested under it. */
export function isAtOrUnder(outline: Outline, id: string | null, above: string): boolean {
  for (let at = id; at !== null; at = blockIn(outline, at).parentId) if (at === above) return true
  return false
}

/** The level of a block; 1 for a top-level block. */
export function levelOf(outline: Outline, id: string): number {
  let level = 0
  for (let at: string | null = id; at !== null; at = blockIn(outline, at).parentId) level++
  return level
}

/** The number of levels of a block with everything under it. */
export function heightOf(outline: Outline, id: string): number {
  let height = 0
  for (let row: readonly string[] = [id]; row.length > 0; height++)
    row = row.flatMap((one) => blockIn(outline, one).children)
  return height
}

/** Another state of a block: its other members stay. */
export function withBlock(outline: Outline, id: string, members: Partial<Block>): Outline {
  const blocks = new Map(outline.blocks)
  blocks.set(id, { ...blockIn(outline, id), ...members })
  return { ...outline, blocks }
}
