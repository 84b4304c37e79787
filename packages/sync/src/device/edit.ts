/** The edits of an app as values, so that many make one transaction, and so that they can go to another window or worker. */
import type { Json, PageKind } from '@notegraph/graph'
import type { Day } from '@notegraph/block-text'
import type { Behind } from './siblings.ts'

/** A position in a page. */
export interface BlockTarget {
  readonly pageId: string
  /** Default: the top level of the page. */
  readonly parentId?: string | null
  /** Default: after all siblings. */
  readonly behind?: Behind
}

/** The words of a block that a person saw. */
export interface SeenWords {
  /** The revision of the shown words: `words.rev` of the record. */
  readonly rev: string
  /** The revisions of the conflicting versions that were shown. */
  readonly versions: readonly string[]
}

/** Choices of a rename. */
export interface RenameOptions {
  /**
   * The links to the old name. `rewrite`: each becomes a link to the new name, in the words of up to 5,000 blocks and in
   * properties of pages. `alias`: the old name stays as an alias of the page. Default: they stay as they are.
   */
  readonly links?: 'rewrite' | 'alias'
  /** Whether a page that has the name already takes in this page. Its id is in the result then. */
  readonly merge?: boolean
  /** Whether the aliases of other pages do not count. */
  readonly byName?: boolean
}

/** One edit. Ids that an edit takes can be those of records that an earlier edit of the same list creates. */
export type Edit =
  /** `id`: the wanted id of the new block, by default a random one. */
  | { readonly do: 'addBlock'; readonly where: BlockTarget; readonly text: string; readonly id?: string }
  /** `rev`: the revision that the text was made on. Without it, the shown words count as seen. */
  | { readonly do: 'setText'; readonly id: string; readonly text: string; readonly rev?: string }
  | { readonly do: 'moveBlock'; readonly id: string; readonly where: BlockTarget }
  /** `seen`: the revisions of the words that the person saw, of the block and of those under it. With others, all stay. */
  | { readonly do: 'deleteBlock'; readonly id: string; readonly seen?: readonly string[] }
  | { readonly do: 'pick'; readonly id: string; readonly rev: string }
  | { readonly do: 'settle'; readonly id: string; readonly text: string; readonly seen: SeenWords }
  /** `id`: the wanted id if the page is new, by default a random one. */
  | {
      readonly do: 'openPage'
      readonly name: string
      readonly kind?: NewKind
      readonly id?: string
      readonly byName?: boolean
    }
  | { readonly do: 'openDay'; readonly day: Day; readonly name?: string }
  | ({ readonly do: 'renamePage'; readonly id: string; readonly name: string } & RenameOptions)
  | { readonly do: 'setProp'; readonly id: string; readonly key: string; readonly value: Json }
  | { readonly do: 'setFavorite'; readonly id: string; readonly favorite: boolean }
  | { readonly do: 'deletePage'; readonly id: string }

/** The kind of a new page; journal pages come with their day. */
export type NewKind = Exclude<PageKind, 'journal'>

/** The reason why an edit was not made. Nothing was stored. */
export interface EditFault {
  readonly ok: false
  /**
   * `not_found`: no such page or block. `too_long`: over a limit of the text. `bad_place`: the sibling or parent is not
   * there, or the block would be under itself. `bad_name`, `bad_key`, `bad_day`, `bad_id`: not valid. `name_taken`,
   * `id_taken`: used by another record. `no_version`: the block has no words of this revision. `changed`: blocks to delete have words that the person did not see. `too_many`: more blocks than one
   * edit changes.
   */
  readonly code:
    | 'not_found'
    | 'too_long'
    | 'bad_place'
    | 'bad_name'
    | 'bad_key'
    | 'bad_day'
    | 'bad_id'
    | 'name_taken'
    | 'id_taken'
    | 'no_version'
    | 'changed'
    | 'too_many'
  /** A message for the user. */
  readonly error: string
}

/** The edited record. */
export interface EditDone {
  readonly ok: true
  readonly id: string
  /** The revision of the block's words now, for the next `setText`. Absent for a page. */
  readonly rev?: string
}

/** The edited record, or the reason why there is none. */
export type EditResult = EditDone | EditFault

export const done = (id: string, rev?: string): EditDone => ({
  ok: true,
  id,
  ...(rev !== undefined && { rev }),
})
export const failed = (code: EditFault['code'], error: string): EditFault => ({ ok: false, code, error })
