/**
 * The requests of the second account. Each names a thing of the first one, in the places where a request names something.
 */
import { APP_ROUTES, ROUTES, TOOLS, type Route } from '@notegraph/contract'
import { expect } from 'vitest'
import type { Api } from './api.ts'
import { newAddress, openTwo, sameBrowser, type Keys, type TwoAccounts } from './two-accounts.ts'

export interface Request {
  readonly target: string
  readonly body?: unknown
}

export interface Mounted {
  readonly method: string
  /** The router's form, such as `/api/files/:id`. */
  readonly path: string
}

/**
 * How many requests name a thing. `few` name it in all places at once, except the parameters of the API, which refuses most
 * values. `some` name it in each field of the API's bodies apart, and `all` in each place of a page apart as well.
 */
export type Extent = 'few' | 'some' | 'all'

export const isPage = (path: string): boolean => !path.startsWith('/api/') || path.startsWith('/api/sign-')

/** The routes of the app, except the handlers of unsupported methods, and the files of the build. */
const mountedIn = ({ app }: Api): readonly Mounted[] =>
  unique(
    app.routes.flatMap(({ method, path }) => {
      if (method !== 'ALL') return { method, path }
      return isPage(path) ? ['GET', 'POST'].map((one) => ({ method: one, path })) : []
    }),
  ).filter(({ method, path }) => method !== 'OPTIONS' && !/^\/assets\/[^*]/.test(path))

function unique(list: readonly Mounted[]): Mounted[] {
  return [...new Map(list.map((one) => [`${one.method} ${one.path}`, one])).values()]
}

/** Routes that reveal nothing about any account: the state of the process, and the description of the API. */
const OF_NOBODY = new Set([
  '/api/version',
  '/healthz',
  '/readyz',
  '/api/v1/openapi.json',
  '/api/v1/settings/openapi.json',
  '/api/v1/notes/types',
])

/** Fields of forms, tried on every page. */
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

/** Parameters that pages read. */
const OF_PAGES = ['q', 'to', 'token', 'page', 'id', 'block', 'name']

const described = ({ method, path }: Mounted): Route | undefined =>
  [...ROUTES, ...APP_ROUTES].find(
    (route) => route.method === method && route.path.replaceAll(/\{(\w+)\}/g, ':$1') === path,
  )

/** The requests of a route that name the thing. The first names it in the path alone. */
export function requestsOf(mounted: Mounted, thing: string, extent: Extent): Request[] {
  const { method, path } = mounted
  const encoded = encodeURIComponent(thing)
  const parts = path.split('/').filter((part) => part.startsWith(':'))
  const named = parts.length > 0 ? path.replaceAll(/:\w+/g, encoded) : path.replace('*', encoded)
  const parameters = isPage(path) ? OF_PAGES : Object.keys(described(mounted)?.query?.entries ?? {})
  const pairs = parameters.map((name) => `${name}=${encoded}`)
  const query = (isPage(path) && extent !== 'all' ? [pairs.join('&')] : pairs).map((one) => `${named}?${one}`)
  if (method === 'GET') return [named, ...query].map((target) => ({ target }))
  return bodiesOf(mounted, thing, extent).map((body) => ({ target: named, body }))
}

function bodiesOf(mounted: Mounted, thing: string, extent: Extent): unknown[] {
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
    return [{}, ...(extent === 'all' ? fields : [Object.assign({}, ...fields)])]
  }
  const route = described(mounted)
  if (!route) throw new Error(`${mounted.method} ${path} is in no table of the contract.`)
  if (route.bytes === 'body') return [undefined]
  const example: object = route.example.body ?? {}
  const keys = extent === 'few' ? [] : Object.keys(route.body?.entries ?? {})
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

export interface Answer {
  readonly status: number
  readonly text: string
}

type Kind = 'token' | 'session' | 'browser' | 'nothing'

