/**
 * The live stream for tokens.
 * @see events 1
 */
import { SYNC_LIMITS } from '@notegraph/sync'
import { LIMITS } from '../limits.ts'
import { PagesEvent } from '../schemas/live.ts'
import { READ_ERRORS } from './errors.ts'
import { EXAMPLE_PAGE } from './examples.ts'
import type { Route } from './route.ts'

export const LISTEN_FOR_PAGES: Route = {
  number: 19,
  operationId: 'listenForPages',
  client: { method: 'notes.listen', byHand: true },
  method: 'GET',
  path: '/api/v1/notes/live',
  auth: 'token',
  tag: 'Read',
  summary: 'Listen for changed pages',
  description: `Server-sent events with the pages that changed on any device or over the API, one event in ${SYNC_LIMITS.liveEvery} ms at most. The first event comes at once. To resume, send the \`id\` of the last event as \`Last-Event-ID\`: the first event then has the changes since. An id stays valid for at least a day. If it is unknown or too old, the first event has \`reset\`. A block that moves to another page reports both pages. A silent stream gets a comment line every ${SYNC_LIMITS.liveComment / 1_000} seconds. The stream ends when the token is revoked or expires, when the server stops, and when the caller does not read. Connect again after a growing, random wait. A token has ${LIMITS.liveStreamsPerToken} streams at most; a further one ends the oldest. Opening a stream counts as one read.`,
  parameters: [],
  bytes: 'events',
  resumable: true,
  answer: PagesEvent,
  errors: READ_ERRORS,
  example: {
    request: '/api/v1/notes/live',
    answer: { seq: 43, pages: [{ id: EXAMPLE_PAGE.id, name: EXAMPLE_PAGE.name, kind: 'written' }] },
  },
}
