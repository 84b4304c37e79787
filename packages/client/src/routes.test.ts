/** Every method sends the example of its route, and repeats it only if the record of the route allows that. */
import { describe, expect, test } from 'vitest'
import { CALLED } from '../gen/clients.ts'
import * as client from './index.ts'
import type { ClientOptions } from './index.ts'

type Call = (...given: readonly unknown[]) => Promise<unknown>
type Clients = Readonly<Record<string, Readonly<Record<string, Call>>>>

const MAKERS = Object.entries(client).flatMap(([name, value]) =>
  name.endsWith('Client') ? [[name.slice(0, -'Client'.length), value] as const] : [],
)
const clientsOf = (options: ClientOptions): Clients =>
  Object.fromEntries(
    MAKERS.map(([name, make]) => [
      name,
      (make as (options: ClientOptions) => object)(options) as Clients[string],
    ]),
  )

/** Calls of the methods that are written by hand. */
const BY_HAND: Readonly<Record<string, readonly unknown[]>> = {
  'files.add': [{ name: 'map.png', bytes: new Blob(['a']) }],
  'notes.listen': [],
  'notes.readBlock': ['5e0f7a52'],
  'transfer.startImport': [new Blob(['a'])],
}

/** Methods that call others. */
const BUILT_ON_OTHERS = ['history.waitForRestore', 'transfer.waitForImport']

const METHODS = CALLED.map(([of, method, route, how]) => ({
  name: `${of}.${method}`,
  of,
  method,
  route,
  how,
}))
type Method = (typeof METHODS)[number]

/** The arguments with which a method sends the example of its route. */
function argumentsOf({ route, how }: Method): readonly unknown[] {
  const { pathname, searchParams } = new URL(route.example.request, 'https://notes.example')
  const template = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const body = route.example.body as Readonly<Record<string, unknown>> | undefined
  return [
    ...template.exec(pathname)!.slice(1).map(decodeURIComponent),
    ...(route.body ? [how.takes === undefined ? body : body![how.takes]] : []),
    ...(route.query ? [Object.fromEntries(searchParams)] : []),
  ]
}

/** Calls a method against a server that loses the first answers. */
async function call(it: Method, given: readonly unknown[], lost = 0) {
  const asked: (readonly [url: URL, init: RequestInit])[] = []
  const clients = clientsOf({
    url: 'https://notes.example',
    token: 't',
    sleep: async () => {},
    fetch: async (url, init) => {
      asked.push([new URL(url), init])
      if (asked.length <= lost) throw new TypeError('fetch failed')
      return Response.json({})
    },
  })
  const outcome = await clients[it.of]![it.method]!(...given).then(
    () => 'answered',
    () => 'failed',
  )
  return { outcome, asked }
}

const generated = METHODS.filter(({ how }) => how.byHand === undefined)

describe.each(generated.map((it) => [it.name, it] as const))('%s', (_, it) => {
  test('sends the example of its route', async () => {
    const { asked } = await call(it, argumentsOf(it))
    const [[url, { method, headers, body }]] = asked as [(typeof asked)[0]]
    const expected = new URL(it.route.example.request, url)
    expect([method, url.pathname]).toEqual([it.route.method, expected.pathname])
    expect([...url.searchParams]).toEqual([...expected.searchParams])
    expect(body === undefined ? undefined : JSON.parse(body as string)).toEqual(it.route.example.body)
    expect(new Headers(headers).has('Idempotency-Key')).toBe(it.route.auth === 'write')
  })

  test(`is ${it.how.once ? '' : 'safe and so '}sent ${it.how.once ? 'once' : 'again'} after a lost answer`, async () => {
    const { outcome, asked } = await call(it, argumentsOf(it), 1)
    expect([outcome, asked.length]).toEqual(it.how.once ? ['failed', 1] : ['answered', 2])
  })
})

test('a restore that only counts is safe, and sent again', async () => {
  const restore = METHODS.find(({ name }) => name === 'history.restore')!
  expect((await call(restore, [{ seq: 1, preview: true }], 1)).outcome).toBe('answered')
})

test('an argument with further members sends those of the body', async () => {
  const install = METHODS.find(({ name }) => name === 'plugins.install')!
  const { asked } = await call(install, [{ url: 'x', version: 'y', name: 'z' }])
  expect(JSON.parse(asked[0]![1].body as string)).toEqual({ url: 'x', version: 'y' })
})

test('each method written by hand calls its route', async () => {
  for (const [name, given] of Object.entries(BY_HAND)) {
    const it = METHODS.find((one) => one.name === name)!
    const clients = clientsOf({
      url: 'https://notes.example',
      token: 't',
      fetch: async (url, { method }) => {
        const template = it.route.path.replaceAll(/\{\w+\}/g, '[^/]+')
        expect(`${method} ${new URL(url).pathname}`).toMatch(new RegExp(`^${it.route.method} ${template}$`))
        return Response.json({ error: 'e', code: 'not_found', hint: 'h' }, { status: 404 })
      },
    })
    const made = clients[it.of]![it.method]!(...given) as Promise<unknown> | AsyncGenerator
    await expect('next' in made ? made.next() : made).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(Object.keys(BY_HAND).toSorted()).toEqual(
    METHODS.filter(({ how }) => how.byHand)
      .map(({ name }) => name)
      .toSorted(),
  )
})

test('each method of a client is that of one route, or built on others', () => {
  const methods = Object.entries(clientsOf({ url: 'https://notes.example', token: 't' })).flatMap(
    ([of, one]) => Object.keys(one).map((method) => `${of}.${method}`),
  )
  expect([...METHODS.map(({ name }) => name), ...BUILT_ON_OTHERS].toSorted()).toEqual(methods.toSorted())
})
