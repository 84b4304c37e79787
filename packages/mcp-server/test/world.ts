/** Notes to call tools on: an empty store, the services over it, and a caller who reads and writes. */
import { randomUUID } from 'node:crypto'
import type { ToolName } from '@notegraph/contract'
import { makeBlock, makePage, type BlockRecord, type GraphRecord, type NewPage } from '@notegraph/graph'
import {
  changesService,
  liveService,
  notesReader,
  openPageStream,
  operator,
  writeRates,
  writeService,
  type Caller,
  type LiveService,
  type Operator,
} from '@notegraph/service'
import { memoryBlobs, type GraphStore, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import { toolsHandler, type CallRecord, type Deps, type McpHandler, type Session } from '../src/index.ts'

/** Noon in UTC on Friday, 20 November 2026. */
export const NOON = Date.UTC(2026, 10, 20, 12)

/** The service as clients see it. */
export const ABOUT = { version: '1.2.3' }

export interface WorldOptions {
  readonly records?: readonly GraphRecord[]
  readonly zone?: string
  readonly newId?: () => string
  readonly writesPerToken?: number
  readonly revertibleChanges?: number
  readonly quota?: number
  /** Replaces the services that tools use. */
  readonly wrap?: (deps: Deps) => Deps
}

export interface World {
  readonly store: Store
  readonly graph: GraphStore
  readonly operators: Operator
  readonly clock: { now: number }
  readonly deps: Deps
  readonly handle: McpHandler<Session>
  readonly caller: Caller
  readonly called: CallRecord[]
  readonly live: LiveService
  call(tool: ToolName | (string & {}), args?: unknown, caller?: Partial<Caller>): Promise<CallOutcome>
}

/** The outcome of a call: an answer, a refusal as a result, or an error of the protocol. */
export interface CallOutcome {
  readonly text?: string
  readonly isError?: true
  readonly error?: { readonly code: number; readonly message: string; readonly data: unknown }
}

export async function world(options: WorldOptions = {}): Promise<World> {
  const { records = [], zone = 'UTC', newId = () => randomUUID() } = options
  const { writesPerToken = 0, revertibleChanges = 0, quota = 1_000_000_000, wrap = (deps) => deps } = options
  const clock = { now: NOON }
  const now = () => clock.now
  const store = await openTestStore()
  const graph = store.graph('me')
  if (records.length > 0) await add(graph, ...records)
  const operators = operator(store, memoryBlobs(), now)
  await operators.createAccount('me', { quota })
  await store.tokens.create({
    id: 't',
    accountId: 'me',
    hash: 't',
    name: 'Test',
    scope: 'write',
    createdAt: NOON,
  })
  const called: CallRecord[] = []
  const live = liveService(store, now, 100, { every: 1, comment: 25_000 })
  const deps = wrap({
    reader: notesReader(store, now),
    changes: changesService(store, { clock: now, newId }),
    writes: writeService(store, { clock: now, newId, revertibleChanges }),
    writeRates: writeRates(store.rates, writesPerToken, 0),
    clock: now,
    listen: (who, listener) => openPageStream(live, store, who, listener, { every: 1 }),
    onCall: (call) => void called.push(call),
  })
  const caller: Caller = {
    account: await operators.account('me'),
    plan: 'active',
    tokenId: 't',
    tokenName: 'Test',
    scope: 'write',
    may: ['organize'],
    zone,
  }
  const handle = toolsHandler(deps, ABOUT)
  const call: World['call'] = async (name, args, other = {}) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const session = { caller: { ...caller, ...other }, address: '192.0.2.1' }
    const response = await handle({ headers: new Headers(), body }, session)
    return outcomeOf((await response.json()) as Reply)
  }
  return { store, graph, operators, clock, deps, handle, caller, called, live, call }
}

interface Reply {
  readonly result?: { readonly content: readonly { readonly text: string }[]; readonly isError?: true }
  readonly error?: Exclude<CallOutcome['error'], undefined>
}

function outcomeOf({ result, error }: Reply): CallOutcome {
  if (error) return { error }
  if (result?.content.length !== 1) throw new Error('one text is answered')
  return { text: result.content[0]!.text, ...(result.isError && { isError: true }) }
}

export async function add(graph: GraphStore, ...records: readonly GraphRecord[]): Promise<void> {
  const committed = await graph.commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  if (!committed.ok) throw new Error(committed.why)
}

export const page = (id: string, name: string, props: NonNullable<NewPage['props']> = []): GraphRecord =>
  makePage({ id, name, props, now: NOON })

export const block = (
  id: string,
  pageId: string,
  content: string,
  { order = 1, under = null, now = NOON }: { order?: number; under?: string | null; now?: number } = {},
): BlockRecord => makeBlock({ id, content, rev: `rev-${id}`, pageId, parentId: under, order, now })
