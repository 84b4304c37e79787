/** The input and the result of a merge. */
import type { GraphRecord, Place } from '@notegraph/graph'
import type { Group } from './message.ts'

/** The page and the parent of a block or shape. */
export type PlaceIds = Pick<Place, 'pageId' | 'parentId'>

/**
 * One pushed record. @see PushItem
 */
export interface Push {
  readonly record: GraphRecord
  readonly dirty: ReadonlySet<Group>
  readonly seen: ReadonlySet<string>
  readonly drops: ReadonlySet<string>
}

/** The environment of a merge. */
export interface MergeEnv {
  /** The server's time, in milliseconds since 1970. */
  readonly now: number
  /** The name of the device that pushes. */
  readonly device: string
  /** Whether others wrote on a live page after the last pull of this device. */
  readonly isWrittenByOthers?: (pageId: string) => boolean
  /** Returns the place of a block or shape, deleted ones included, or `undefined` for an unknown id. */
  readonly placeOf: (id: string) => PlaceIds | undefined
  /** The page that took the blocks of a merged page; a page that is not deleted itself; `undefined` if there is neither. */
  readonly homeOf?: (pageId: string) => string | undefined
  /** The number of levels under a block on this page; 0 without nested blocks. */
  readonly levelsUnder?: (id: string, pageId: string) => number
}

/** The result of a merge. */
export type MergeResult =
  | { readonly outcome: 'applied' | 'kept'; readonly record: GraphRecord }
  /** The message for the user. */
  | { readonly outcome: 'refused'; readonly error: string }

/** Returns the key of a `props.KEY` group, or `undefined` for any other group. */
export const keyOfGroup = (group: Group): string | undefined =>
  group.startsWith('props.') ? group.slice('props.'.length) : undefined

/** Lists the keys of the `props.KEY` groups. */
export const keysOf = (groups: Iterable<Group>): string[] =>
  Array.from(groups, keyOfGroup).filter((key) => key !== undefined)
