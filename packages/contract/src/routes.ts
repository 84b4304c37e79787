/**
 * The routes of the HTTP API, in the order of their endpoints; then those of the settings, of files and of sync. One table:
 * what is mounted, what is checked and what is described cannot disagree.
 */
import * as v from 'valibot'
import { OPEN_ERRORS } from './route-errors.ts'
import type { Route } from './route.ts'
import { FILE_ROUTES } from './routes-files.ts'
import { READ_ROUTES } from './routes-read.ts'
import { SETTINGS_ROUTES } from './routes-settings.ts'
import { SYNC_ROUTES } from './routes-sync.ts'
import { WRITE_ROUTES } from './routes-write.ts'

export const ApiDocument = v.pipe(
  v.looseObject({
    openapi: v.literal('3.1.0'),
    info: v.looseObject({ title: v.string(), version: v.string() }),
    paths: v.looseObject({}),
  }),
  v.description('An OpenAPI 3.1 document.'),
)

const DESCRIBE: Route = {
  number: 14,
  operationId: 'describeApi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  auth: 'open',
  tag: 'Describe',
  summary: 'This document',
  description:
    'The API as an OpenAPI 3.1 document. Open to any caller and any browser page, and not counted in the request rate.',
  parameters: [],
  answer: ApiDocument,
  errors: OPEN_ERRORS,
  example: {
    request: '/api/v1/openapi.json',
    answer: { openapi: '3.1.0', info: { title: 'Notegraph', version: '1.0.0' }, paths: {} },
  },
}

export const ROUTES: readonly Route[] = [
  ...READ_ROUTES,
  ...WRITE_ROUTES,
  DESCRIBE,
  ...SETTINGS_ROUTES,
  ...FILE_ROUTES,
  ...SYNC_ROUTES,
]
