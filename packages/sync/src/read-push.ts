/**
 * Parses a push. A fault of the whole push gives one error. A fault in one record rejects that record and no other.
 *
 * @see sync, Routes and The server's rules 6
 */
import type { GraphRecord } from '@notegraph/graph'
import { SYNC_LIMITS } from './limits.ts'
import type { Push } from './push.ts'
import { Reader, isObject, type JsonObject, type ReadResult } from './reader.ts'
import { readRecord, unknownKeys } from './read-record.ts'

/** One parsed record of a push. */
export type ReadItem =
  /** From a client that sends groups. */
  | { readonly form: 'groups'; readonly id: string; readonly push: Push }
  /** From a client that only knows `id` and `updatedAt`. It sends the other members as pulled, or changed. */
  | { readonly form: 'plain'; readonly id: string; readonly record: GraphRecord }
  /** Only an id and a time of change. */
  | { readonly form: 'bare'; readonly id: string; readonly updatedAt: number }
  | { readonly form: 'wrong'; readonly id: string; readonly error: string }

/** A parsed push. */
export interface ReadPush {
  readonly epoch: number
  readonly device: string
  /** The cursor as sent; the service that made it parses it. */
  readonly cursor?: string
  /** The id of the account that the device pulled. */
  readonly account?: string
  readonly items: readonly ReadItem[]
}

/**
 * Parses and checks the body of a push. Nothing throws.
 *
 * @param body parsed JSON of any form
 * @returns the push, or a message that names the wrong member
 * @example
 * readPush({ epoch: 1, device: 'laptop', records: [] }) // { ok: true, value: { epoch: 1, device: 'laptop', items: [] } }
 */
export function readPush(body: unknown): ReadResult<ReadPush> {
  const reader = new Reader('the push')
  const push = reader.object(body, 'the body')
  const epoch = reader.number(push['epoch'], 'epoch')
  const device = reader.device(push['device'], 'device')
  const cursor = push['cursor'] === undefined ? undefined : reader.string(push['cursor'], 'cursor')
  const account = push['account'] === undefined ? undefined : reader.string(push['account'], 'account')
  if (push['records'] === undefined) reader.note('records is missing.')
  const items = reader.list(push['records'], 'records', SYNC_LIMITS.pushRecords, readItem)
  const optional = { ...(cursor !== undefined && { cursor }), ...(account !== undefined && { account }) }
  return reader.done({ epoch, device, ...optional, items })
}

function readItem(value: unknown, where: string): ReadItem {
  const item = isObject(value) && isObject(value['record']) ? value : { record: value }
  const record = item['record']
  const id = isObject(record) && typeof record['id'] === 'string' ? record['id'].slice(0, 64) : ''
  const reader = new Reader(id === '' ? where : id)
  const read = isObject(record) ? formOf(reader, item, record) : undefined
  if (!read) reader.note('a record must be an object.')
  const done = reader.done(read)
  return done.ok ? done.value! : { form: 'wrong', id, error: done.error }
}

const GROUPS = ['kind', 'words', 'place', 'props', 'deleted']

function formOf(reader: Reader, item: JsonObject, value: JsonObject): ReadItem {
  if (!GROUPS.some((group) => value[group] !== undefined)) {
    const updatedAt = reader.time(value['updatedAt'], 'updatedAt')
    return { form: 'bare', id: reader.id(value['id'], 'id'), updatedAt }
  }
  const record = readRecord(reader, value)
  if (item['dirty'] === undefined) return { form: 'plain', id: record.id, record }
  const dirty = reader.list(item['dirty'], 'dirty', 2 * SYNC_LIMITS.keys, (group, name) =>
    readGroup(reader, record, reader.string(group, name)),
  )
  const seen = setOf(reader.revisions(item['seen'], 'seen'))
  const drops = setOf(reader.revisions(item['drops'], 'drops'))
  return { form: 'groups', id: record.id, push: { record, dirty: setOf(dirty), seen, drops } }
}

const NONE: ReadonlySet<string> = new Set()
const setOf = (values: readonly string[]): ReadonlySet<string> =>
  values.length === 0 ? NONE : new Set(values)

/** Checks that the record has this group. */
function readGroup(reader: Reader, record: GraphRecord, group: string): string {
  const known =
    group === 'deleted' ||
    group === 'versions' ||
    ((group === 'words' || group === 'place') && record.kind !== 'page') ||
    (group.startsWith('props.') && Object.hasOwn(record.props, group.slice('props.'.length))) ||
    unknownKeys(record).includes(group)
  if (!known)
    reader.note(`dirty names ${JSON.stringify(group.slice(0, 60))}, a group that the record does not have.`)
  return group
}
