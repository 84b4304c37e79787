/**
 * The routes of the history: moments of pages, snapshots, and restores. Only a device session opens them.
 * @see history 2, 3, 4
 */
import { ERRORS } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { EXAMPLE_CHANGE, EXAMPLE_PAGE } from './examples.ts'
import { COMMIT_SEQ, HISTORY_PAGE, SNAPSHOT_ID } from './path-parameters.ts'
import { RECENT_ERRORS, SESSION_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'
import * as v from 'valibot'
import {
  ForgetAnswer,
  ForgetBody,
  MakeSnapshot,
  PageHistory,
  PageState,
  RestoreAnswer,
  RestoreBody,
  RestoreJobAnswer,
  Snapshot,
  SnapshotList,
  SnapshotRemoved,
} from '../schemas/history.ts'

const { bad_request: _noParameters, ...ERRORS_OF_SESSION } = SESSION_ERRORS
const PAGES = '/api/v1/settings/pages/{id}/history'
const SNAPSHOTS = '/api/v1/settings/snapshots'
const NO_SNAPSHOT = 'No snapshot of this account has the id "7d3c9f10".'
const GONE = 'The server no longer has all states of that time.'
const EXAMPLE_SNAPSHOT: Snapshot = {
  id: '5e0f7a52-1c0b-4d38-9a6e-2f4b8d7c1e90',
  name: 'Before the clean-up',
  seq: 412,
  at: 1795169100000,
}

export const HISTORY_ROUTES: readonly Route[] = [
  {
    operationId: 'listPageHistory',
    client: 'history.listPage',
    method: 'GET',
    path: PAGES,
    auth: 'session',
    tag: 'History',
    summary: 'List the history of a page',
    description: `The commits that changed a page, newest first, with their authors and what changed. The server keeps earlier states for ${LIMITS.historyDays} days, unless it has another setting.`,
    parameters: [HISTORY_PAGE],
    query: WindowQuery,
    answer: PageHistory,
    errors: { ...SESSION_ERRORS, not_found: 'No page is called "7d3c9f10".' },
    example: {
      request: `/api/v1/settings/pages/${EXAMPLE_PAGE.id}/history?limit=1`,
      answer: {
        history: [
          {
            seq: 409,
            at: 1795169000000,
            by: { kind: 'device', id: 'd-1', name: 'Phone' },
            page: false,
            added: 0,
            changed: 1,
            removed: 0,
          },
        ],
        total: 12,
        next: 1,
      },
    },
  },
  {
    operationId: 'readPageState',
    client: 'history.readPage',
    method: 'GET',
    path: `${PAGES}/{seq}`,
    auth: 'session',
    tag: 'History',
    summary: 'Read a page as it was',
    description:
      'The page as it was after a commit, with its properties and its blocks in the order of reading, and what the commit changed on it.',
    parameters: [HISTORY_PAGE, COMMIT_SEQ],
    query: WindowQuery,
    answer: PageState,
    errors: {
      ...SESSION_ERRORS,
      not_found: 'There was no such page or block after the commit 12.',
      conflict: GONE,
    },
    example: {
      request: `/api/v1/settings/pages/${EXAMPLE_PAGE.id}/history/409`,
      answer: {
        seq: 409,
        id: EXAMPLE_PAGE.id,
        name: 'Ada Lovelace',
        properties: { type: 'person' },
        blocks: [{ id: 'b-1', depth: 0, text: 'Wrote the first program.' }],
        changes: [
          { kind: 'block', id: 'b-1', before: 'Wrote a program.', after: 'Wrote the first program.' },
        ],
        total: 1,
        next: null,
      },
    },
  },
  {
    operationId: 'restore',
    client: {
      method: 'history.restore',
      once: 'a second restore would be another change',
      unless: 'preview',
    },
    recent: 'to_widen',
    method: 'POST',
    path: '/api/v1/settings/restore',
    auth: 'session',
    audit: 'restore',
    tag: 'History',
    summary: 'Restore a block, a page or the graph',
    description: `Writes an earlier state on top of the present one: of a \`block\`, of a \`page\`, or of the whole graph. Devices take it like any edit, and words that they have not sent yet become versions. The list of changes has one entry for all of it. With \`preview\`, nothing is written, and the answer counts what would change. If more than ${LIMITS.restoredAtOnce} pages and blocks of the graph would change, the restore runs in the background, and the answer has \`running\`. If it was interrupted, the same request continues it. The restore of one page writes up to ${LIMITS.restoredOfPage} blocks.`,
    parameters: [],
    body: RestoreBody,
    answer: RestoreAnswer,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'A restore needs exactly one of seq, snapshot and at.',
      not_found: NO_SNAPSHOT,
      conflict: GONE,
      too_large: ERRORS.too_large.example,
      quota_full: ERRORS.quota_full.example,
    },
    example: {
      request: '/api/v1/settings/restore',
      body: { page: EXAMPLE_PAGE.id, seq: 409 },
      answer: {
        preview: false,
        seq: 409,
        pages: { changed: 0, back: 0, gone: 0 },
        blocks: { changed: 2, back: 1, gone: 0 },
        kept: 0,
        changeId: EXAMPLE_CHANGE.id,
      },
    },
  },
  {
    operationId: 'forget',
    client: { method: 'history.forget', once: false },
    recent: 'always',
    method: 'POST',
    path: '/api/v1/settings/history/forget',
    auth: 'session',
    audit: 'history_forgotten',
    tag: 'History',
    summary: 'Forget earlier states',
    description:
      'Makes the server forget the earlier states of a `block`, or of a `page` with all blocks that are or were on it. The present state stays, and the history and snapshots show it for earlier times too. Entries of the list of changes that touched them are gone, so these changes can no longer be reverted. Messages to webhooks that name one of them are gone, also one that waits, and so are stored answers of requests with an `Idempotency-Key`. This cannot be undone. Devices and backups keep what they have. The route also works in grace.',
    parameters: [],
    body: ForgetBody,
    answer: ForgetAnswer,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'This needs a page or a block, and not both.',
      not_found: 'No page is called "7d3c9f10".',
      conflict: 'A restore of this graph is still running.',
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: '/api/v1/settings/history/forget',
      body: { page: EXAMPLE_PAGE.id },
      answer: { states: 12, changes: 2, deliveries: 0 },
    },
  },
  {
    operationId: 'readRestore',
    client: 'history.readRestore',
    method: 'GET',
    path: '/api/v1/settings/restore',
    auth: 'session',
    tag: 'History',
    summary: 'Get restore progress',
    description: 'The restore of the graph that runs in the background, or the last one.',
    parameters: [],
    answer: RestoreJobAnswer,
    errors: ERRORS_OF_SESSION,
    example: {
      request: '/api/v1/settings/restore',
      answer: {
        restore: {
          changeId: EXAMPLE_CHANGE.id,
          state: 'running',
          seq: 412,
          startedAt: 1795169100000,
          done: 1200,
          total: 41_200,
        },
      },
    },
  },
  {
    operationId: 'listSnapshots',
    client: 'history.listSnapshots',
    method: 'GET',
    path: SNAPSHOTS,
    auth: 'session',
    tag: 'History',
    summary: 'List snapshots',
    description: 'The snapshots of days, and those that the owner made, newest first.',
    parameters: [],
    query: WindowQuery,
    answer: SnapshotList,
    errors: SESSION_ERRORS,
    example: {
      request: `${SNAPSHOTS}?limit=1`,
      answer: { snapshots: [EXAMPLE_SNAPSHOT], total: 9, next: 1 },
    },
  },
  {
    operationId: 'makeSnapshot',
    client: { method: 'history.makeSnapshot', takes: 'name', once: 'there would be two snapshots' },
    method: 'POST',
    path: SNAPSHOTS,
    auth: 'session',
    audit: 'snapshot_made',
    tag: 'History',
    summary: 'Make a snapshot',
    description: `Gives the graph as it is now a name. An account can have ${LIMITS.namedSnapshots} such snapshots, and each stays until it is removed.`,
    parameters: [],
    body: MakeSnapshot,
    answer: Snapshot,
    errors: {
      ...SESSION_ERRORS,
      bad_request: 'A snapshot needs a name.',
      conflict: `This account already has ${LIMITS.namedSnapshots} snapshots, which is the limit.`,
      too_large: ERRORS.too_large.example,
    },
    example: { request: SNAPSHOTS, body: { name: EXAMPLE_SNAPSHOT.name }, answer: EXAMPLE_SNAPSHOT },
  },
  {
    operationId: 'readSnapshot',
    client: 'history.readSnapshot',
    method: 'GET',
    path: `${SNAPSHOTS}/{id}`,
    auth: 'session',
    tag: 'History',
    summary: 'Read a snapshot',
    description: 'The name, the time and the commit of a snapshot.',
    parameters: [SNAPSHOT_ID],
    answer: Snapshot,
    errors: { ...SESSION_ERRORS, not_found: NO_SNAPSHOT },
    example: { request: `${SNAPSHOTS}/${EXAMPLE_SNAPSHOT.id}`, answer: EXAMPLE_SNAPSHOT },
  },
  {
    operationId: 'removeSnapshot',
    client: { method: 'history.removeSnapshot', once: 'the snapshot would no longer be found' },
    method: 'DELETE',
    path: `${SNAPSHOTS}/{id}`,
    auth: 'session',
    audit: 'snapshot_removed',
    tag: 'History',
    summary: 'Remove a snapshot',
    description:
      'Removes the name. States that only this snapshot needed are deleted later. The route also works in grace.',
    parameters: [SNAPSHOT_ID],
    answer: SnapshotRemoved,
    errors: { ...SESSION_ERRORS, not_found: NO_SNAPSHOT },
    example: { request: `${SNAPSHOTS}/${EXAMPLE_SNAPSHOT.id}`, answer: { ok: true } },
  },
  {
    operationId: 'exportSnapshot',
    client: 'history.downloadSnapshot',
    recent: 'always',
    method: 'GET',
    path: `${SNAPSHOTS}/{id}/archive`,
    auth: 'session',
    audit: 'export',
    tag: 'History',
    summary: 'Export a snapshot',
    description:
      'The graph as it was, as a zip archive like that of an export. It has the files of that time. `missing-files.txt` in it lists those that the server no longer has.',
    parameters: [SNAPSHOT_ID],
    bytes: 'archive',
    answer: v.any(),
    errors: { ...RECENT_ERRORS, not_found: NO_SNAPSHOT, conflict: GONE },
    example: {
      request: `${SNAPSHOTS}/${EXAMPLE_SNAPSHOT.id}/archive`,
      answer: 'The bytes of the archive.',
    },
  },
]
