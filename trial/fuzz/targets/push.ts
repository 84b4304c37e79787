/**
 * Pushes of a device: each record is applied, merged or refused on its own, and a push that is refused changes nothing. Words
 * that the device has not seen are never lost, and no other account changes.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import type { GraphRecord } from '@notegraph/graph'
import fc from 'fast-check'
import type { Reply } from '../../../packages/server/test/api.ts'
import { NOON } from '../../../packages/server/test/notes.ts'
import { aBlock, aPage, openSync, whole, type SyncApi } from '../../../packages/server/test/syncing.ts'
import { textOf, type Target } from '../target.ts'
import { resolve, schemaOf } from './documents.ts'
import { filled, fuzzedApp, stateOf } from './fuzzed-app.ts'
import { jsonText, type Schema, type Schemas } from './json-text.ts'
import { readRequest, requestText, type RequestParts } from './request-text.ts'
import { IDS, KEYS, PAGE_NAMES, VALUES } from './sample-words.ts'

const SYNC = '/api/sync'
/** In the place of the epoch of the app, which is another one in each run. */
const EPOCH = '"EPOCH"'

const REVISIONS = ['r0', 'r1', 'r2', 'rev-long-0', 'rev-late', 'a b']
const GROUPS = ['words', 'place', 'deleted', 'versions', 'props.name', 'props.type', 'props.k', 'odd']
const OWN = ['b', 'x', 'y', 'journal-20261121', '../']

const schemas: Schemas = {
  resolve,
  texts: [...VALUES, ...PAGE_NAMES],
  named: {
    ...Object.fromEntries(['id', 'pageId', 'parentId'].map((name) => [name, [...IDS, ...OWN]])),
    ...Object.fromEntries(['rev', 'hist', 'seen', 'drops'].map((name) => [name, REVISIONS])),
    dirty: GROUPS,
    '*': [...KEYS, 'k', 'odd'],
  },
}

const pushSchema = resolve(schemaOf({ operationId: 'push' })['$ref'] as string)
const records = (pushSchema['properties'] as { readonly records: { readonly items: Schema } }).records

const time = fc.oneof(fc.integer({ min: NOON - 2_000, max: NOON + 2_000 }), fc.constantFrom(0, NOON * 2))
const id = fc.constantFrom(...IDS, ...OWN.slice(0, 4))
/** Records as a device makes them, with a change of the words, of the place, or all of them. */
const edits = fc
  .record({
    id,
    page: fc.boolean(),
    text: fc.constantFrom(...VALUES, 'here', 'there'),
    rev: fc.constantFrom(...REVISIONS.slice(0, 5)),
    pageId: fc.constantFrom('long', 'plans', 'none', 'x'),
    parentId: fc.option(id),
    order: fc.double({ noNaN: true, noDefaultInfinity: true }),
    at: time,
    deleted: fc.option(time, { freq: 8 }),
    dirty: fc.option(fc.subarray(GROUPS.slice(0, 3)), { freq: 2 }),
    seen: fc.subarray(REVISIONS),
    plain: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
  })
  .map(({ id, page, text, rev, pageId, parentId, order, at, deleted, dirty, seen, plain }) => {
    const made = page ? aPage(id, text, at) : aBlock(id, text, { rev, pageId, parentId, order, at })
    const record = deleted === null ? made : ({ ...made, deleted } as GraphRecord)
    const item = { ...whole(record), seen, ...(dirty && { dirty }) }
    return JSON.stringify(plain ? record : item)
  })

const item = fc.oneof(
  { weight: 3, arbitrary: edits },
  { weight: 2, arbitrary: jsonText(records.items, schemas) },
)
const body = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.array(item, { maxLength: 6 }),
        fc.constantFrom('phone', 'phone', 'laptop', 'laptop', 'tablet', 'tablet', 'tablet', ''),
        fc.nat(30),
      )
      .map(
        ([items, device, dice]) =>
          `{"epoch":${dice === 0 ? '1' : EPOCH},"device":"${device}","records":[${items.join(',')}]}`,
      ),
  },
  { weight: 1, arbitrary: jsonText(pushSchema, schemas) },
)
const encodings = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.constant({ 'Content-Encoding': 'gzip' }) },
  { weight: 1, arbitrary: fc.constant({ 'Content-Encoding': 'br' }) },
)

interface Result {
  readonly id: string
  readonly outcome: string
  readonly record: unknown
  readonly error?: unknown
}

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

/** The parts of a push, as far as it has them. */
function readPush(json: string): { readonly items: readonly unknown[]; readonly ids: ReadonlySet<string> } {
  const items = asArray(member(JSON.parse(json), 'records'))
  const ids = items.flatMap((one) => {
    const id = member(member(one, 'record') ?? one, 'id')
    return typeof id === 'string' ? [id] : []
  })
  return { items, ids: new Set(ids) }
}

