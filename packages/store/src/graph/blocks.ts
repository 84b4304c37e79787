/** Reads of blocks: by id, by page in outline order, and by their place in the outline. */
import type { BlockParts, OutlinePart } from '@notegraph/graph'
import type { Window } from './window.ts'

/** A live block on a live page; `blockJson` of the graph package makes its answer. */
export interface StoredBlock extends BlockParts {
  readonly id: string
  readonly pageId: string
}

/** A block as its page's outline shows it. */
export interface OutlinedBlock extends StoredBlock {
  /** 0 at the top level. */
  readonly depth: number
  /** The number of nested blocks that are folded away; absent without any. */
  readonly folded?: number
}

/** A block from any page, with the name of that page. */
export interface FoundBlock extends StoredBlock {
  readonly pageName: string
}

/** A block and the blocks nested under it. */
export interface Subtree {
  /** In outline order; the first is the block itself. */
  readonly blocks: OutlinedBlock[]
  /** The size of the whole subtree, with the block itself. */
  readonly total: number
  /** The number of blocks on the page before it. */
  readonly offset: number
}

/** The blocks nested under another one. */
export interface NestedBlocks {
  /** The number of blocks, at all levels. */
  readonly count: number
  /** The first ones in outline order. */
  readonly blocks: readonly FoundBlock[]
}

/** The bounds of nested blocks: how many to count and to read for each block, and their bytes in all. */
export interface NestedWindow extends Pick<Window, 'bytes'> {
  readonly ceiling: number
  readonly most: number
}

/**
 * A block whose parent is not on its page is at the top level in every answer.
 */
export interface BlockStore {
  find(id: string): Promise<FoundBlock | undefined>
  /** The live blocks among these ids, in no order. */
  findMany(ids: readonly string[]): Promise<FoundBlock[]>
  /** One page's blocks in outline order, or a part of them. `total` counts the page or the part, not the window. */
  listByPage(
    pageId: string,
    window: Window,
    part?: OutlinePart,
  ): Promise<{ blocks: OutlinedBlock[]; total: number }>
  /** The blocks whose ids begin with the prefix, by id. */
  listByPrefix(prefix: string, limit: number): Promise<FoundBlock[]>
  /**
   * A block and those nested under it.
   * @param limit the number of nested blocks at most
   * @param bytes the same bound as `Window.bytes`
   */
  subtree(id: string, limit: number, bytes?: number): Promise<Subtree | undefined>
  /**
   * The blocks nested under each of these, in their order. The list ends before the first block whose nested ones no
   * longer fit, but never before the first one of all.
   */
  nested(ids: readonly string[], window: NestedWindow): Promise<NestedBlocks[]>
  /**
   * The blocks that these are nested under, at most `levels` up. Each comes once, in no order. The content is cut
   * at 1,000 bytes or characters, and longer parts are left out.
   */
  ancestors(ids: readonly string[], levels: number): Promise<StoredBlock[]>
  /** The live blocks on the page whose record names a parent, each with that parent. */
  listParents(pageId: string): Promise<readonly (readonly [id: string, parentId: string])[]>
  /** The least and the greatest order on the page; undefined for a page without blocks. Does not read the blocks. */
  orderRange(pageId: string): Promise<{ low: number; high: number } | undefined>
  /**
   * For each id its shortest prefix that no other record's id begins with.
   * @param least the length of a prefix at least, in characters
   */
  shortIds(ids: readonly string[], least: number): Promise<string[]>
  /** The blocks that refer to one of these, and are not among them; latest edit first. `total` counts all. */
  listReferring(ids: readonly string[], window: Window): Promise<{ blocks: FoundBlock[]; total: number }>
  /** The ids that block references name, whether such a block exists or not. */
  referencedIds(): Promise<ReadonlySet<string>>
}
