/** A service over an empty store, with an account and a clock that a test sets. */
import { makeBlock, makePage, type BlockRecord, type NewPage, type PageRecord } from '@notegraph/graph'
import { memoryBlobs, type Account, type GraphStore, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { notesService, operator, type Caller, type NotesService, type Operator } from '../src/index.ts'

/** Noon in UTC on Friday, 20 November 2026. */
export const NOON = Date.UTC(2026, 10, 20, 12)

export interface Setup {
  readonly store: Store
  readonly operators: Operator
  readonly notes: NotesService
  readonly graph: GraphStore
  readonly clock: { now: number }
  readonly caller: Caller
}

export async function setUp(): Promise<Setup> {
  const clock = { now: NOON }
  const now = () => clock.now
  const store = await openTestStore()
  const operators = operator(store, memoryBlobs(), now)
  await operators.createAccount('me', {})
  const account: Account = await operators.account('me')
  const caller: Caller = {
    account,
    plan: 'active',
    tokenId: 't',
    tokenName: 'Test',
    scope: 'read',
    zone: 'UTC',
  }
  return { store, operators, notes: notesService(store, now), graph: store.graph('me'), clock, caller }
}

export const page = (id: string, name: string, props: NonNullable<NewPage['props']> = []): PageRecord =>
  makePage({ id, name, props, now: NOON })

export const block = (id: string, pageId: string, content: string, order = 1): BlockRecord =>
  makeBlock({ id, content, rev: `rev-${id}`, pageId, parentId: null, order, now: NOON + order })

export async function add(graph: GraphStore, ...records: (PageRecord | BlockRecord)[]): Promise<void> {
  const committed = await graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  if (!committed.ok) throw new Error(committed.why)
}
