/** Pages from another outliner's export, whose file contains more than one note. */
import { readDay } from '@notegraph/block-text'
import type { BlockDraft, NoteDraft, Unread } from './draft.ts'

/** One page of such a file. */
export interface OutlinePage {
  readonly path: string
  readonly name: string
  readonly blocks: readonly BlockDraft[]
  /** Milliseconds since 1970. */
  readonly createdAt?: number
  readonly updatedAt?: number
  readonly unread: readonly Unread[]
}

/** Builds the draft of a page. A page whose name is a day is the journal page of that day. */
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
