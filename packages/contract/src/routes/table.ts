/**
 * The routes of the HTTP API: those for tokens, in the order of their endpoints, and those for device sessions. The
 * server mounts only these (`packages/server/src/http/mount.ts`), so mounting, checks and documents agree.
 */
import * as v from 'valibot'
import { OPEN_ERRORS } from './errors.ts'
import type { Route, RouteFacts } from './route.ts'
import { AUDIT_ROUTES } from './audit.ts'
import { DEVICE_ROUTES } from './devices.ts'
import { ADD_FILE, READ_FILE } from './files.ts'
import { HISTORY_ROUTES } from './history.ts'
import { LISTEN_FOR_PAGES } from './live.ts'
import { READ_BLOCK_LINKS, READ_LINKS, READ_ROUTES } from './read.ts'
import { CHANGE_ROUTES, OWN_CHANGE_ROUTES } from './changes.ts'
import { DIGEST_ROUTES } from './digests.ts'
import { NOTICE_ROUTES } from './notices.ts'
import { SHARE_ROUTES } from './shares.ts'
import { SITE_ROUTES } from './sites.ts'
import { STORAGE_ROUTES } from './storage.ts'
import { SYNC_ROUTES } from './sync.ts'
import { TOKEN_ROUTES } from './tokens.ts'
import { OWN_ACCOUNT_ROUTES } from './own-account.ts'
import { PEOPLE_ROUTES } from './people.ts'
import { PLUGIN_ROUTES } from './plugins.ts'
import { WEBHOOK_ROUTES } from './webhooks.ts'
import { TRANSFER_ROUTES } from './transfer.ts'
import { ORGANIZE_ROUTES } from './organize.ts'
import { ADD_OUTLINE, BATCH_WRITE, SET_BLOCK_PROPERTIES, WRITE_ROUTES } from './write.ts'

/** The path above the routes of the notes API. */
export const NOTES_PATH = '/api/v1/notes'

export const ApiDocument = v.pipe(
  v.looseObject({
    openapi: v.literal('3.1.0'),
    info: v.looseObject({ title: v.string(), version: v.string() }),
    paths: v.looseObject({}),
  }),
  v.description('An OpenAPI 3.1 document.'),
)

const DESCRIBE = {
  operationId: 'describeApi',
  client: { none: 'A document for tools that generate clients, open to any caller.' },
  method: 'GET',
  path: '/api/v1/openapi.json',
  auth: 'open',
  tag: 'Describe',
  summary: 'This document',
  description:
    'The API as an OpenAPI 3.1 document. Any caller and any browser page can read this; requests do not count towards a rate.',
  parameters: [],
  answer: ApiDocument,
  gzip: true,
  prepared: true,
  errors: OPEN_ERRORS,
  example: {
    request: '/api/v1/openapi.json',
    answer: { openapi: '3.1.0', info: { title: 'Notegraph', version: '1.0.0' }, paths: {} },
  },
} as const satisfies Omit<RouteFacts, 'number'>

const DESCRIBE_APP: Route = {
  ...DESCRIBE,
  operationId: 'describeApp',
  path: '/api/v1/settings/openapi.json',
  description: `The routes for apps as an OpenAPI 3.1 document; \`${DESCRIBE.path}\` describes the notes API. Any caller and any browser page can read this; requests do not count towards a rate.`,
  example: {
    request: '/api/v1/settings/openapi.json',
    answer: { openapi: '3.1.0', info: { title: 'Notegraph for apps', version: '1.0.0' }, paths: {} },
  },
}

/** The notes API, as its document describes it beside MCP. */
export const ROUTES: readonly Route[] = [
  ...READ_ROUTES,
  ...WRITE_ROUTES,
  { ...DESCRIBE, number: 14 },
  SET_BLOCK_PROPERTIES,
  ADD_OUTLINE,
  LISTEN_FOR_PAGES,
  ...OWN_CHANGE_ROUTES,
  READ_LINKS,
  ...ORGANIZE_ROUTES,
  READ_BLOCK_LINKS,
  BATCH_WRITE,
  READ_FILE,
]

/** The API for apps on a signed-in device, with a document of its own. */
export const APP_ROUTES: readonly Route[] = [
  ...TOKEN_ROUTES,
  ...CHANGE_ROUTES,
  ...HISTORY_ROUTES,
  ...STORAGE_ROUTES,
  ...NOTICE_ROUTES,
  ...DIGEST_ROUTES,
  ...DEVICE_ROUTES,
  ...OWN_ACCOUNT_ROUTES,
  ...PEOPLE_ROUTES,
  ...AUDIT_ROUTES,
  ...SHARE_ROUTES,
  ...SITE_ROUTES,
  ...WEBHOOK_ROUTES,
  ...PLUGIN_ROUTES,
  ...TRANSFER_ROUTES,
  ADD_FILE,
  ...SYNC_ROUTES,
  DESCRIBE_APP,
]

/** Every route that the server mounts. */
export const ALL_ROUTES: readonly Route[] = [...ROUTES, ...APP_ROUTES]

/**
 * The route with an operation id.
 * @throws {Error} for an unknown operation id, which is a bug
 * @example
 * routeOf('searchBlocks').path
 */
export function routeOf(operationId: string): Route {
  const route = ALL_ROUTES.find((one) => one.operationId === operationId)
  if (!route) throw new Error(`No route has the operation id ${operationId}.`)
  return route
}