/** Revisions that an item says a person saw or rejected. A plain record has seen the words that it replaces. */
const seenIn = (one: unknown): readonly unknown[] => {
  const words = member(member(one, 'record') ?? one, 'words')
  return [...asArray(member(one, 'seen')), ...asArray(member(one, 'drops')), member(words, 'rev')]
}

/** The shown words and the conflicting versions of a block. */
const textsOf = (
  record: GraphRecord | undefined,
): readonly { readonly text: string; readonly rev: string }[] =>
  record === undefined || record.kind === 'page' ? [] : [record.words, ...(record.versions ?? [])]

const heldBy = async (api: SyncApi, ids: ReadonlySet<string>): Promise<Map<string, GraphRecord>> => {
  const held = new Map<string, GraphRecord>()
  for (const id of ids) {
    const record = await api.held(id)
    if (record) held.set(id, record)
  }
  return held
} // prettier-ignore

function checkKept(before: ReadonlyMap<string, GraphRecord>, after: ReadonlyMap<string, GraphRecord>, items: readonly unknown[]): void {
  const seen = new Set(items.flatMap(seenIn))
  for (const [id, old] of before) {
    const now = after.get(id)
    ok(now, `${id} is gone`)
    ok(now.updatedAt >= old.updatedAt, `updatedAt of ${id} went back`)
    if (old.deleted !== undefined) continue
    const texts = new Set(textsOf(now).map(({ text }) => text))
    for (const { text, rev } of textsOf(old))
      ok(texts.has(text) || seen.has(rev), `the words ${rev} of ${id} are lost, and nobody had seen them`)
  }
} // prettier-ignore

async function send(api: SyncApi, { headers, body: plain }: RequestParts): Promise<Reply> {
  const isPacked = headers['content-encoding'] === 'gzip' && plain[0] !== 0x1f
  const body = isPacked ? new Uint8Array(gzipSync(plain)) : plain
  return api.call(SYNC, { method: 'POST', token: api.session, headers, body })
}

const open = async (): Promise<SyncApi & { readonly other: number }> => {
  const api = await openSync()
  await api.operators.createAccount('other', {})
  const graph = api.store.graph('other')
  await graph.commits.commit({ puts: [{ record: aBlock('theirs', 'a secret', { pageId: 'p' }), from: 0 }] })
  return { ...api, other: await graph.commits.head() }
}

/** Devices repair records whose parent does not exist. @see sync, The device's rules 5 */
const app = fuzzedApp(open, (problem) => /: its (page|parent) \S+ is not (there|on its page)$/.test(problem))

const target: Target = {
  name: 'push',
  grammar: fc.noBias(
    fc.tuple(body, encodings).map(([body, more]) => {
      const headers = { 'Content-Type': 'application/json', ...more }
      return requestText({ method: 'POST', target: SYNC, headers }, body)
    }),
  ),
  tokens: [
    ...'{ } [ ] , : "id": "rev": "seen": "dirty": "words" "props": "v": "at": "deleted": null 1e999 "__proto__": \\ud800 \\u0000'.split(' '),
    '"parentId":"x"', '"kind":"page"', '\nContent-Encoding: gzip', '\n\n', '"versions":[{"text":"x","rev":"v","at":1,"device":"d"}]',
  ], // prettier-ignore
  check: (input) =>
    app.use(async (api) => {
      const request = readRequest(filled(input, { [EPOCH]: api.epoch }))
      const json = textOf(request.body)
      const before = await stateOf(api)
      const held = await heldBy(api, new Set([...IDS, ...OWN]))
      const reply = await send(api, request)
      ok(reply.status < 500, `the answer is ${reply.status}: ${reply.text}`)
      equal(await api.store.graph('other').commits.head(), api.other)
      const results = (reply.body['results'] ?? []) as readonly Result[]
      for (const { outcome, error } of results) equal(outcome === 'refused', error !== undefined)
      if (results.every(({ outcome }) => outcome === 'refused')) deepEqual(await stateOf(api), before)
      if (reply.status !== 200) return
      const { items, ids } = readPush(json)
      equal(results.length, items.length)
      checkKept(held, await heldBy(api, new Set(held.keys())), items)
      if (items.length > 1 || ids.size === 0) return
      const head = await api.graph.commits.head()
      equal((await send(api, request)).status, 200)
      equal(await api.graph.commits.head(), head, 'the same push changes more when it is sent again')
    }),
  fresh: () => app.fresh(),
}
export default target
