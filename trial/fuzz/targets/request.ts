/** Requests of every route that writes: each answer is one of the OpenAPI documents, and a refusal changes nothing. */
import { deepEqual, ok } from 'node:assert/strict'
import { ALL_ROUTES, routeOf, type Route } from '@notegraph/contract'
import fc from 'fast-check'
import { routesOf } from '../../../packages/server/test/described.ts'
import { openSync, type SyncApi } from '../../../packages/server/test/syncing.ts'
import type { Target } from '../target.ts'
import { resolve, schemaOf } from './documents.ts'
import { filled, fuzzedApp, stateOf } from './fuzzed-app.ts'
import { jsonText } from './json-text.ts'
import { readRequest, requestText } from './request-text.ts'
import { IDS, KEYS, NAMED, PAGE_NAMES, VALUES } from './sample-words.ts'

/** Pushes and uploads to import are targets of their own. */
const OTHERS = new Set(['push', 'startImport'])
const WRITING = ALL_ROUTES.filter((route) => route.method !== 'GET' && !OTHERS.has(route.operationId))

const schemas = {
  resolve,
  texts: [...VALUES, ...PAGE_NAMES, ...IDS],
  named: { ...NAMED, ids: [...IDS, 'CHANGE'] },
}

function bodyOf(route: Route): fc.Arbitrary<string> {
  if (route.body) return jsonText(schemaOf(route), schemas)
  if (route.bytes === 'body') return fc.string({ unit: 'binary', maxLength: 200 })
  return fc.constantFrom('', '', '', '{}', 'x')
}

/** Names in the place of the ids of each app, as `open` creates them. */
const MADE = ['SHARE', 'WEBHOOK', 'SNAPSHOT', 'CHANGE', 'TOKEN', 'DEVICE', 'BROWSER'] as const

/** The values of a path parameter. */
function parameter({ path }: Route, name: string): fc.Arbitrary<string> {
  if (name === 'name') return fc.constantFrom(...PAGE_NAMES)
  if (name === 'key') return fc.constantFrom(...KEYS)
  if (name === 'slug') return fc.constantFrom('garden', 'garden', 'none')
  const own = MADE.find((one) => path.includes(`/${one.toLowerCase()}s/{`))
  return own ? fc.constantFrom(own, own, own, 'none') : fc.constantFrom(...IDS)
}

/** A path, with the names and ids of the graph in the place of its parameters. */
const targetOf = (route: Route): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('', '?', '?name=map.png'),
      ...route.parameters.map(({ name }) => parameter(route, name)),
    )
    .map(([query, ...values]) => {
      const { path, parameters } = route
      return (
        parameters.reduce((made, { name }, i) => made.replace(`{${name}}`, encodeURIComponent(values[i]!)), path) + query
      )
    }) // prettier-ignore

const headers = fc.record(
  {
    'Content-Type': fc.oneof(
      { weight: 20, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom('application/json; charset=latin1', 'text/plain', 'image/png', '') },
    ),
    'Idempotency-Key': fc.constantFrom('k1', 'k2', '', 'x'.repeat(300), 'a b'),
    'If-Match': fc.constantFrom('*', '"5Yl0tM0rVnX0aPzq2bq3bA"', 'W/"x"', '"', ''),
    'Content-Encoding': fc.constantFrom('identity', 'gzip', 'br'),
  },
  { requiredKeys: ['Content-Type'] },
) // prettier-ignore

/** Leaves out most headers, since nearly any of them is a reason to refuse. */
const fewHeaders = fc.tuple(headers, fc.nat(9)).map(([all, dice]) =>
  dice > 0 ? { 'Content-Type': all['Content-Type'] } : all,
) // prettier-ignore

const request = fc
  .constantFrom(...WRITING)
  .chain((route) => fc.tuple(fc.constant(route.method), targetOf(route), fewHeaders, bodyOf(route)))
  .map(([method, target, headers, body]) => requestText({ method, target, headers }, body))

interface FilledApi extends SyncApi {
  readonly made: { readonly [name in (typeof MADE)[number]]: string }
}

/** An app that has one of everything that a route ends or changes. */
async function open(): Promise<FilledApi> {
  const api = await openSync()
  const { session: token, store, graph } = api
  const headers = { 'Content-Type': 'application/json' }
  const make = async (path: string, body: unknown) =>
    api.call(`/api/v1/settings/${path}`, { method: 'POST', token, headers, body: JSON.stringify(body) })
  await make('shares', { page: 'Plans' })
  await make('webhooks', { url: 'https://hook.example/notes' })
  await make('snapshots', { name: 'Before' })
  await make('sites', { slug: 'garden', title: 'Garden', tag: 'engines' })
  await make('digest/browsers', routeOf('addDigestBrowser').example.body)
  await api.post('/pages/Plans/blocks', { text: 'a change' })
  const { changes } = await graph.changes.list({ since: 0 }, { limit: 1, offset: 0 })
  const idIn = (list: readonly { readonly id: string }[]): string => list[0]?.id ?? 'none'
  const made = {
    SHARE: idIn(await store.shares.list('me')),
    WEBHOOK: idIn(await store.webhooks.list('me')),
    SNAPSHOT: idIn(await graph.history.snapshots()),
    CHANGE: idIn(changes),
    TOKEN: idIn(await store.tokens.list('me')),
    DEVICE: idIn(await store.sessions.list('me')),
    BROWSER: idIn(await store.digests.ways('me')),
  }
  return { ...api, made }
}

const app = fuzzedApp(open)

const target: Target = {
  name: 'request',
  grammar: fc.noBias(request),
  tokens: [
    ...'{ } [ ] , : "" null true -1 1e999 "__proto__": "text": "name": "value": "properties": "ids": \\ud800 \\u0000 ../ %2F % ?'.split(' '),
    'PATCH ', 'DELETE ', '\nIf-Match: *', '\nIdempotency-Key: k1', '\nContent-Encoding: gzip', '\n\n', '\ufeff', '"a":1,"a":2',
  ], // prettier-ignore
  check: (input) =>
    app.use(async (api) => {
      const { headers, body, ...sent } = readRequest(filled(input, api.made))
      const routes = routesOf(sent.target)
      // Mutations lead to pages for people and to other protocols, which answer in other forms.
      if (routes.length === 0) return
      const token = routes.some(({ auth }) => auth === 'session') ? api.session : api.token
      const before = await stateOf(api)
      const reply = await api.call(sent.target, { method: sent.method, headers, body, token })
      ok(reply.status < 500, `the answer is ${reply.status}: ${reply.text}`)
      if (reply.status >= 400 || reply.body['changed'] === false) deepEqual(await stateOf(api), before)
      if (reply.status === 401) app.fresh() // an earlier request ended the session, or revoked the token
    }),
  fresh: () => app.fresh(),
}
export default target
