/** The bodies and answers of writes. */
import type { Block, Page } from './answers.ts'
import type { Change } from './change.ts'

/** The members that the body of every write may have. */
interface Write {
  /** The `version` of the page or block as you last read it. If it changed since, the write is refused with 409. */
  if_unchanged?: string
}

/** The body for adding a block. */
export interface AddBlock extends Write {
  /** Markdown, with a task marker, references, tags, dates and `key:: value` lines as the app writes them. */
  text: string
  /** The position among siblings; `end` by default. */
  position?: 'start' | 'end'
  /** The id of a block on that page, as the parent. */
  parentId?: string | null
}
/** The body for adding an outline. */
export interface AddOutline extends AddBlock {
  /** Markdown: bullets nest by indent, headings contain what follows, checkboxes are tasks. */
  text: string
}
/** The body for creating a page. */
export interface CreatePage extends Write {
  /** The name of the page; not a day. */
  name: string
  /** A type, by id or label. */
  type?: string
  /** Properties by key or label, with values as the page shows them. */
  properties?: { [key: string]: string }
  /** The text of each block, top to bottom. */
  blocks?: readonly string[]
  /** Markdown in place of `blocks`. */
  outline?: string
}
/** The body for setting a task: at least one of its parts. A part that is left out stays. */
export interface SetTask extends Write {
  /** With `none`, the block is no task any more. */
  state?: 'todo' | 'doing' | 'done' | 'later' | 'now' | 'waiting' | 'canceled' | 'none'
  /** A day, perhaps with a time and a repeater: `friday`, `2026-11-25 09:00 .+1w`. `null` removes it. */
  scheduled?: string | null
  /** As `scheduled`. */
  deadline?: string | null
  /** An amount such as `+7d`, `-2w`, `+1m` or `+2h`, by which each date that is there moves. */
  shift?: string
  /** `null` removes it. */
  priority?: 'A' | 'B' | 'C' | null
  /** `null` takes the repeater off the dates, and leaves their days. */
  repeater?: null
  /** With the state `done`: moves each date with a repeater on, and leaves the task open. */
  repeat?: boolean
}
/** The body for updating a block: its whole text, or `find` and `replace` for a part of its words. */
export interface UpdateBlock extends Write {
  text?: string
  /** Literal text in the words of the block. */
  find?: string
  /** The new text in its place; may be empty. */
  replace?: string
  /** How often the text to find occurs; 1 by default. */
  expect?: number
  /** Whether the text to find matches whole words only. */
  whole?: boolean
}
/** Names to add to a list of values, and to remove from it: `alias`, `tags` and fields of names. */
export interface ListEdit {
  add?: string[]
  remove?: string[]
}
/** The body for setting properties of a block. */
export interface SetBlockProperties extends Write {
  /** `null` removes a property. */
  properties: { [key: string]: string | null | ListEdit }
}
/** The body for setting one property. */
export interface SetProperty extends Write {
  /** `null` removes the property. */
  value: string | null | ListEdit
}
/** The body for setting several properties. */
export interface SetProperties extends Write {
  /** Properties by key or label; `null` removes a property. */
  properties: { [key: string]: string | null | ListEdit }
}

/** The body for moving a block: exactly one of `page`, `parentId`, `before` and `after`. */
export interface MoveBlock extends Write {
  /** The page or day to whose top level it goes. */
  page?: string
  /** The id of the block under which it goes, on any page. */
  parentId?: string
  before?: string
  after?: string
  /** With `page` or `parentId`; `end` by default. */
  position?: 'start' | 'end'
}
/** The body for deleting a block. */
export interface DeleteBlock extends Write {}

/** The body for renaming a page. */
export interface RenamePage extends Write {
  /** The new name; not a day. */
  to: string
  /** Keeps the old name as an alias, and changes no reference. */
  keep_alias?: boolean
  /** If another page has the name, that page takes the blocks and the names. */
  merge?: boolean
}
/** The body for deleting a page. */
export interface DeletePage extends Write {}

interface Written {
  ok: true
  /** `false` if nothing had to change. */
  changed: boolean
}

