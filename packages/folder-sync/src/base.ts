/**
 * The base: the content that a file and its page last had in common. It has the revisions that the author of the file
 * saw. The store commits it together with the edits from the file, so no edit is imported twice.
 */
import type { OwnValue } from '@notegraph/sync'
import type { BaseRow } from './outline-change.ts'
import type { FileMark } from './disk.ts'

/** The base of one file. */
export interface Base {
  readonly pageId: string
  /** The hash of the file's text. */
  readonly hash: string
  readonly mark?: FileMark
  /** Whether this program wrote the text without changes since. */
  readonly isOurs: boolean
  readonly name: string
  readonly props: readonly (readonly [key: string, value: string])[]
  readonly rows: readonly BaseRow[]
  /**
   * The hash of the page's visible content when the file was last written or read. Empty if the file must be written
   * again.
   */
  readonly shows: string
}

/** The stored entry of one file. */
export interface Entry {
  readonly base?: Base
  /** A file that is being replaced. It was replaced if the prepared file is gone. */
  readonly next?: { readonly prepared: string; readonly base: Base }
}

const PREFIX = 'file:'

/** Returns the store's key of a file. */
export const fileKey = (path: string): string => PREFIX + path
/** Returns the file of a store's key. */
export const pathOfKey = (key: string): string => key.slice(PREFIX.length)
/** The prefix of the keys of files. */
export const FILE_KEYS: string = PREFIX

/** Returns the stored value of an entry; `undefined` deletes the entry. */
export const kept = (path: string, entry: Entry | undefined): OwnValue => [
  fileKey(path),
  entry === undefined ? null : JSON.stringify(entry),
]

/** Parses a stored entry. */
export const readEntry = (json: string): Entry => JSON.parse(json) as Entry
