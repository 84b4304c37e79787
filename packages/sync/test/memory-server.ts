/** A server of one account in memory, for tests of the engine: only the merge, the numbers and an epoch. */
import type { GraphRecord } from '@notegraph/graph'
import {
  checksumOf,
  hashOf,
  merge,
  plainPush,
  readPush,
  replaced,
  type Bytes,
  type FileTransport,
  type PullAnswer,
  type PushBody,
  type PushResult,
  type Reply,
  type Transport,
  type WireError,
} from '../src/index.ts'

interface Held {
  readonly record: GraphRecord
  readonly seq: number
  /** The device of the push. */
  readonly device?: string
}

export interface MemoryServer extends Transport {
  readonly files: FileTransport
  /** Files by id. */
  readonly held: Map<string, { readonly name: string; readonly type: string; readonly bytes: Bytes }>
  /** The answer to the next uploads, which are not accepted. */
  readonly refusals: { readonly status: number; readonly code: string }[]
  readonly records: Map<string, Held>
  readonly calls: string[]
  head: number
  epoch: number
  account: string
  /** Older cursors are invalid. */
  floor: number
  isDown: boolean
  /** Lines until the archive breaks. */
  linesLeft: number
  /**
   * Holds all answers; they are lost if the server is down by then.
   *
   * @returns a function that releases the answers
   */
  hold(): () => void
  /** Runs after the server committed a push, before its answer. */
  afterPush: (() => Promise<void>) | undefined
  /** Returns the reason to reject a pushed record, given the record that the server has. */
  refusePush: ((held: GraphRecord | undefined) => WireError | undefined) | undefined
  get(id: string): GraphRecord | undefined
  put(record: GraphRecord, device?: string): void
}

const refused = (status: number, code: string, error: string) =>
  ({ ok: false, status, error: { code, error, hint: '' } }) as const

/**
 * @param page the number of records in an answer
 */
