/**
 * Two accounts. No route, page, file, cookie or token of one shows or changes anything of the other. The routes are
 * those that the app has mounted, so that a new route is tested at once. The second account requests every thing of the
 * first, in every place where a request names something. Each answer must equal the answer for a missing thing.
 *
 * @module-tag both-stores
 */
import { APP_ROUTES, ROUTES, TOOLS, type Route } from '@notegraph/contract'
import { areEmbedded } from '@notegraph/store/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAddress, openTwo, sameBrowser, type Keys, type TwoAccounts } from './two-accounts.ts'

interface Request {
  readonly target: string
  readonly body?: unknown
}

interface Mounted {
  readonly method: string
  /** The router's form, such as `/api/files/:id`. */
  readonly path: string
}

/** One pair of accounts for all requests that change nothing. To make one takes as long as a hundred requests. */
const opened = await openTwo()

const isPage = (path: string): boolean => !path.startsWith('/api/') || path.startsWith('/api/sign-')
/** The routes of the app, except the handlers of unsupported methods, and the files of the build. */
const MOUNTED: readonly Mounted[] = unique(
  opened.api.app.routes.flatMap(({ method, path }) => {
    if (method !== 'ALL') return { method, path }
    return isPage(path) ? ['GET', 'POST'].map((one) => ({ method: one, path })) : []
  }),
).filter(({ method, path }) => method !== 'OPTIONS' && !/^\/assets\/[^*]/.test(path))

function unique(list: readonly Mounted[]): Mounted[] {
  return [...new Map(list.map((one) => [`${one.method} ${one.path}`, one])).values()]
}

/** Routes that reveal nothing about any account: the state of the process, and the description of the API. */
const OF_NOBODY = new Set([
  '/healthz',
  '/readyz',
  '/api/v1/openapi.json',
  '/api/v1/settings/openapi.json',
  '/api/v1/notes/types',
])

/** Fields of forms, each tried on every page. */
const FIELDS = [
  'id',
  'ids',
  'name',
  'device',
  'scope',
  'zone',
  'change',
  'token',
  'page',
  'block',
  'pick',
  'rev',
  'to',
]

/**
 * Whether each place of a page is asked for apart. On a slower store one request asks for all of them: what a page reads from
 * where is the same there.
 */
const EACH_APART = areEmbedded()

/** Parameters that pages read. */
const OF_PAGES = ['q', 'to', 'token', 'page', 'id', 'block', 'name']

const described = ({ method, path }: Mounted): Route | undefined =>
  [...ROUTES, ...APP_ROUTES].find(
    (route) => route.method === method && route.path.replaceAll(/\{(\w+)\}/g, ':$1') === path,
  )

/** Every request of a route that names the thing, once for each place. */
function requestsOf(mounted: Mounted, thing: string): Request[] {
  const { method, path } = mounted
  const encoded = encodeURIComponent(thing)
  const parts = path.split('/').filter((part) => part.startsWith(':'))
  const named = parts.length > 0 ? path.replaceAll(/:\w+/g, encoded) : path.replace('*', encoded)
  const parameters = isPage(path) ? OF_PAGES : Object.keys(described(mounted)?.query?.entries ?? {})
  const pairs = parameters.map((name) => `${name}=${encoded}`)
  const query = (isPage(path) && !EACH_APART ? [pairs.join('&')] : pairs).map((one) => `${named}?${one}`)
  if (method === 'GET') return [named, ...query].map((target) => ({ target }))
  return bodiesOf(mounted, thing).map((body) => ({ target: named, body }))
}

function bodiesOf(mounted: Mounted, thing: string): unknown[] {
  const { path } = mounted
  if (path === '/api/mcp')
    return TOOLS.flatMap(({ name, arguments: schema, example }) =>
      Object.keys(schema.entries).map((key) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: { ...example.arguments, [key]: thing } },
      })),
    )
  if (isPage(path)) {
    const fields = FIELDS.map((field) => ({ [field]: thing }))
    return [{}, ...(EACH_APART ? fields : [Object.assign({}, ...fields)])]
  }
  const route = described(mounted)
  if (!route) throw new Error(`${mounted.method} ${path} is in no table of the contract.`)
  if (route.bytes === 'body') return [undefined]
  const example: object = route.example.body ?? {}
  const keys = Object.keys(route.body?.entries ?? {})
  const whole = JSON.stringify(example).replaceAll(
    /"(pageId|parentId|id|rev)":"[^"]*"/g,
    `"$1":${JSON.stringify(thing)}`,
  )
  return [
    example,
    JSON.parse(whole),
    ...keys.flatMap((key) => [thing, [thing]].map((value) => ({ ...example, [key]: value }))),
  ]
}

