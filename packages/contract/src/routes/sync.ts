/**
 * The routes of sync: what devices pull and push.
 * @see sync, Routes
 */
import { numbered } from '@notegraph/graph'
import { SYNC_LIMITS } from '@notegraph/sync'
import { ERRORS } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { EXAMPLE_BLOCK, EXAMPLE_PAGE } from './examples.ts'
import { BLOCK_ID, PAGE_ID } from './path-parameters.ts'
import { NO_BLOCK, SESSION_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'
import {
  ArchiveQuery,
  ConflictList,
  LiveEvent,
  PageRecordsAnswer,
  Pick,
  PickAnswer,
  PullAnswer,
  PullQuery,
  Push,
  PushAnswer,
  type SyncRecord,
} from '../schemas/sync.ts'

const MEGABYTE = 2 ** 20

const { id, pageId, parentId, order, content, createdAt, updatedAt } = EXAMPLE_BLOCK

const RECORD: SyncRecord = {
  kind: 'block',
  id,
  createdAt,
  updatedAt,
  words: { text: content, rev: 'phone~5f0c6a1e3b0d', at: updatedAt },
  place: { pageId, parentId, order, at: createdAt },
  props: {},
  hist: ['phone~c34d9e01a7b2'],
  schema: 1,
}

const PAGE: SyncRecord = {
  kind: 'page',
  id: pageId,
  createdAt,
  updatedAt: createdAt,
  props: { name: { v: EXAMPLE_PAGE.name, at: createdAt } },
  hist: [],
  schema: 1,
}

const CLASHING: SyncRecord = {
  ...RECORD,
  versions: [
    { text: 'Wrote the first program.', rev: 'laptop~0d6f2b7a1c34', at: updatedAt - 5_000, device: 'laptop' },
  ],
}

const EPOCH = 1795078800000

const PULL_ERRORS = {
  ...SESSION_ERRORS,
  bad_request: 'cursor takes the cursor of the previous answer. Leave it out to start again.',
}

const PULLED: PullAnswer = {
  records: [RECORD],
  cursor: `${EPOCH}.42.8`,
  epoch: EPOCH,
  account: 'me',
  more: false,
  reset: false,
  now: updatedAt + 2_000,
  head: 42,
  count: 3,
  checksum: '04c1a9e02b7d3',
}

const WRITE_ERRORS = {
  ...SESSION_ERRORS,
  conflict: ERRORS.conflict.example,
  too_large: `The request is larger than ${SYNC_LIMITS.pushBytes} bytes.`,
}

export const SYNC_ROUTES: readonly Route[] = [
  {
    operationId: 'pull',
    client: { none: 'The engine of @notegraph/sync pulls.' },
    method: 'GET',
    path: '/api/sync',
    auth: 'session',
    tag: 'Sync',
    summary: 'Pull',
    description: `The current state of each record that changed after the cursor, including deleted ones: up to ${numbered(SYNC_LIMITS.pullRecords)}, or ${SYNC_LIMITS.pullBytes / MEGABYTE} MB. While \`more\` is true, repeat the request with the \`cursor\` of the answer. \`reset\` means that the cursor is invalid: the server was restored from a backup, or the device was offline for longer than the server keeps tombstones (${SYNC_LIMITS.tombstoneDays} days). The server then sends everything, and the device deletes all other records.`,
    parameters: [],
    query: PullQuery,
    rate: 'devices',
    gzip: true,
    answer: PullAnswer,
    errors: PULL_ERRORS,
    example: {
      request: `/api/sync?cursor=${EPOCH}.41.7&limit=500`,
      answer: PULLED,
    },
  },
  {
    operationId: 'pullArchive',
    client: { none: 'The engine of @notegraph/sync pulls a large graph.' },
    method: 'GET',
    path: '/api/sync/archive',
    auth: 'session',
    audit: 'graph_pulled',
    tag: 'Sync',
    summary: 'Pull as one archive',
    description: `All that the pulls from the cursor to the head would return, as one compressed stream of lines. Each line is the answer to a pull, with up to ${numbered(SYNC_LIMITS.archiveRecords)} records or ${SYNC_LIMITS.archiveBytes / MEGABYTE} MB, and \`more\` is false on the last one. A device stores each line as it arrives. If the stream ends early, the device goes on from the \`cursor\` of its last whole line, with another archive or with pulls. The server reads each line when the caller takes it, so a line has the changes until then. Meant for the first pull of a large graph; opening a stream counts as one request.`,
    parameters: [],
    query: ArchiveQuery,
    rate: 'devices',
    bytes: 'lines',
    gzip: true,
    answer: PullAnswer,
    errors: PULL_ERRORS,
    example: {
      request: `/api/sync/archive?cursor=${EPOCH}.41.7`,
      answer: PULLED,
    },
  },
  {
    operationId: 'pullPageFirst',
    client: { none: 'A device shows it before its first pull is complete; see fetchTransport.' },
    method: 'GET',
    path: '/api/sync/pages/{id}',
    auth: 'session',
    tag: 'Sync',
    summary: 'Pull one page ahead of the rest',
    description: `The current records of one page, and those that they refer to: up to ${numbered(SYNC_LIMITS.pullRecords)}, or ${SYNC_LIMITS.pullBytes / MEGABYTE} MB. A device shows that page with them while its first pull runs. There is no cursor: the pulls bring these records again. If records were left out, \`more\` is true, and they come with the pulls. A page that does not exist is 404, such as a day without notes.`,
    parameters: [PAGE_ID],
    rate: 'devices',
    gzip: true,
    answer: PageRecordsAnswer,
    errors: { ...SESSION_ERRORS, not_found: 'No page has the id "journal-20261127".' },
    example: {
      request: `/api/sync/pages/${pageId}`,
      answer: {
        records: [PAGE, RECORD],
        epoch: EPOCH,
        account: 'me',
        more: false,
        now: updatedAt + 2_000,
        head: 42,
      },
    },
  },
  {
    operationId: 'push',
    client: { none: 'The engine of @notegraph/sync pushes.' },
    method: 'POST',
    path: '/api/sync',
    auth: 'session',
    audit: 'nothing',
    tag: 'Sync',
    summary: 'Push',
    description: `Sends up to ${SYNC_LIMITS.pushRecords} edited records or ${SYNC_LIMITS.pushBytes / MEGABYTE} MB, which the server commits in one transaction. For each record, the answer holds the result and the server's record. If two devices edited the same words without seeing each other's edit, the server keeps both versions until a person picks one. A page that somebody else changed after the \`cursor\` is not deleted. An invalid record is \`refused\` and does not stop the others. Repeating a push changes nothing. The body may be gzip. A push with an old epoch is 409: pull first.`,
    parameters: [],
    rate: 'devices',
    gzip: true,
    body: Push,
    answer: PushAnswer,
    errors: {
      ...WRITE_ERRORS,
      bad_request: 'the push: epoch takes a finite number, but is missing.',
      conflict: 'This server was restored from a backup since the last pull. Nothing was written.',
    },
    example: {
      request: '/api/sync',
      body: {
        epoch: EPOCH,
        device: 'phone',
        cursor: `${EPOCH}.42.8`,
        records: [{ record: RECORD, dirty: ['words'], seen: ['phone~c34d9e01a7b2'], drops: [] }],
      },
      answer: { results: [{ id, outcome: 'applied', record: RECORD }], head: 43 },
    },
  },
  {
    operationId: 'listenForChanges',
    client: { none: 'The engine of @notegraph/sync listens.' },
    method: 'GET',
    path: '/api/sync/live',
    auth: 'session',
    tag: 'Sync',
    summary: 'Listen for changes',
    description: `Server-sent events. The stream sends the state of the feed at once and after each change, one event in ${SYNC_LIMITS.liveEvery} ms at most. Changes in between share one event. A device whose state differs pulls. A silent stream gets a comment line every ${SYNC_LIMITS.liveComment / 1_000} seconds. The stream ends when the session ends, when the server stops, and when the device does not read. Connect again after a growing, random wait, and pull every minute in any case. A device has ${LIMITS.liveStreamsPerDevice} streams at most; a further one ends the oldest. Opening a stream counts as one request.`,
    parameters: [],
    rate: 'devices',
    bytes: 'events',
    answer: LiveEvent,
    errors: SESSION_ERRORS,
    example: { request: '/api/sync/live', answer: { head: 42, epoch: EPOCH } },
  },
  {
    operationId: 'listConflicts',
    client: 'conflicts.list',
    method: 'GET',
    path: '/api/sync/conflicts',
    auth: 'session',
    tag: 'Sync',
    summary: 'List conflicts',
    description:
      'The blocks with conflicting versions from several devices. A block is listed until a person picks a version.',
    parameters: [],
    query: WindowQuery,
    rate: 'devices',
    gzip: true,
    answer: ConflictList,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/sync/conflicts?limit=50',
      answer: { blocks: [CLASHING], total: 1, next: null },
    },
  },
  {
    operationId: 'pickVersion',
    client: {
      method: 'conflicts.pick',
      takes: 'pick',
      once: 'a pick makes a new revision, so that a second one would be refused',
    },
    method: 'POST',
    path: '/api/sync/conflicts/{id}',
    auth: 'session',
    audit: 'nothing',
    tag: 'Sync',
    summary: 'Pick a version',
    description: 'Keeps the words of one revision, and deletes the other versions of the block.',
    parameters: [BLOCK_ID],
    rate: 'devices',
    gzip: true,
    body: Pick,
    answer: PickAnswer,
    errors: {
      ...WRITE_ERRORS,
      not_found: NO_BLOCK,
      conflict: 'The block has no version with this revision.',
      quota_full: ERRORS.quota_full.example,
    },
    example: {
      request: `/api/sync/conflicts/${id}`,
      body: { pick: RECORD.words!.rev },
      answer: { block: RECORD },
    },
  },
]
