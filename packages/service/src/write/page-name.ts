/** The name of a new page. @see decisions 1.4, 2.8, 3.9 */
import { looksLikeIsoDay, namesFile, readDay } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { quote } from '@notegraph/page-types'
import { readDayTerm } from '@notegraph/query'
import { ok, refuse, type Result } from '../refusal.ts'
import { namesAFile, tooLong } from '../error-messages.ts'

const CONTROL = /\p{Cc}/u

/** @returns the trimmed name; 400 if no new page can have it */
export function readPageName(written: string, origin: string | undefined): Result<string> {
  const name = written.trim()
  const error = faultOf(name, origin)
  return error === undefined ? ok(name) : refuse({ code: 'bad_request', error })
}

function faultOf(name: string, origin: string | undefined): string | undefined {
  if (name === '') return 'name is empty. Send a name for the page.'
  if (name.length > LIMITS.pageName) return tooLong('name', LIMITS.pageName, name.length)
  if (CONTROL.test(name) || !name.isWellFormed())
    return `name must not contain control characters or half of a surrogate pair, as in ${quote(name)}.`
  if (name.includes('[[') || name.includes(']]'))
    return `name must not contain [[ or ]], as in ${quote(name)}.`
  if (name === '.' || name === '..') return `name must be text, not ${quote(name)}.`
  if (isDay(name))
    return `${quote(name)} is the name of a day. To create a day's page, add a block to the day.`
  return namesFile(name, origin) ? namesAFile('name') : undefined
}

const isDay = (name: string): boolean =>
  readDay(name) !== undefined || looksLikeIsoDay(name) || readDayTerm(name) !== undefined
