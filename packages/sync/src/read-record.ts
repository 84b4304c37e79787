/**
 * Parses a record from a device and checks its form. The result has exactly the form of a record, together with the
 * keys that this release does not know.
 *
 * @see sync, Record on the wire and The server's rules 6
 */
import { normalizeLines } from '@notegraph/block-text'
import {
  HISTORY,
  type BlockRecord,
  type GraphRecord,
  type Json,
  type Place,
  type Prop,
  type Version,
  type Words,
} from '@notegraph/graph'
import { SYNC_LIMITS } from './limits.ts'
import type { JsonObject, Reader } from './reader.ts'

const NONE: readonly string[] = []

const KNOWN: ReadonlySet<string> = new Set([
  'kind',
  'id',
  'createdAt',
  'updatedAt',
  'deleted',
  'words',
  'place',
  'props',
  'versions',
  'hist',
  'schema',
])

/**
 * Lists the keys of a record that this release does not know.
 *
 * @example
 * unknownKeys({ kind: 'page', color: 'red' }) // ['color']
 */
export function unknownKeys(record: object): readonly string[] {
  let unknown: string[] | undefined
  for (const key in record) if (!KNOWN.has(key)) (unknown ??= []).push(key)
  return unknown ?? NONE
}

/** Whether every database can store the text: no NUL, no lone surrogate. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Parses one record. The reader keeps the first fault. */
export function readRecord(reader: Reader, value: JsonObject): GraphRecord {
  const updatedAt = reader.time(value['updatedAt'], 'updatedAt')
  const id = reader.id(value['id'], 'id')
  const createdAt =
    value['createdAt'] === undefined ? updatedAt : reader.time(value['createdAt'], 'createdAt')
  const props = readProps(reader, value['props'])
  const rare = readRare(reader, value)
  const hist = reader.revisions(value['hist'], 'hist').slice(0, HISTORY)
  const { kind, schema = 1 } = value
  if (schema !== 1) reader.note(`schema ${JSON.stringify(schema).slice(0, 20)} is unknown. Use schema 1.`)
  if (kind === 'page') return { kind, id, createdAt, updatedAt, props, hist, schema: 1, ...rare }
  if (kind !== 'block' && kind !== 'shape') reader.note('kind takes page, block or shape.')
  const words = readWords(reader, reader.object(value['words'], 'words'))
  const place = readPlace(reader, reader.object(value['place'], 'place'), id)
  if (kind === 'shape')
    return { kind, id, createdAt, updatedAt, words, place, props, hist, schema: 1, ...rare }
  const block: BlockRecord = { kind: 'block', id, createdAt, updatedAt, words, place, props, hist, schema: 1 }
  // Most records are such blocks. Giving all of them the same hidden class makes every later step faster.
  return rare ? { ...block, ...rare } : block
}

type Rare = Pick<GraphRecord, 'deleted' | 'versions'>

/** The rare members, and keys that this release does not know. */
function readRare(reader: Reader, value: JsonObject): Rare | undefined {
  const { deleted, versions: given } = value
  const isDeleted = typeof deleted === 'number'
  if (!isDeleted && deleted !== undefined && deleted !== null)
    reader.note('deleted takes a time in milliseconds since 1970. Omit the key for a live record.')
  const versions = given === undefined ? [] : readVersions(reader, given)
  const unknown = readUnknown(reader, value)
  if (!isDeleted && versions.length === 0 && !unknown) return undefined
  return {
    ...(isDeleted && { deleted: reader.time(deleted, 'deleted') }),
    ...(versions.length > 0 && { versions }),
    ...unknown,
  }
}

function readWords(reader: Reader, value: JsonObject, name = 'words'): Words {
  const text = reader.string(value['text'], `${name}.text`)
  if (!isStorable(text)) reader.note(`${name}.text contains NUL or half of a surrogate pair.`)
  return {
    text: normalizeLines(text),
    rev: reader.revision(value['rev'], `${name}.rev`),
    at: reader.time(value['at'], `${name}.at`),
  }
}

