/** The name of a new page. @see decisions 1.4, 2.8, 3.9 */
import { looksLikeIsoDay, namesFile, readDay } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { quote } from '@notegraph/page-types'
import { readDayTerm } from '@notegraph/query'
import { ok, refuse, type Result } from '../refusal.ts'
import { namesAFile, tooLong } from '../error-messages.ts'

const CONTROL = /\p{Cc}/u

/**
 * @param member the member of the body
 * @returns the trimmed name; 400 if no new page can have it
 */
export function readPageName(
  written: string,
  origin: string | undefined,
  member: 'name' | 'to' = 'name',
): Result<string> {
  const name = written.trim()
  const error = faultOf(name, origin, member)
  return error === undefined ? ok(name) : refuse({ code: 'bad_request', error })
}

function faultOf(name: string, origin: string | undefined, member: string): string | undefined {
  if (name === '') return `${member} is empty. Send a name for the page.`
  if (name.length > LIMITS.pageName) return tooLong(member, LIMITS.pageName, name.length)
  if (CONTROL.test(name) || !name.isWellFormed())
    return `${member} must not contain control characters or half of a surrogate pair, as in ${quote(name)}.`
  if (name.includes('[[') || name.includes(']]'))
    return `${member} must not contain [[ or ]], as in ${quote(name)}.`
  if (name === '.' || name === '..') return `${member} must be text, not ${quote(name)}.`
  if (isDay(name))
    return `${quote(name)} is the name of a day. To create a day's page, add a block to the day.`
  return namesFile(name, origin) ? namesAFile(member) : undefined
}

const isDay = (name: string): boolean =>
  readDay(name) !== undefined || looksLikeIsoDay(name) || readDayTerm(name) !== undefined