export function memoryServer(now: () => number, page: number = 100): MemoryServer {
  const records = new Map<string, Held>()
  let held: Promise<void> | undefined
  const server: MemoryServer = {
    records,
    calls: [],
    held: new Map(),
    refusals: [],
    files: {
      upload,
      async download(id) {
        server.calls.push(`download ${id}`)
        await held
        if (server.isDown) throw new Error('down')
        const value = server.held.get(id)
        return value ? { ok: true, value } : refused(404, 'not_found', 'File not found.')
      },
    },
    head: 0,
    epoch: 1,
    account: 'me',
    floor: 0,
    isDown: false,
    linesLeft: Infinity,
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    afterPush: undefined,
    refusePush: undefined,
    get: (id) => records.get(id)?.record,
    put(record, device) {
      server.head++
      records.set(record.id, { record, seq: server.head, ...(device !== undefined && { device }) })
    },
    async pull(cursor) {
      server.calls.push('pull')
      if (server.isDown) throw new Error('down')
      const value = answerFrom(cursor)
      await held
      if (server.isDown) throw new Error('down')
      return { ok: true, value }
    },
    async *archive(cursor) {
      server.calls.push('archive')
      for (let from = cursor; ;) {
        if (server.isDown) throw new Error('down')
        const value = answerFrom(from)
        if (--server.linesLeft < 0) throw new Error('cut')
        yield { ok: true, value }
        if (!value.more) return
        from = value.cursor
      }
    },
    async push(body) {
      server.calls.push('push')
      if (server.isDown) throw new Error('down')
      const reply = push(body)
      await server.afterPush?.()
      await held
      if (server.isDown) throw new Error('down')
      return reply
    },
  }

  /** The server's rule: the same bytes keep their first id. */
  async function upload(
    { id, name, type, bytes }: Parameters<FileTransport['upload']>[0],
    signal: AbortSignal,
  ): ReturnType<FileTransport['upload']> {
    server.calls.push(`upload ${name}`)
    const refusal = server.refusals.shift()
    if (refusal) return refused(refusal.status, refusal.code, 'No.')
    if (server.isDown) throw new Error('down')
    const same = (other: Bytes) => Buffer.compare(other, bytes) === 0
    const known = [...server.held].find(([, one]) => same(one.bytes))?.[0]
    if (known === undefined) server.held.set(id, { name, type: type || 'application/octet-stream', bytes })
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cut off')))
      void (held ?? Promise.resolve()).then(resolve)
    })
    if (server.isDown) throw new Error('down')
    const one = server.held.get(known ?? id)!
    return { ok: true, value: { id: known ?? id, name: one.name, type: one.type, size: bytes.byteLength } }
  }

  function answerFrom(cursor: string | undefined): PullAnswer {
    // The third number is the oldest valid cursor when a full pull began.
    const [epoch, after, floor] = (cursor ?? `${server.epoch}.0.${server.floor}`).split('.').map(Number)
    const isBehind = after! > 0 && after! < server.floor && floor !== server.floor
    const reset = epoch !== server.epoch || after! > server.head || isBehind
    const from = reset ? 0 : after!
    const began = reset ? server.floor : floor
    const all = [...records.values()].filter(({ seq }) => seq > from).toSorted((a, b) => a.seq - b.seq)
    const some = all.slice(0, page)
    const more = all.length > some.length
    const live = [...records.values()].filter(({ record }) => record.deleted === undefined)
    return {
      records: some.map(({ record }) => record),
      cursor: [server.epoch, some.at(-1)?.seq ?? from, ...(more && began !== undefined ? [began] : [])].join(
        '.',
      ),
      epoch: server.epoch,
      account: server.account,
      more,
      reset,
      now: now(),
      head: server.head,
      ...(more && (reset || cursor === undefined) && { total: live.length }),
      ...(!more && {
        count: live.length,
        checksum: checksumOf(live.reduce((sum, { record }) => replaced(sum, 0, hashOf(record)), 0)),
      }),
    }
  }

  function push(body: PushBody): Awaited<ReturnType<Transport['push']>> {
    if (body.epoch !== server.epoch || body.account !== server.account)
      return refused(409, 'conflict', 'Another epoch.')
    const read = readPush(JSON.parse(JSON.stringify(body)))
    if (!read.ok) return refused(400, 'bad_request', read.error)
    const results = read.value.items.map((item): PushResult => {
      const held = server.get(item.id)
      if (item.form === 'wrong' || item.form === 'bare') throw new Error('an engine sends whole records')
      const merged = merge(held, item.form === 'plain' ? plainPush(held, item.record) : item.push, {
        now: now(),
        device: body.device,
        isWrittenByOthers: (pageId) => isWrittenByOthers(pageId, body),
        placeOf: (id) => {
          const record = server.get(id)
          return record && record.kind !== 'page' ? record.place : undefined
        },
      })
      const full = server.refusePush?.(held)
      if (full) return { id: item.id, outcome: 'refused', record: held ?? null, error: full }
      if (merged.outcome === 'refused') {
        const error = { code: 'bad_request', error: merged.error, hint: '' }
        return { id: item.id, outcome: 'refused', record: held ?? null, error }
      }
      if (merged.record !== held) server.put(merged.record, body.device)
      return { id: item.id, outcome: merged.outcome, record: merged.record }
    })
    const value = { results, head: server.head }
    return { ok: true, value: JSON.parse(JSON.stringify(value)) as typeof value } satisfies Reply<unknown>
  }

  function isWrittenByOthers(pageId: string, { cursor, device }: PushBody): boolean {
    const pulledTo = Number(cursor?.split('.')[1] ?? Infinity)
    return Array.from(records.values()).some(
      (held) =>
        held.record.kind !== 'page' &&
        held.record.place.pageId === pageId &&
        held.record.deleted === undefined &&
        held.seq > pulledTo &&
        held.device !== device,
    )
  }

  return server
}
