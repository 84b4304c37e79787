/** What the writes of the notes take and answer. */
import type { Block, Page } from './answers.ts'

export interface AddBlock {
  /** Markdown, with a task marker, references, tags, dates and `key:: value` lines as the app writes them. */
  text: string
  /** Where among its siblings; `end` where it is left out. */
  position?: 'start' | 'end'
  /** A block on that page to nest under. */
  parentId?: string | null
}
export interface CreatePage {
  /** The name of a day is refused. */
  name: string
  /** One of the types, by id or label. */
  type?: string
  /** Each named by key or by label and given as the page shows it. */
  properties?: { [key: string]: string }
  /** The text of each block, top to bottom. */
  blocks?: readonly string[]
}
export interface SetTask {
  state: 'todo' | 'doing' | 'done' | 'later' | 'now' | 'waiting' | 'canceled'
}
export interface UpdateBlock {
  text: string
}
export interface SetProperty {
  /** `null` takes the property off. */
  value: string | null
}
export interface SetProperties {
  /** Each named by key or by label; `null` takes a property off. */
  properties: { [key: string]: string | null }
}

interface Written {
  ok: true
  /** `false` when the target already said so. Nothing is then written or listed. */
  changed: boolean
}

export interface AddBlockAnswer extends Written {
  ids: { pageId: string; blockId: string }
  block: Block
  /** The day and the time zone used, where the page was named by `today` and the like. */
  day?: { date: string; zone: string }
}
export interface CreatePageAnswer extends Written {
  /** `true` when the name or an alias already was a page: nothing is then made. */
  existed: boolean
  ids: { pageId: string; blockIds: readonly string[] }
  page: Page
}
/** Of setting a task and of rewriting a block. */
export interface BlockWritten extends Written {
  ids: { pageId: string; blockId: string }
  block: Block
}
export interface SetPropertyAnswer extends Written {
  ids: { pageId: string }
  /** The key as the page keeps it. */
  key: string
  page: Page
}
export interface SetPropertiesAnswer extends Written {
  ids: { pageId: string }
  /** Each key as the page keeps it, `type` first. */
  keys: readonly string[]
  page: Page
}
