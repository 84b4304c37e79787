/** Pages of a file that holds more than notes of Markdown do: an export of another outliner. */
import { readDay } from '@notegraph/block-text'
import type { BlockDraft, NoteDraft, Unread } from './draft.ts'

export interface OutlinePage {
  readonly path: string
  readonly name: string
  readonly blocks: readonly BlockDraft[]
  /** Milliseconds since 1970. */
  readonly createdAt?: number
  readonly updatedAt?: number
  readonly unread: readonly Unread[]
}

/** A page whose name says a day is the journal page of that day. */
export function pageDraft({ name, ...page }: OutlinePage): NoteDraft {
  const day = readDay(name)
  return {
    ...page,
    name,
    ...(day === undefined ? { kind: 'page' as const } : { kind: 'journal' as const, day }),
    props: [],
    propAssets: new Map(),
    assets: [],
    missing: [],
  }
}
