/** The routes by which a graph comes in and goes out as an archive. @see operations, import and export */
import * as v from 'valibot'
import { ImportAnswer, ImportQuery, type ImportJob } from '../schemas/imports.ts'
import { LIMITS } from '../limits.ts'
import { SESSION_ERRORS } from './errors.ts'
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
    method: 'GET',
    path: '/api/v1/settings/export',
    auth: 'session',
    tag: 'Import and export',
    summary: 'Export',
    description:
      'The whole graph as a zip archive of Markdown in Logseq layout, with its files in `assets/`. It imports back to the same graph. It is made as it is sent, so its length is not known before; an archive that ends too early is one that failed.',
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
    method: 'GET',
    path: '/api/v1/settings/import',
    auth: 'session',
    tag: 'Import and export',
    summary: 'How far an import has come',
    description: 'The import that is under way, or what came of the last.',
    parameters: [],
    answer: ImportAnswer,
    errors: ERRORS_OF_SESSION,
    example: { request: '/api/v1/settings/import', answer: { import: RUNNING } },
  },
  {
    operationId: 'startImport',
    method: 'POST',
    path: '/api/v1/settings/import',
    auth: 'session',
    tag: 'Import and export',
    summary: 'Import',
    description: `Takes in a zip archive, of up to ${GIGABYTES} GB, and begins to import it: a Logseq folder, or a folder of Markdown notes, which may hold JSON exports of Roam Research and outlines in OPML. One of the two may also be sent by itself, as \`application/octet-stream\`. It answers once the archive has arrived; the import goes on by itself, one at a time (409). It adds what is not there, and never overwrites or removes. With \`dry_run=true\` it writes nothing, and the report says what an import would do.`,
    parameters: [],
    query: ImportQuery,
    bytes: 'body',
    mediaType: 'application/zip',
    answer: ImportAnswer,
    errors: {
      ...SESSION_ERRORS,
      bad_request:
        'It is no zip archive, or a part of it is missing; or `dry_run` is neither `true` nor `false`.',
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
