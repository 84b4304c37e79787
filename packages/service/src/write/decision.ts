/** A decided write: its subject, its edit and its answer. */
import type { ChangeAction } from '@notegraph/contract'
import type { GraphStore } from '@notegraph/store'
import type { Result } from '../refusal.ts'
import type { WriteSubject } from './if-match.ts'
import type { Edit, WriteContext } from './edit.ts'

export interface WriteDecision {
  readonly action: ChangeAction
  /** The current state of its subject. */
  readonly subject: WriteSubject
  /** The edit, undefined if nothing changes, or a conflict. */
  readonly edit: Result<Edit | undefined>
  /** Whether it depends on more than its own records, such as free names and last places. */
  readonly whole?: boolean
  /** The subject of the answer; absent if it is no longer there. */
  readonly show?: { readonly pageId: string } | { readonly blockId: string }
  /** The answer around the JSON of that page or block. */
  readonly answer: (shown: string, changed: boolean) => string
}

/** Loads the few relevant records and decides. @returns 404 and 400 at once; conflicts come after `If-Match` */
export type DecideWrite = (graph: GraphStore, context: WriteContext) => Promise<Result<WriteDecision>>
