/**
 * What a file and its page agreed on last, kept with the graph: what whoever edits the file has seen. It lands in one
 * step with what was taken from the file, so that nothing is ever taken twice.
 */
import type { OwnValue } from '@notegraph/sync'
import type { BaseRow } from './outline-change.ts'
import type { FileMark } from './disk.ts'

export interface Base {
  readonly pageId: string
  /** Of the file's text. */
  readonly hash: string
  readonly mark?: FileMark
  /** Whether the text was written here, word for word. */
  readonly isOurs: boolean
  readonly name: string
  readonly props: readonly (readonly [key: string, value: string])[]
  readonly rows: readonly BaseRow[]
  /** Of what the page said when the file was last written or read; empty where the file has to be written anew. */
  readonly shows: string
}

export interface Entry {
  readonly base?: Base
  /** A file that is about to be put in place: once its prepared one is gone, it is. */
  readonly next?: { readonly prepared: string; readonly base: Base }
}

const PREFIX = 'file:'

export const fileKey = (path: string): string => PREFIX + path
export const pathOfKey = (key: string): string => key.slice(PREFIX.length)
export const FILE_KEYS: string = PREFIX

export const kept = (path: string, entry: Entry | undefined): OwnValue => [
  fileKey(path),
  entry === undefined ? null : JSON.stringify(entry),
]

export const readEntry = (json: string): Entry => JSON.parse(json) as Entry