interface Answer {
  readonly status: number
  readonly text: string
}

type Kind = 'token' | 'session' | 'browser' | 'nothing'

/** The kinds of credentials for a path. Files accept two. */
function kindsOf(path: string): Kind[] {
  if (isPage(path)) return ['browser']
  if (/^\/api\/(v1\/settings|sync)/.test(path)) return ['session']
  return path.startsWith('/api/files') ? ['token', 'session'] : ['token']
}

type Asked = readonly [two: TwoAccounts, mounted: Mounted, keys: Keys, kind: Kind]

async function ask([two, mounted, keys, kind]: Asked, { target, body }: Request): Promise<Answer> {
  const { method, path } = mounted
  if (isPage(path)) {
    const cookies = kind === 'browser' ? keys.browser.cookies : new Map<string, string>()
    const browser = sameBrowser(two.api, { ...keys.browser, cookies })
    const fields = body as Record<string, string> | undefined
    const response = method === 'GET' ? await browser.get(target) : await browser.post(target, fields)
    const headers = [response.headers.get('location'), ...response.headers.getSetCookie()].join('\n')
    return { status: response.status, text: `${headers}\n${await response.text()}` }
  }
  const cookies = [...keys.browser.cookies]
  const secret = { ...keys, browser: cookies[0]![1], nothing: undefined }[kind]
  const response = await two.api.app.request(
    'https://notes.example/',
    {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(secret !== undefined && {
          Authorization: `Bearer ${secret}`,
          Cookie: cookies.map((pair) => pair.join('=')).join('; '),
        }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? 'bytes') }),
    },
    { incoming: { url: target, socket: { remoteAddress: newAddress() } } },
  )
  return { status: response.status, text: await textOf(response) }
}

/** The body, or the beginning of one that never ends. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text()
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

/** The marks of the first account that an answer shows, except those that the second account has sent. */
function shown({ marks }: TwoAccounts, { text }: Answer, named: readonly string[]): string[] {
  const rest = named.reduce((left, one) => left.replaceAll(one, ''), text)
  return marks.filter((mark) => !named.includes(mark) && rest.includes(mark))
}

/** A name of the same form that does not exist. */
const absent = (thing: string): string =>
  thing.replaceAll(/[a-zA-Z0-9]/g, (letter) => (/\d/.test(letter) ? '9' : letter === 'z' ? 'y' : 'z'))

/** An answer with the requested name replaced by a constant. */
const plain = ({ status, text }: Answer, asked: string): string =>
  [
    asked,
    encodeURIComponent(asked),
    encodeURIComponent(encodeURIComponent(asked)),
    new URLSearchParams({ asked }).toString().slice('asked='.length),
  ].reduce((left, spelling) => left.replaceAll(spelling, 'THING'), `${status} ${text}`)

/** Whether an answer for the thing must equal the answer for a missing one. A cursor and the own account always exist. */
const isNamed = (what: string): boolean => what !== 'cursor' && what !== 'account id'

/** The answer for a thing of the first account is the answer for a thing that does not exist. */
function equalsNobodys(
  { thing, ...of }: Readonly<Record<string, unknown>> & { thing: string },
  one: Answer,
  other: Answer,
): void {
  const [answer, expected] = [plain(one, thing), plain(other, absent(thing))]
  expect({ ...of, answer }).toEqual({ ...of, answer: expected })
}

/** Those who send an empty form to each page. */
const senders = await openTwo()

/** Whether a page has no form. It refuses every form before it reads it. */
async function hasNoForm(mounted: Mounted): Promise<boolean> {
  // An empty form signs the browser out there, and the later pages would only ask it to sign in.
  if (mounted.method !== 'POST' || !isPage(mounted.path) || mounted.path === '/api/sign-out') return false
  const asked = [senders, mounted, senders.ours, 'browser'] as const
  const { status } = await ask(asked, { target: mounted.path, body: {} })
  return status === 405
}

const SOMEBODYS: Mounted[] = []
for (const mounted of MOUNTED)
  if (!OF_NOBODY.has(mounted.path) && !(await hasNoForm(mounted))) SOMEBODYS.push(mounted)
await senders.api.store.close()

