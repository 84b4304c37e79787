/**
 * `If-Match`: a write succeeds only if its subject is unchanged since the caller read it.
 * @see RFC 9110, 13.1.1
 */
import { entriesInOrder, parseInOrder, type Block, type Page } from '@notegraph/contract'
import { ok, refuse, type Result } from '../refusal.ts'
import { etagOf } from '../answer.ts'
import { BAD_REQUESTS } from '../request-errors.ts'

/** The page or block of a write: its current JSON text, absent if it does not exist. */
export interface WriteSubject {
  readonly what: 'page' | 'block'
  readonly json: string | undefined
}

/** A tag with its separator. */
const TAG = /[ \t,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)/gy

/** @returns 400 for an invalid list of tags, 409 if no tag matches the current state */
export function checkMatch(ifMatch: string | undefined, subject: WriteSubject): Result<void> {
  if (ifMatch === undefined) return ok(undefined)
  const tags = ifMatch.trim() === '*' ? '*' : readTags(ifMatch)
  if (tags === undefined) return refuse(BAD_REQUESTS.ifMatch(ifMatch))
  const { what, json } = subject
  if (json === undefined) return refuse({ code: 'conflict', why: 'moved', what })
  // A proxy that compresses answers weakens their tags. A tag names a version, not bytes, so both mean the same.
  if (tags === '*' || tags.includes(etagOf(json))) return ok(undefined)
  return refuse({ code: 'conflict', why: 'moved', what, text: textOf(subject.what, json) })
}

function readTags(list: string): string[] | undefined {
  const tags = Array.from(list.matchAll(TAG), (match) => match[1]!)
  const read = list.replaceAll(TAG, '').replaceAll(/[ \t,]/g, '')
  return tags.length > 0 && read === '' ? tags : undefined
}

/** The text for people, as in answers: files by name. */
export function textOf(what: 'page' | 'block', json: string): string {
  if (what === 'block') return (JSON.parse(json) as Block).content
  const { name, props } = parseInOrder(json) as Page
  return [name, ...entriesInOrder(props).map(([key, value]) => `${key}:: ${value}`)].join('\n')
}
