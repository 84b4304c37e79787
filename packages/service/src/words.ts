/** Refusals in words: what was wrong, where, and what to do. The one place, for the API and for assistants alike. */
import { errorBody, ERRORS, type ErrorBody } from '@notegraph/contract'
import { quote } from '@notegraph/page-types'
import type { Refusal } from './refusal.ts'

/** The HTTP status of a refusal. */
export const statusOf = (refusal: Refusal): number => ERRORS[refusal.code].status

/** The body that tells of a refusal. No `default`: a new refusal fails to compile until it is worded. */
export function toErrorBody(refusal: Refusal): ErrorBody {
  return errorBody(refusal.code, wordsOf(refusal), hintOf(refusal))
}

/** A better hint than the code's own, where there is one. */
function hintOf(refusal: Refusal): string | undefined {
  if (refusal.code === 'bad_request') return refusal.hint
  if (refusal.code === 'not_found' && refusal.what === 'path')
    return 'The paths of the API are in /api/v1/openapi.json.'
  return undefined
}

const UNAUTHORIZED = {
  missing: 'No token was sent.',
  malformed: 'The Authorization header does not hold an API token.',
  session: "A device's session token does not open the notes API.",
  unknown: 'This token opens nothing here.',
  revoked: 'This token was revoked.',
} as const

function wordsOf(refusal: Refusal): string {
  switch (refusal.code) {
    case 'bad_request':
      return refusal.error
    case 'unauthorized':
      return UNAUTHORIZED[refusal.why]
    case 'forbidden':
      return "This account is not on the server's list."
    case 'payment_required':
      return 'This account is not on the cloud sync plan, so there is nothing to read.'
    case 'not_found':
      if (refusal.what === 'path') return 'The API has no such path.'
      if (refusal.what === 'block') return `No block has the id ${quote(refusal.name)}.`
      return `No page is called ${quote(refusal.name)}.`
    case 'method_not_allowed':
      return `This path does not take ${refusal.method}; it takes ${refusal.allow}.`
    case 'too_large':
      return `The request is larger than ${refusal.limit} bytes.`
    case 'rate_limited':
      return `More than ${refusal.limit} requests came from this address within a minute.`
    case 'internal':
      return 'Something failed inside the server.'
  }
}

/** The words for a day that is none. */
export const notADay = (date: string): string =>
  `${quote(date)} is not a day: give a day on the calendar as YYYY-MM-DD, or today or yesterday.`
