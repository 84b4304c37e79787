/** The words of a refusal on a page: the fields by their labels, and no advice that only programs can follow. */
import { toErrorBody, type Refusal } from '@notegraph/service'

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
  if (refusal.code !== 'bad_request') return { error, hint }
  const worded = error.replace(MEMBER, (whole, member: string) => LABELS[member] ?? whole)
  return { error: worded, hint: refusal.hint }
}

/** The same in one line. */
export function refusalLine(refusal: Refusal): string {
  const { error, hint } = refusalWords(refusal)
  return hint === undefined ? error : `${error} ${hint}`
}
