/** The words of a refusal on a page: the fields by their labels, and no advice that only programs can follow. */
import { statusOf, toErrorBody, type Refusal } from '@notegraph/service'
import type { View } from '../page.ts'
import { message } from './message.ts'

/** The members of requests, as the forms call them. */
const LABELS: Readonly<Record<string, string>> = {
  text: 'The note',
  id: 'The name of the account',
  name: 'Name',
  device: 'Device name',
  expires: 'Expiration date',
  password: 'Password',
  email: 'Email address',
  hour: 'Hour',
  zone: 'Time zone',
  url: 'Address',
  page: 'Page',
  tag: 'Tag',
  type: 'Type',
  query: 'Query',
  slug: 'Address',
  title: 'Title',
  pages: 'Chosen pages',
  except: 'Private tag',
  start: 'Start page',
  lang: 'Language',
  state: 'State',
  priority: 'Priority',
  scheduled: 'Scheduled',
  deadline: 'Deadline',
}
/** The member that the message of a fault begins with, and a place in its list. */
const MEMBER = /^([a-z]+)(?:\[\d+\])?(?= )/

export function refusalWords(refusal: Refusal): { error: string; hint: string | undefined } {
  const { error, hint } = toErrorBody(refusal)
  if (refusal.code === 'bad_request')
    return {
      error: error.replace(MEMBER, (whole, member: string) => LABELS[member] ?? whole),
      hint: refusal.hint,
    }
  if (refusal.code === 'conflict' && refusal.why === 'outdated')
    return {
      error: `The ${refusal.what} changed since you opened this page, so nothing was saved.`,
      hint: undefined,
    }
  return { error, hint: refusal.code === 'rate_limited' ? 'Wait a minute, then try again.' : hint }
}

/** The same in one line. */
export function refusalLine(refusal: Refusal): string {
  const { error, hint } = refusalWords(refusal)
  return hint === undefined ? error : `${error} ${hint}`
}

/** The page of a refusal. */
export function refusedMessage(title: string, refusal: Refusal): View {
  const { error, hint } = refusalWords(refusal)
  return { ...message(title, error, hint), status: statusOf(refusal) }
}
