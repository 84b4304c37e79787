/**
 * The routes of sync: what devices pull and push.
 * @see sync, Routes
 */
import { SYNC_LIMITS } from '@notegraph/sync'
import { ERRORS } from '../errors.ts'
import { EXAMPLE_BLOCK } from './examples.ts'
import { BLOCK_ID } from './path-parameters.ts'
import { SESSION_ERRORS } from './errors.ts'
import type { Route } from './route.ts'
import {
  ConflictList,
  ConflictsQuery,
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

const CLASHING: SyncRecord = {
  ...RECORD,
  versions: [
    { text: 'Wrote the first program.', rev: 'laptop~0d6f2b7a1c34', at: updatedAt - 5_000, device: 'laptop' },
  ],
}

const EPOCH = 1795078800000

const WRITE_ERRORS = {
  ...SESSION_ERRORS,
  conflict: ERRORS.conflict.example,
  too_large: `The request is larger than ${SYNC_LIMITS.pushBytes} bytes.`,
}

export const SYNC_ROUTES: readonly Route[] = [
  {
    operationId: 'pull',
    method: 'GET',
    path: '/api/sync',
    auth: 'session',
    tag: 'Sync',
    summary: 'Pull',
    description: `Each record changed after the cursor, as it now is, deleted ones too: up to ${SYNC_LIMITS.pullRecords.toLocaleString('en')}, or ${SYNC_LIMITS.pullBytes / MEGABYTE} MB. While \`more\` is true, ask again with the \`cursor\` of the answer. \`reset\` says that the cursor was of no use: the server was restored from a backup, or the device was away for longer than deleted records are told (${SYNC_LIMITS.tombstoneDays} days). Then everything is sent, and what the device has beyond it is gone.`,
    parameters: [],
    query: PullQuery,
    rate: 'devices',
    gzip: true,
    answer: PullAnswer,
    errors: {
      ...SESSION_ERRORS,
      bad_request: 'cursor takes the cursor of the previous answer. Leave it out to start again.',
    },
    example: {
      request: `/api/sync?cursor=${EPOCH}.41.7&limit=500`,
      answer: {
        records: [RECORD],
        cursor: `${EPOCH}.42.8`,
        epoch: EPOCH,
        more: false,
        reset: false,
        now: updatedAt + 2_000,
        head: 42,
        count: 3,
        checksum: '04c1a9e02b7d3',
      },
    },
  },
  {
    operationId: 'push',
    method: 'POST',
    path: '/api/sync',
    auth: 'session',
    tag: 'Sync',
    summary: 'Push',
    description: `Offers records that were edited, up to ${SYNC_LIMITS.pushRecords} of them or ${SYNC_LIMITS.pushBytes / MEGABYTE} MB, which land in one transaction. For each the answer says what became of it and what the server now holds. Words whose writer had not seen the words that are held are kept beside them, until a person picks. A page on which somebody else wrote after the \`cursor\` is not deleted. A record that can never be taken is \`refused\` and holds up no other. The same push again changes nothing. The body may be sent as gzip. With another epoch than the server's it is 409: pull first.`,
    parameters: [],
    rate: 'devices',
    gzip: true,
    body: Push,
    answer: PushAnswer,
    errors: {
      ...WRITE_ERRORS,
      bad_request: 'the push: epoch takes a finite number, and is missing.',
      conflict: 'This server was restored from a backup since the last pull, and nothing was written.',
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
    operationId: 'listConflicts',
    method: 'GET',
    path: '/api/sync/conflicts',
    auth: 'session',
    tag: 'Sync',
    summary: 'List conflicts',
    description: 'The blocks whose words were changed on two devices, with both, until a person picks.',
    parameters: [],
    query: ConflictsQuery,
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
    method: 'POST',
    path: '/api/sync/conflicts/{id}',
    auth: 'session',
    tag: 'Sync',
    summary: 'Pick a version',
    description: 'Keeps the words of one revision; the other versions of the block go.',
    parameters: [BLOCK_ID],
    rate: 'devices',
    gzip: true,
    body: Pick,
    answer: PickAnswer,
    errors: {
      ...WRITE_ERRORS,
      not_found: 'No block has the id "c0a2f6de".',
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
