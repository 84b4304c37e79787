/** The routes by which a graph comes in and goes out as an archive. @see operations, import and export */
import * as v from 'valibot'
import { ImportAnswer, ImportQuery, type ImportJob } from '../schemas/imports.ts'
import { LIMITS } from '../limits.ts'
import { RECENT_ERRORS, SESSION_ERRORS } from './errors.ts'
import type { Route } from './route.ts'

const RUNNING: ImportJob = {
  id: '2b6d8f31-9c4a-4e7b-8d05-3f1a6c9e2b74',
  state: 'running',
  startedAt: 1795169100000,
  done: 120,
  total: 412,
}

const GIGABYTES = LIMITS.importBytes / 2 ** 30

const { bad_request: _noParameters, ...ERRORS_OF_SESSION } = SESSION_ERRORS

export const TRANSFER_ROUTES: readonly Route[] = [
  {
    operationId: 'exportGraph',
    client: 'transfer.export',
    recent: 'always',
    method: 'GET',
    path: '/api/v1/settings/export',
    auth: 'session',
    audit: 'export',
    tag: 'Import and export',
    summary: 'Export',
    description:
      'The whole graph as a zip archive of Markdown in Logseq layout, with its files in `assets/`. An import of the archive gives the same graph. The server creates the archive while sending, so there is no length; an archive without its end failed.',
    parameters: [],
    bytes: 'archive',
    answer: v.any(),
    errors: {
      ...ERRORS_OF_SESSION,
      conflict: 'Too many exports of this account are already running.',
    },
    example: { request: '/api/v1/settings/export', answer: 'The bytes of the archive.' },
  },
  {
    operationId: 'readImport',
    client: 'transfer.readImport',
    method: 'GET',
    path: '/api/v1/settings/import',
    auth: 'session',
    tag: 'Import and export',
    summary: 'Get import progress',
    description: 'The running import, or the result of the last one.',
    parameters: [],
    answer: ImportAnswer,
    errors: ERRORS_OF_SESSION,
    example: { request: '/api/v1/settings/import', answer: { import: RUNNING } },
  },
  {
    operationId: 'startImport',
    client: {
      method: 'transfer.startImport',
      byHand: true,
      once: 'a second one would be refused while the first runs',
    },
    method: 'POST',
    path: '/api/v1/settings/import',
    auth: 'session',
    audit: 'import',
    tag: 'Import and export',
    summary: 'Import',
    description: `Uploads a zip archive of up to ${GIGABYTES} GB and starts to import it: a Logseq folder, or a folder of Markdown notes. The folder may contain JSON exports of Roam Research and OPML outlines; one such file may also be sent alone, as \`application/octet-stream\`. The answer comes after the upload, and the import continues in the background. An account runs one import at a time (409). An import adds missing items, and never overwrites or deletes. With \`dry_run=true\` the server writes nothing, and the report shows what an import would do.`,
    parameters: [],
    query: ImportQuery,
    bytes: 'body',
    mediaTypes: ['application/zip', 'application/octet-stream'],
    answer: ImportAnswer,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'The body is not a complete zip archive, or `dry_run` is neither `true` nor `false`.',
      conflict: 'An import of this account is already running.',
      too_large: `The archive is larger than ${GIGABYTES} GB.`,
    },
    example: {
      request: '/api/v1/settings/import',
      body: 'The bytes of the archive.',
      answer: { import: { ...RUNNING, done: 0, total: 0 } },
    },
  },
]