/** The kinds of credentials for a path. Files accept two. */
export function kindsOf(path: string): Kind[] {
  if (isPage(path)) return ['browser']
  if (/^\/api\/(v1\/settings|sync)/.test(path)) return ['session']
  return path.startsWith('/api/files') ? ['token', 'session'] : ['token']
}

type Asked = readonly [two: TwoAccounts, mounted: Mounted, keys: Keys, kind: Kind]

export async function ask([two, mounted, keys, kind]: Asked, { target, body }: Request): Promise<Answer> {
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
export function shown({ marks }: TwoAccounts, { text }: Answer, named: readonly string[]): string[] {
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

interface Naming {
  readonly what: string
  readonly thing: string
  readonly kind: Kind
  readonly request: Request
  /** The same request for a missing thing, if the thing has a name. */
  readonly nobodys: Request | undefined
}

/** The requests of a route for all things. Those that name nothing are the same for each, and come once. */
function namingsOf({ things }: TwoAccounts, mounted: Mounted, extent: Extent): Naming[] {
  const all = Object.entries(things).flatMap(([what, thing]) => {
    const nobodys = isNamed(what) ? requestsOf(mounted, absent(thing), extent) : []
    return requestsOf(mounted, thing, extent).flatMap((request, i) =>
      kindsOf(mounted.path).map((kind) => ({ what, thing, kind, request, nobodys: nobodys[i] })),
    )
  })
  return [...new Map(all.map((one) => [JSON.stringify([one.kind, one.request]), one])).values()]
}

/**
 * No answer of a route shows anything of the first account. Afterwards, the account is as before.
 * @returns whether a request was taken. Then the second account may hold what it sent, and later answers may show that.
 */
export async function expectApart(
  two: TwoAccounts,
  mounted: Mounted,
  { extent, isCompared }: { readonly extent: Extent; readonly isCompared: boolean },
): Promise<boolean> {
  const before = await two.look()
  const named = new Set<string>()
  let isTaken = false
  for (const { what, thing, kind, request, nobodys } of namingsOf(two, mounted, extent)) {
    named.add(thing)
    const asked = [two, mounted, two.ours, kind] as const
    const answer = await ask(asked, request)
    const { status } = answer
    const marks = shown(two, answer, [...named])
    if (marks.length > 0 || status === 500)
      expect({ what, kind, request, status, shown: marks }).toEqual('nothing shown, and no fault')
    isTaken ||= status < 400
    if (isCompared && nobodys)
      equalsNobodys({ what, kind, request, thing }, answer, await ask(asked, nobodys))
  }
  expect(await two.look()).toBe(before)
  return isTaken
}

/** A route answers for what the first account has as for what there is not. */
export async function expectEqual(two: TwoAccounts, mounted: Mounted, extent: Extent): Promise<void> {
  for (const { what, thing, kind, request, nobodys } of namingsOf(two, mounted, extent)) {
    if (!nobodys) continue
    const asked = [two, mounted, two.ours, kind] as const
    const [one, other] = [await ask(asked, request), await ask(asked, nobodys)]
    equalsNobodys({ what, kind, request, thing }, one, other)
  }
}

/** Whether a page has no form. It refuses every form before it reads it. */
async function hasNoForm(two: TwoAccounts, mounted: Mounted): Promise<boolean> {
  // An empty form signs the browser out there, and the later pages would only ask it to sign in.
  if (mounted.method !== 'POST' || !isPage(mounted.path) || mounted.path === '/api/sign-out') return false
  const asked = [two, mounted, two.ours, 'browser'] as const
  const { status } = await ask(asked, { target: mounted.path, body: {} })
  return status === 405
}

/** The routes that reveal something about an account. */
export async function somebodysRoutes(): Promise<Mounted[]> {
  const two = await openTwo()
  const found: Mounted[] = []
  for (const mounted of mountedIn(two.api))
    if (!OF_NOBODY.has(mounted.path) && !(await hasNoForm(two, mounted))) found.push(mounted)
  await two.api.store.close()
  return found
}
