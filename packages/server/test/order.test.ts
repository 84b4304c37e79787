/** [D6.1] The order of the checks of a write: if two things are wrong, the answer names the one checked first. */
import { expect, test } from 'vitest'
import { openApi, type Api, type Reply } from './api.ts'
import { NOON } from './notes.ts'

/** Everything that can be wrong with a block update, in the order of the checks. */
const FAULTS = [
  ['path', 404, 'not_found'],
  ['method', 405, 'method_not_allowed'],
  ['requests', 429, 'rate_limited'],
  ['token', 401, 'unauthorized'],
  ['list', 403, 'forbidden'],
  ['plan', 402, 'payment_required'],
  ['scope', 403, 'read_only_token'],
  ['grace', 402, 'payment_required'],
  ['size', 413, 'too_large'],
  ['body', 400, 'bad_request'],
  ['writes', 429, 'rate_limited'],
  ['target', 404, 'not_found'],
  ['value', 400, 'bad_request'],
  ['moved', 409, 'conflict'],
  ['right', 403, 'missing_right'],
  ['trail', 429, 'trail_full'],
  ['storage', 507, 'quota_full'],
] as const
type Fault = (typeof FAULTS)[number][0]

/** Faults that exclude each other. */
const ONE_OF: readonly (readonly Fault[])[] = [
  ['path', 'method', 'target', 'moved'],
  ['plan', 'grace'],
  ['body', 'value'],
  ['size', 'value'],
]
const together = (a: Fault, b: Fault): boolean =>
  !ONE_OF.some((these) => these.includes(a) && these.includes(b))

/** A service and a request with exactly these faults. */
async function askWith(...faults: readonly Fault[]): Promise<Reply> {
  const has = (fault: Fault) => faults.includes(fault)
  const api = await openApi({
    rates: {
      ...(has('requests') && { requestsPerAddress: 1 }),
      ...(has('writes') && { writesPerAddress: 1 }),
      ...(has('trail') && { revertibleChanges: 1 }),
    },
  })
  const { operators } = api
  if (has('right')) await shareSoon(api)
  const { token } = await operators.createToken('me', { name: 'It', scope: has('scope') ? 'read' : 'write' })
  // Uses up the rate of one write.
  expect((await api.post('/tasks/late', { state: 'doing' })).status).toBe(200)
  await operators.setAccount('me', {
    ...(has('list') && { allowed: false }),
    ...(has('plan') && { plan: 'none' }),
    ...(has('grace') && { plan: 'grace', endedAt: NOON - 1 }),
    ...(has('storage') && { quota: 1 }),
  })
  return ask(api, has('token') ? `${token}x` : token, has)
}

/** Shows the page of the block to readers, so that the write needs a right. */
async function shareSoon({ clock, graph, store }: Api): Promise<void> {
  const { pageId } = (await graph.blocks.find('soon'))!
  const share = { id: 'x'.repeat(22), accountId: 'me', pageId, quotes: false, createdAt: clock.now }
  await store.shares.create(share, { open: 9, closed: 9 })
}

function ask(api: Api, token: string, has: (fault: Fault) => boolean): Promise<Reply> {
  const id = has('target') ? 'nobody' : 'soon'
  const text = has('value') ? '' : 'other words, and more of them than there were'
  const json = JSON.stringify({ text })
  const wrong = has('body') ? 'no JSON' : json
  return api.call(`/api/v1/notes/blocks/${id}${has('path') ? '/x' : ''}`, {
    method: has('method') ? 'PUT' : 'PATCH',
    token,
    headers: { 'Content-Type': 'application/json', ...(has('moved') && { 'If-Match': '"other"' }) },
    body: has('size') ? wrong.padEnd(65_537) : wrong,
  })
}

const asked = new Map<Fault, Promise<Reply>>()
/** The answer to one fault, cached. */
function alone(fault: Fault): Promise<Reply> {
  const reply = asked.get(fault) ?? askWith(fault)
  asked.set(fault, reply)
  return reply
}

const PAIRS = FAULTS.flatMap(([a, status, code], i) =>
  FAULTS.slice(i + 1)
    .map(([b]) => b)
    .filter((b) => together(a, b))
    .map((b) => [a, b, status, code] as const),
)

test('with nothing wrong, it is written', async () => {
  expect((await askWith()).body).toMatchObject({ ok: true, changed: true })
})

test.each(FAULTS)('[D6.1] %s alone: %i %s', async (fault, status, code) => {
  const reply = await alone(fault)
  expect([reply.status, reply.body['code']]).toEqual([status, code])
})

test.each(PAIRS)('[D6.1] %s goes before %s: %i %s', async (a, b, status, code) => {
  const reply = await askWith(b, a)
  expect([reply.status, reply.body['code']]).toEqual([status, code])
  expect(reply.body).toEqual((await alone(a)).body)
})

test('[D6.1] a request with every fault gets the refusals in their order', async () => {
  const wrong: Fault[] = [
    'requests',
    'token',
    'list',
    'plan',
    'scope',
    'size',
    'body',
    'writes',
    'target',
    'trail',
  ]
  while (wrong.length > 0) {
    const [, status, code] = FAULTS.find(([fault]) => fault === wrong[0])!
    const reply = await askWith(...wrong)
    expect([reply.status, reply.body['code']]).toEqual([status, code])
    wrong.shift()
  }
})

test('[D6.1] a write that changes nothing needs no room in the list nor in storage', async () => {
  const api = await openApi({ rates: { revertibleChanges: 1 } })
  await api.post('/tasks/late', { state: 'doing' })
  await api.operators.setAccount('me', { quota: 1 })
  expect((await api.post('/tasks/soon', { state: 'now' })).body['code']).toBe('trail_full')
  expect((await api.post('/tasks/late', { state: 'doing' })).body).toMatchObject({ changed: false })
})
