/**
 * Drafts: what a file of a folder says, before anything is written. A draft has no ids but those the folder itself
 * gives, and no order numbers: siblings stand as they are listed. Two drafts may bear one name (two files of one
 * page); whoever imports them merges by folded name, the blocks of the second after those of the first.
 */
import type { Day } from '@notegraph/block-text'
import type { Json, PageKind } from '@notegraph/graph'
import type { Finding, FindingKind } from './findings.ts'

/** Something in a file that could not be read, with what to do about it. */
export interface Unread {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly why: string
}

/** A link or picture whose file is not in the folder. Its words stay as they are. */
export interface MissingAsset {
  readonly file: string
  readonly line: number
  /** The address as written. */
  readonly asset: string
}

/** A block by its id, or an embedded page by its name, that may be anywhere or nowhere. */
export interface Wanted {
  readonly kind: 'block_missing' | 'embed_missing'
  readonly target: string
  /** From 1. */
  readonly line: number
}

/** Where the address of a file of the folder stands in a text: `[start, end)` in UTF-16 units. */
export interface AssetSpan {
  readonly start: number
  readonly end: number
  /** From the folder's top. */
  readonly path: string
}

/** Words in which addresses of files stand. */
export interface DraftText {
  readonly text: string
  readonly assets: readonly AssetSpan[]
}

export interface BlockDraft {
  readonly id?: string
  readonly content: string
  /** Where `content` names files of the folder; empty once `withFiles` has put their addresses in. */
  readonly assets: readonly AssetSpan[]
  readonly children: readonly BlockDraft[]
  /** Milliseconds since 1970. */
  readonly createdAt?: number
  readonly updatedAt?: number
  /** The line of the file where it begins, from 1. */
  readonly line: number
}

/** A shape of a whiteboard. Its strings may hold addresses of files as `../assets/NAME`. */
export interface ShapeDraft {
  readonly id?: string
  readonly text: string
  readonly order: number
  readonly props: { readonly [key: string]: Json }
  readonly createdAt?: number
  readonly updatedAt?: number
}

export interface NoteDraft {
  readonly path: string
  readonly name: string
  readonly kind: PageKind
  /** Journals only. */
  readonly day?: Day
  /** In the order in which they are written; keys lower case, one entry a key. */
  readonly props: readonly (readonly [key: string, value: string])[]
  /** Keys that are spelled otherwise than in lower case, by key. */
  readonly spelled?: ReadonlyMap<string, string>
  /** Where property values name files of the folder, by key. */
  readonly propAssets: ReadonlyMap<string, readonly AssetSpan[]>
  readonly favorite?: true
  readonly blocks: readonly BlockDraft[]
  /** Whiteboards only. */
  readonly shapes?: readonly ShapeDraft[]
  readonly id?: string
  readonly createdAt?: number
  readonly updatedAt?: number
  /** What was left out of the draft. */
  readonly unread: readonly Unread[]
  /** Paths of the files it names, distinct, in order. */
  readonly assets: readonly string[]
  readonly missing: readonly MissingAsset[]
  /** What is read in another meaning or form than it was written. */
  readonly findings?: readonly Finding[]
  /** Blocks and pages that its references and embeds name, the first of them. */
  readonly wanted?: readonly Wanted[]
}

export type ReadResult =
  | { readonly ok: true; readonly note: NoteDraft }
  | { readonly ok: false; readonly unread: readonly Unread[]; readonly kind?: FindingKind }