function readPlace(reader: Reader, value: JsonObject, id: string): Place {
  const parentId = value['parentId'] ?? null
  if (parentId === id && id !== '') reader.note('place.parentId is the id of the record itself.')
  return {
    pageId: reader.id(value['pageId'], 'place.pageId'),
    parentId: parentId === null ? null : reader.id(parentId, 'place.parentId'),
    order: reader.number(value['order'], 'place.order'),
    at: reader.time(value['at'], 'place.at'),
  }
}

function readProps(reader: Reader, value: unknown): { readonly [key: string]: Prop } {
  if (value === undefined) return {}
  const entries = Object.entries(reader.object(value, 'props'))
  if (entries.length === 0) return {}
  if (entries.length > SYNC_LIMITS.keys) {
    reader.note(`props has ${entries.length} keys. The limit is ${SYNC_LIMITS.keys}.`)
    return {}
  }
  return Object.fromEntries(entries.map(([key, prop]) => [key, readProp(reader, key, prop)]))
}

function readProp(reader: Reader, key: string, value: unknown): Prop {
  const name = `props.${key.slice(0, 40)}`
  if (key === '' || key.length > SYNC_LIMITS.key || !isStorable(key))
    reader.note(`${name}: a key has 1 to ${SYNC_LIMITS.key} characters.`)
  const prop = reader.object(value, name)
  if (prop['v'] === undefined) reader.note(`${name}.v is missing.`)
  return { v: readJson(reader, prop['v'] ?? null, `${name}.v`), at: reader.time(prop['at'], `${name}.at`) }
}

/** Checks a JSON value: only finite numbers, a limited depth, a limited number of values. */
function readJson(reader: Reader, value: unknown, name: string): Json {
  if (!isNested(value)) {
    readScalar(reader, value, name)
    return value as Json
  }
  let level: readonly unknown[] = [value]
  let values = 0
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = []
    for (const one of level) {
      const members = Array.isArray(one) ? (one as readonly unknown[]) : Object.values(one as object)
      values += members.length
      if (depth === SYNC_LIMITS.nesting) reader.note(`${name} nests deeper than ${depth}.`)
      else if (values > SYNC_LIMITS.values) reader.note(`${name} has more than ${SYNC_LIMITS.values} values.`)
      else {
        if (!Array.isArray(one)) readKeys(reader, one as object, name)
        for (const member of members)
          if (isNested(member)) below.push(member)
          else readScalar(reader, member, name)
        continue
      }
      return null
    }
    level = below
  }
  return value as Json
}

function readKeys(reader: Reader, value: object, name: string): void {
  if (!Object.keys(value).every(isStorable))
    reader.note(`${name} has a key with NUL or half of a surrogate pair.`)
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null

function readScalar(reader: Reader, value: unknown, name: string): void {
  if (typeof value === 'number') reader.number(value, name)
  if (typeof value === 'string' && !isStorable(value))
    reader.note(`${name} contains NUL or half of a surrogate pair.`)
}

function readVersions(reader: Reader, value: unknown): readonly Version[] {
  const versions = reader.list(value, 'versions', SYNC_LIMITS.versions, (member, name) => {
    const version = reader.object(member, name)
    const device = version['device'] === '' ? '' : reader.device(version['device'], `${name}.device`)
    return { ...readWords(reader, version, name), device }
  })
  return [...new Map(versions.map((version) => [version.rev, version])).values()]
}

function readUnknown(reader: Reader, value: JsonObject): { readonly [key: string]: Json } | undefined {
  const keys = unknownKeys(value)
  if (keys.length === 0) return undefined
  if (keys.length > SYNC_LIMITS.keys) {
    reader.note(`the record has ${keys.length} unknown keys. The limit is ${SYNC_LIMITS.keys}.`)
    return undefined
  }
  if (!keys.every(isStorable)) reader.note('an unknown key contains NUL or half of a surrogate pair.')
  return Object.fromEntries(keys.map((key) => [key, readJson(reader, value[key], key.slice(0, 40))]))
}
