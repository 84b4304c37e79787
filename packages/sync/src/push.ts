/** What a merge is given beside the record that is held, and what it comes to. */
import type { GraphRecord, Place } from '@notegraph/graph'
import type { Group } from './message.ts'

export type Standing = Pick<Place, 'pageId' | 'parentId'>

/** What a device pushed of one record. @see PushItem */
export interface Push {
  readonly record: GraphRecord
  readonly dirty: ReadonlySet<Group>
  readonly seen: ReadonlySet<string>
  readonly drops: ReadonlySet<string>
}

export interface MergeEnv {
  /** The server's time. */
  readonly now: number
  /** Who pushes. */
  readonly device: string
  /** Whether somebody else wrote on a live page after the last pull of whoever pushes. */
  readonly isWrittenByOthers?: (pageId: string) => boolean
  /** Where a block or shape stands, deleted ones too; undefined where there is none of that id. */
  readonly placeOf: (id: string) => Standing | undefined
  /** Levels of blocks that are nested under a block on this page; 0 where it holds none. */
  readonly levelsUnder?: (id: string, pageId: string) => number
}

export type Merged =
  | { readonly outcome: 'applied' | 'kept'; readonly record: GraphRecord }
  /** In words. */
  | { readonly outcome: 'refused'; readonly error: string }

export const keyOfGroup = (group: Group): string | undefined =>
  group.startsWith('props.') ? group.slice('props.'.length) : undefined

export const keysOf = (groups: Iterable<Group>): string[] =>
  Array.from(groups, keyOfGroup).filter((key) => key !== undefined)
