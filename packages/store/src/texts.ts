/**
 * The texts that a store keeps, the same in every store. A store keeps a text as it was given, or refuses it before it
 * writes anything.
 *
 * - Every text is well-formed Unicode, and only names and words of notes contain NUL. PostgreSQL refuses NUL, and
 *   databases replace half of a surrogate pair.
 * - Members that are kept as JSON may be any text, because JSON has escapes.
 * - A text by which a row is found has a bounded length, because an index has one.
 * - The id of an account is a part of the names of files.
 */
import { isPlain, isRecordId, type GraphRecord } from '@notegraph/graph'
import type { Change } from './graph/commits.ts'

/** A text that no store keeps. Nothing was written. The message does not contain the text, which may be a secret. */
export class UnstorableText extends Error {
  override readonly name = 'UnstorableText'
}

/**
 * Whether a store keeps a text, in whichever member.
 * @example
 * isStorable('a\0') // false
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const KEY_BYTES = 1_000
/** Addresses are longer than other keys. */
const ADDRESS_BYTES = 2_048
/** The most bytes of members by which rows are found. PostgreSQL allows 2,704 bytes for all members of an index. */
const MOST_BYTES: ReadonlyMap<string, number> = new Map([
  ...[
    'id',
    'hash',
    'key',
    'slug',
    'issuer',
    'subject',
    'sid',
    'appId',
    'webhookId',
    'confirmHash',
    'endKey',
    'holder',
  ].map((member) => [member, KEY_BYTES] as const),
  ['url', ADDRESS_BYTES],
  ['address', ADDRESS_BYTES],
])
/** Members that are kept as JSON. */
const AS_JSON: ReadonlySet<string> = new Set(['filter', 'rule', 'touched'])

/** @returns why the store does not keep a text; undefined if it does */
export function textFault(text: string, member: string): string | undefined {
  if (member === 'accountId')
    return isRecordId(text) ? undefined : 'accountId takes 1 to 64 characters of A-Z a-z 0-9 . _ -'
  if (!isStorable(text)) return `${member} contains NUL or half of a surrogate pair`
  const most = MOST_BYTES.get(member)
  return most !== undefined && Buffer.byteLength(text) > most
    ? `${member} has more than ${most} bytes`
    : undefined
}

/**
 * Refuses what the store does not keep.
 * @param value a text, or what has texts as members
 * @param member the name of the value
 * @throws UnstorableText
 */
export function refuseTexts(value: unknown, member: string): void {
  if (typeof value === 'string') return refuse(textFault(value, member))
  if (typeof value !== 'object' || value === null || AS_JSON.has(member)) return
  if (Array.isArray(value)) for (const one of value) refuseTexts(one, member)
  else
    for (const [name, one] of Object.entries(value))
      refuseTexts(one, name === 'id' && member === 'account' ? 'accountId' : name)
}

/** @throws UnstorableText for a fault */
export function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new UnstorableText(`The store cannot keep a text: ${fault}.`)
}

const WRONG_ID = 'an id takes 1 to 64 characters of A-Z a-z 0-9 . _ -'

/** Refuses a record with half of a surrogate pair, or with an id that no record has. @throws UnstorableText */
export function refuseRecord(record: GraphRecord): void {
  // An import has very many plain blocks, which have no other texts.
  if (!isWellFormed(isPlain(record) ? record.words : record))
    refuse('a record contains half of a surrogate pair')
  if (!isRecordId(record.id)) refuse(WRONG_ID)
  if (record.kind === 'page') return
  const { pageId, parentId } = record.place
  if (!isRecordId(pageId) || (parentId !== null && !isRecordId(parentId))) refuse(WRONG_ID)
}

/** Whether no text of a value contains half of a surrogate pair, keys included. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormed)
  for (const key in value)
    if (!key.isWellFormed() || !isWellFormed((value as Record<string, unknown>)[key])) return false
  return true
}

/** Refuses an entry of the change list. A name of a page may contain NUL. @throws UnstorableText */
export function refuseEntry({ summary, page, ...entry }: NonNullable<Change['entry']>['entry']): void {
  refuseTexts(entry, 'entry')
  if (!isWellFormed([summary, page])) refuse('a name contains half of a surrogate pair')
}