describe.each(SOMEBODYS)('$method $path', (mounted) => {
  let two: TwoAccounts
  let before: string
  beforeAll(async () => {
    const mayChange = mounted.method !== 'GET'
    two = mayChange ? await openTwo() : opened
    before = await two.look()
    return async () => (mayChange ? two.api.store.close() : undefined)
  })

  test('shows and changes nothing of the first account, whatever of it the second names', async () => {
    const named: string[] = []
    for (const [what, thing] of Object.entries(two.things)) {
      named.push(thing)
      const nobodys = requestsOf(mounted, absent(thing))
      for (const kind of kindsOf(mounted.path)) {
        for (const [i, request] of requestsOf(mounted, thing).entries()) {
          const asked = [two, mounted, two.ours, kind] as const
          const answer = await ask(asked, request)
          const outcome = { what, kind, request, status: answer.status, shown: shown(two, answer, named) }
          expect({ ...outcome, isFault: answer.status === 500 }).toMatchObject({ shown: [], isFault: false })
          if (mounted.method === 'GET' && isNamed(what))
            equalsNobodys({ what, kind, request, thing }, answer, await ask(asked, nobodys[i]!))
        }
      }
    }
    expect(await two.look()).toBe(before)
  })

  test('opens to nobody who brings nothing', async () => {
    for (const thing of Object.values(two.things)) {
      // A file's id grants access to the file; no other route reveals it.
      if (mounted.path === '/api/files/:id' && thing === two.things['file id']) continue
      for (const request of requestsOf(mounted, thing)) {
        const answer = await ask([two, mounted, two.theirs, 'nothing'], request)
        expect(shown(two, answer, [thing])).toEqual([])
      }
    }
  })
})

/** Routes that change a thing by its name. For those that only read, the test above compares too. */
const CHANGING = SOMEBODYS.filter(({ method, path }) => method !== 'GET' && /\/:(id|link)/.test(path))
const API = SOMEBODYS.filter(({ path }) => !isPage(path))

test.each(CHANGING)(
  '$method $path answers for what the first account has as for what there is not',
  async (mounted) => {
    const two = opened
    for (const [what, thing] of Object.entries(two.things)) {
      if (!isNamed(what)) continue
      const nobodys = requestsOf(mounted, absent(thing))
      for (const kind of kindsOf(mounted.path)) {
        for (const [i, request] of requestsOf(mounted, thing).entries()) {
          const asked = [two, mounted, two.ours, kind] as const
          const [one, other] = [await ask(asked, request), await ask(asked, nobodys[i]!)]
          equalsNobodys({ what, kind, request, thing }, one, other)
        }
      }
    }
  },
)

test.each(API)('$method $path opens to no cookie', async (mounted) => {
  const two = opened
  const thing = two.things['block id']!
  for (const request of requestsOf(mounted, thing)) {
    const answer = await ask([two, mounted, two.theirs, 'browser'], request)
    expect([401, 403]).toContain(answer.status)
    expect(shown(two, answer, [thing])).toEqual([])
  }
})

test('the keys of the second account still open its own, after all requests that change nothing', async () => {
  const { ours } = opened
  const own: [string, string][] = [
    [ours.token, '/api/v1/notes/pages'],
    [ours.session, '/api/sync'],
  ]
  for (const [token, path] of own) expect((await opened.api.call(path, { token })).status).toBe(200)
  const browser = sameBrowser(opened.api, ours.browser)
  const page = await browser.get('/settings/devices')
  expect([page.status, page.headers.get('location')]).toEqual([200, null])
})

test('[D9.2] a page opens to no token and to no session, sent as its cookie or as a header', async () => {
  const two = await openTwo()
  for (const secret of [two.theirs.token, two.theirs.session]) {
    const cookies = new Map([['__Host-notegraph_session', secret]])
    const browser = sameBrowser(two.api, { ...two.theirs.browser, cookies })
    const page = await browser.get('/settings/devices', { Authorization: `Bearer ${secret}` })
    expect([page.status, page.headers.get('location')]).toEqual([303, '/sign-in?to=%2Fsettings%2Fdevices'])
  }
})

test('the first account can be shown: what is looked for above is there for itself', async () => {
  const two = await openTwo()
  const page: Mounted = { method: 'GET', path: '/api/v1/notes/pages/:name' }
  const [request] = requestsOf(page, two.things['page name']!)
  const answer = await ask([two, page, two.theirs, 'token'], request!)
  expect(shown(two, answer, [])).toEqual(expect.arrayContaining(['Quokkanest', 'vermilion otter']))
})