/** The answer to adding a block. */
export interface AddBlockAnswer extends Written {
  ids: { pageId: string; blockId: string }
  block: Block
  /** The day and its time zone, if the page was named by `today` and the like. */
  day?: { date: string; zone: string }
}
/** The answer to adding an outline. */
export interface AddOutlineAnswer extends Written {
  /** The blocks in outline order. */
  ids: { pageId: string; blockIds: readonly string[] }
  /** The number of new blocks. */
  total: number
  page: Page
  /** The day and its time zone, if the page was named by `today` and the like. */
  day?: { date: string; zone: string }
}
/** The answer to creating a page. */
export interface CreatePageAnswer extends Written {
  /** `true` if a page already had the name or alias; nothing was created. */
  existed: boolean
  ids: { pageId: string; blockIds: readonly string[] }
  page: Page
}
/** The answer to updating a block. */
export interface BlockWritten extends Written {
  ids: { pageId: string; blockId: string }
  block: Block
}
/** The answer to updating a block by its text, or by a part of it. */
export interface UpdateBlockAnswer extends BlockWritten {
  /** The replaced text, where it differs from `find` in kinds of blanks, dashes, quotes or composed letters. */
  matched?: string
}
/** The answer to setting a task. */
export interface SetTaskAnswer extends BlockWritten {
  /** The next day, as `YYYYMMDD`, of a repeating task that is set to `done`. */
  repeats?: number
  /** The dates that moved to the last day of a month that lacks theirs, and stay there. */
  shortened?: readonly ('scheduled' | 'deadline')[]
}
/** The answer to setting properties of a block. */
export interface SetBlockPropertiesAnswer extends BlockWritten {
  /** The keys on the block. */
  keys: readonly string[]
  lists?: ChangedLists
}
/** The answer to moving a block. */
export interface MoveBlockAnswer extends AddBlockAnswer {
  /** The block with those nested under it. */
  total: number
}
/** The answer to deleting a block. */
export interface DeleteBlockAnswer extends Written {
  ids: { pageId: string; blockId: string }
  /** The block with those that were nested under it. */
  total: number
  /** The first blocks that refer to a deleted one. */
  referring: readonly Block[]
  /** All blocks that refer to a deleted one. */
  referringTotal: number
  /** The page as it is now. */
  page: Page
}
/** The answer to renaming a page. */
export interface RenamePageAnswer extends Written {
  ids: { pageId: string }
  /** The blocks whose references were rewritten. */
  references: number
  /** The pages whose properties were rewritten. */
  fields: number
  /** The pages below the old name and a slash, which keep their names. */
  namespace: number
  /** The blocks that went to the other page. */
  merged?: number
  page: Page
}
/** The answer to deleting a page. */
export interface DeletePageAnswer extends Written {
  ids: { pageId: string }
  /** The deleted blocks. */
  total: number
  /** The blocks of other pages that link it. */
  references: number
  /** The pages with properties that link it. */
  fields: number
  /** Whether the page stays without blocks, as a day's page does. */
  emptied: boolean
}
/** The names before and after, by key, of each list that names were added to or removed from. */
export interface ChangedLists {
  readonly [key: string]: { before: readonly string[]; after: readonly string[] }
}
/** The answer to setting one property. */
export interface SetPropertyAnswer extends Written {
  ids: { pageId: string }
  /** The key on the page. */
  key: string
  page: Page
  lists?: ChangedLists
}
/** The answer to setting several properties. */
export interface SetPropertiesAnswer extends Written {
  ids: { pageId: string }
  /** The keys on the page, `type` first. */
  keys: readonly string[]
  page: Page
  lists?: ChangedLists
}
/** The body for several writes at once. */
export interface BatchWrite {
  /** 1 to 50 writes in order, each with the arguments of its tool. `$2` is what the second one made, `$2.3` its third block. */
  operations: readonly ({
    op: Exclude<Change['action'], 'batch_write' | 'keep_versions' | 'use_version' | 'restore'>
  } & Readonly<Record<string, unknown>>)[]
}
/** The answer to several writes: the answer of each, in their order. */
export interface BatchWriteAnswer extends Written {
  results: readonly ({ ok: true; changed: boolean } & Readonly<Record<string, unknown>>)[]
}
