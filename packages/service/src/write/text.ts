/** The text of a block in a body: checks it and converts it to the stored form. */
import { readInput } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { dayAt } from '@notegraph/graph'
import { dayOf, readDayTerm } from '@notegraph/query'
import { ok, refuse, type Result } from '../refusal.ts'
import { textFaultWords, tooLong } from '../error-messages.ts'
import type { WriteContext } from './edit.ts'

/**
 * @param name the member of the body
 * @param ownId the id of its block
 * @param old the content of its block before, whose lines may stay as they are
 * @returns the content to store, of any length; 400 for an invalid text
 * @see assistants 2.3
 */
export function readText(
  name: string,
  text: string,
  ownId: string,
  { origin, now, zone }: WriteContext,
  old = '',
): Result<string> {
  const readDay = (written: string) => {
    const term = readDayTerm(written)
    return term && dayOf(term, dayAt(now, zone))
  }
  const read = readInput(text, { ownId, readDay, old, ...(origin !== undefined && { origin }) })
  return read.ok ? ok(read.content) : refuse({ code: 'bad_request', error: textFaultWords(name, read) })
}

/** 400 for a content that is longer than a block may be. */
export function fitting(name: string, content: string): Result<string> {
  if (content.length <= LIMITS.blockText) return ok(content)
  return refuse({ code: 'bad_request', error: tooLong(name, LIMITS.blockText, content.length) })
}
