/**
 * Drafts: the content of a folder's file before an import. A draft only has the ids that the folder contains, and no
 * order numbers: siblings are listed in order. Two drafts can have the same name (two files of one page). The import
 * merges them by folded name and adds the blocks of the second after those of the first.
 */
import type { Day } from '@notegraph/block-text'
import type { Json, PageKind } from '@notegraph/graph'
import type { Finding, FindingKind } from './findings.ts'

/** A part of a file that could not be read, with a message for the user. */
export interface Unread {
  readonly file: string
  /** The line, from 1. */
  readonly line: number
  readonly why: string
}

/** A link or picture whose file is missing in the folder. Its words stay. */
export interface MissingAsset {
  readonly file: string
  readonly line: number
  /** The address as written. */
  readonly asset: string
}

/** A reference to a block by its id, or an embed of a page by its name. The target may not exist. */
export interface ReferenceTarget {
  readonly kind: 'block_missing' | 'embed_missing'
  readonly target: string
  /** From 1. */
  readonly line: number
}

/** The range of a file address in a text: `[start, end)` in UTF-16 units. */
export interface AssetSpan {
  readonly start: number
  readonly end: number
  /** The path from the folder's top. */
  readonly path: string
}

/** A text with file addresses. */
export interface DraftText {
  readonly text: string
  readonly assets: readonly AssetSpan[]
}

/** One block of a note. */
export interface BlockDraft {
  readonly id?: string
  readonly content: string
  /** File addresses in `content`; empty after `withFiles` has replaced them. */
  readonly assets: readonly AssetSpan[]
  readonly children: readonly BlockDraft[]
  /** Milliseconds since 1970. */
  readonly createdAt?: number
  readonly updatedAt?: number
  /** The line of the file where the block begins, from 1. */
  readonly line: number
}

/** A whiteboard shape. Its strings can contain file addresses as `../assets/NAME`. */
export interface ShapeDraft {
  readonly id?: string
  readonly text: string
  readonly order: number
  readonly props: { readonly [key: string]: Json }
  readonly createdAt?: number
  readonly updatedAt?: number
}

/** One note of a folder, or one page of another outliner's export. */
export interface NoteDraft {
  readonly path: string
  readonly name: string
  readonly kind: PageKind
  /** The day of a journal; absent on other pages. */
  readonly day?: Day
  /** Properties in the order of the file. Keys are in lower case and distinct. */
  readonly props: readonly (readonly [key: string, value: string])[]
  /** The spellings of keys that are not in lower case, by key. */
  readonly spelled?: ReadonlyMap<string, string>
  /** File addresses in property values, by key. */
  readonly propAssets: ReadonlyMap<string, readonly AssetSpan[]>
  readonly favorite?: true
  readonly blocks: readonly BlockDraft[]
  /** The shapes of a whiteboard; absent on other pages. */
  readonly shapes?: readonly ShapeDraft[]
  readonly id?: string
  readonly createdAt?: number
  readonly updatedAt?: number
  /** Parts that the draft omits. */
  readonly unread: readonly Unread[]
  /** Paths of its files, distinct, in order. */
  readonly assets: readonly string[]
  readonly missing: readonly MissingAsset[]
  /** Parts whose meaning or form changed. */
  readonly findings?: readonly Finding[]
  /** The first references and embeds of blocks and pages, whose targets may not exist. */
  readonly wanted?: readonly ReferenceTarget[]
}

/** The draft of a file, or the reason why it could not be read. */
export type ReadResult =
  | { readonly ok: true; readonly note: NoteDraft }
  | { readonly ok: false; readonly unread: readonly Unread[]; readonly kind?: FindingKind }
