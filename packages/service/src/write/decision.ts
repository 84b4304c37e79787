/** A write on its way to the store: what it is about, what it changes, and how it is answered. */
import type { ChangeAction } from '@notegraph/contract'
import type { GraphStore } from '@notegraph/store'
import type { Result } from '../refusal.ts'
import type { Standing } from './if-match.ts'
import type { Edit, WriteContext } from './edit.ts'

export interface WriteDecision {
  readonly action: ChangeAction
  /** What it is about, as it stands. */
  readonly standing: Standing
  /** What is to change, nothing where that is so already, or a conflict. */
  readonly edit: Result<Edit | undefined>
  /** Whether it rests on more than the records that it puts: on names that are free, on last places. */
  readonly whole?: boolean
  /** What the answer shows. */
  readonly show: { readonly pageId: string } | { readonly blockId: string }
  /** The answer around the JSON of that page or block. */
  readonly answer: (shown: string, changed: boolean) => string
}

/** Reads the few records that matter and decides. @returns 404 and 400 at once; a conflict waits for `If-Match` */
export type DecideWrite = (graph: GraphStore, context: WriteContext) => Promise<Result<WriteDecision>>
