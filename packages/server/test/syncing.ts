/** Pulls, pushes and picks of a device for tests of sync, and records in the form in which it sends them. */
import { gzipSync } from 'node:zlib'
import { makeBlock, makePage, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import { expect } from 'vitest'
import { openApi, type Api, type ApiOptions, type Call, type Reply } from './api.ts'
import { NOON } from './notes.ts'

export interface Item {
  readonly record: unknown
  readonly dirty?: readonly string[]
  readonly seen?: readonly string[]
  readonly drops?: readonly string[]
}

/** The result of one record of a push. */
export interface Outcome {
  readonly id: string
  readonly outcome: string
  readonly record: BlockRecord | null
  readonly error?: { readonly error: string }
}

export interface SyncApi extends Api {
  readonly session: string
  /** The epoch of the server. */
  readonly epoch: number
  pull(query?: string, call?: Call): Promise<Reply>
  /** @param items items of a push, or plain records */
  push(items: readonly unknown[], more?: object, call?: Call): Promise<Reply>
  /** Pushes items that the server takes or refuses one by one. @returns the outcome of each */
  pushAll(items: readonly unknown[], device?: string): Promise<Outcome[]>
  /** Pushes one item. */
  pushOne(item: unknown, device?: string): Promise<Outcome>
  /** Sends any body. */
  send(body: Call['body'], call?: Call): Promise<Reply>
  conflicts(call?: Call): Promise<Reply>
  pick(id: string, rev: unknown, call?: Call): Promise<Reply>
  /** The record on the server, including tombstones. */
  held(id: string): Promise<GraphRecord | undefined>
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

export async function openSync(options: ApiOptions = {}): Promise<SyncApi> {
  const api = await openApi(options)
  const { session } = await api.operators.createSession('me', { device: 'Phone' })
  const { epoch } = await api.graph.feed.state()
  const send = (target: string, body: Call['body'], call: Call = {}) =>
    api.call(target, {
      method: 'POST',
      token: session,
      ...(body !== undefined && { body }),
      ...call,
      headers: { ...JSON_TYPE, ...call.headers },
    })
  const push: SyncApi['push'] = (records, more = {}, call = {}) =>
    send('/api/sync', JSON.stringify({ epoch, device: 'phone', records, ...more }), call)
  const pushAll: SyncApi['pushAll'] = async (items, device = 'phone') => {
    const { status, body } = await push(items, { device })
    expect(status).toBe(200)
    return body['results'] as Outcome[]
  }
  return {
    ...api,
    session,
    epoch,
    pull: (query = '', call = {}) => api.call(`/api/sync${query}`, { token: session, ...call }),
    push,
    pushAll,
    pushOne: async (item, device) => (await pushAll([item], device))[0]!,
    send: (body, call) => send('/api/sync', body, call),
    conflicts: (call = {}) => api.call('/api/sync/conflicts', { token: session, ...call }),
    pick: (id, rev, call) => send(`/api/sync/conflicts/${id}`, JSON.stringify({ pick: rev }), call),
    held: async (id) => (await api.graph.records.find(id))?.record,
  }
}

export const zipped = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(text))

export interface BlockRest {
  readonly rev?: string
  readonly at?: number
  readonly pageId?: string
  readonly parentId?: string | null
  readonly order?: number
}

export const aBlock = (id: string, content: string, rest: BlockRest = {}): BlockRecord => {
  const { rev = `rev-${id}`, at = NOON - 1_000, pageId = 'long', parentId = null, order = 100 } = rest
  return makeBlock({ id, content, rev, pageId, parentId, order, now: at })
}

export const aPage = (id: string, name: string, at: number = NOON - 1_000): GraphRecord =>
  makePage({ id, name, now: at })

/** All groups of a new record. */
export const whole = (record: GraphRecord): Item => ({
  record,
  dirty: [
    ...(record.kind === 'page' ? [] : ['words', 'place']),
    ...Object.keys(record.props).map((key) => `props.${key}`),
    ...(record.deleted === undefined ? [] : ['deleted']),
  ],
  seen: [],
})

/** A new text of a block, based on these revisions. */
export const reworded = (
  held: BlockRecord,
  text: string,
  rev: string,
  at: number,
  seen: readonly string[] = [held.words.rev],
): Item => ({ record: { ...held, words: { text, rev, at }, updatedAt: at }, dirty: ['words'], seen })

export const replaced = (held: BlockRecord, place: Partial<BlockRecord['place']>, at: number): Item => ({
  record: { ...held, place: { ...held.place, ...place, at }, updatedAt: at },
  dirty: ['place'],
})

/** The deletion of a block or a page, based on these revisions. */
export const deletion = (record: GraphRecord, seen: readonly string[], at = NOON): Item => ({
  record: { ...record, deleted: at },
  dirty: ['deleted'],
  seen,
})

/** The query of the pull after this one. */
export const cursorOf = ({ body }: Reply): string => `?cursor=${body['cursor']}`
