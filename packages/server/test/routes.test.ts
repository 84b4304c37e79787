/** The mounted routes are those of the contract's table, and each path is written only there. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ALL_ROUTES, MCP_PATH, NOTES_PATH } from '@notegraph/contract'
import { FILE_PAGE } from '@notegraph/web'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Deps, Env } from '../src/http/context.ts'
import { mountRoutes } from '../src/http/mount.ts'
import { openApi } from './api.ts'

/** Routes by method and path, as in the table. */
const inTable = ALL_ROUTES.map(({ method, path }) => `${method} ${path}`)

/**
 * Routes outside the table: MCP has its own protocol, supervisors check health, and pages show files. Readers get pages. Mail
 * programs end a digest.
 */
const OTHERS = [
  `POST ${MCP_PATH}`,
  'GET /api/version',
  'GET /healthz',
  'GET /readyz',
  `GET ${FILE_PAGE}`,
  'GET /s/{id}',
  'GET /s/{id}/files/{n}',
  'GET /s/*',
  'GET /p/{slug}',
  'GET /p/{slug}/assets/{name}',
  'GET /p/{slug}/feed.xml',
  'GET /p/{slug}/feed.json',
  'GET /p/{slug}/llms.txt',
  'GET /p/{slug}/graph',
  'GET /p/{slug}/index',
  'GET /p/{slug}/journals.xml',
  'GET /p/{slug}/{name}',
  'GET /p/{slug}/files/{name}',
  'GET /p/{slug}/pages',
  'GET /p/{slug}/pages/{id}',
  'GET /p/{slug}/pages/{id}/files/{n}',
  'GET /p/{slug}/search',
  'GET /p/{slug}/sitemap.xml',
  'GET /p/{slug}/',
  'GET /p/{slug}/*',
  'GET /p/*',
  'POST /digest/end/{secret}',
]

test('every route of the table is mounted, and nothing else is', async () => {
  const { app } = await openApi()
  const mounted = app.routes
    .filter(({ method, path }) => method !== 'ALL' && method !== 'OPTIONS' && !path.startsWith('/assets/'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(mounted.toSorted()).toEqual([...inTable, ...OTHERS].toSorted())
})

const mount = (ids: readonly string[]) => () =>
  mountRoutes(new Hono<Env>(), { store: {} } as Deps, Object.fromEntries(ids.map((id) => [id, () => {}])))
const IDS = ALL_ROUTES.map(({ operationId }) => operationId)

test.each<[what: string, ids: readonly string[], fault: string]>([
  ['a route without a handler', IDS.filter((id) => id !== 'setTask'), 'setTask has no handler.'],
  ['a handler without a route', [...IDS, 'brewTea'], 'No route has the operation id brewTea.'],
])('%s stops the start', (_, ids, fault) => {
  expect(mount(ids)).toThrow(fault)
})

test('paths of the table are below the one of their API', () => {
  const paths = ALL_ROUTES.filter(({ auth }) => auth === 'token' || auth === 'write').map(({ path }) => path)
  expect(paths.filter((path) => !path.startsWith(`${NOTES_PATH}/`))).toEqual([])
})

const packages = resolve(import.meta.dirname, '../..')
const sources = globSync('{server,web,service,mcp-server}/src/**/*.ts', { cwd: packages })
  .filter((file) => !file.endsWith('.test.ts'))
  .toSorted()

/** Route paths in code, except comments. Sign-in and billing paths are not in the table. */
const PATHS = /\bapi\\?\/(?:v1|files|sync|mcp)\b/

test('no source of the server writes a path of the table again', () => {
  expect(sources.length).toBeGreaterThan(100)
  const found = sources.flatMap((file) =>
    readFileSync(resolve(packages, file), 'utf8')
      .split('\n')
      .filter((line) => PATHS.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
