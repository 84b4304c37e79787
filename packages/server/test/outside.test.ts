/**
 * The API from outside: a stranger who has nothing but the documents sends requests that they allow, and learns ids
 * from the answers. The server answers each as the documents describe, and each operation succeeds at least once.
 * In the first ring, each test of the API compares its answers with the documents.
 *
 * @module-tag second-ring
 */
import { expect, test } from 'vitest'
import { readDescription, type Operation } from './outside/description.ts'
import { Known } from './outside/known.ts'
import { Stranger } from './outside/stranger.ts'
import { openWorld, OUTSIDE_ENV, type Addresses } from './outside/world.ts'
import { useServedWithMail } from './served-with-mail.ts'

const { it } = useServedWithMail(OUTSIDE_ENV)

const DOCUMENTS = { notes: '/api/v1/openapi.json', app: '/api/v1/settings/openapi.json' }

/** Milliseconds for some 2,000 requests on a busy machine. */
const PATIENCE = 300_000

/** Random requests of each operation. Reads have a rate, so that a run has a limit. */
const RANDOM = 5

const documentOf = async (name: keyof typeof DOCUMENTS): Promise<string> => {
  const answer = await fetch(it.served.baseUrl + DOCUMENTS[name])
  return answer.text()
}

/** The ids of the caller's own access, which the requests must not take away. */
async function ownAccess(): Promise<Set<string>> {
  const headers = { Authorization: `Bearer ${it.session}` }
  const read = async (path: string) => (await fetch(it.served.baseUrl + path, { headers })).json()
  const { own } = (await read('/api/v1/settings/devices')) as { own: string }
  const { tokens } = (await read('/api/v1/settings/tokens')) as { tokens: { id: string }[] }
  return new Set([own, ...tokens.map(({ id }) => id)])
}

async function openStranger(
  name: keyof typeof DOCUMENTS,
  known: Known,
  addresses: Addresses,
  edit = (text: string) => text,
) {
  const secrets = { token: it.served.token!, session: it.session }
  const description = readDescription(edit(await documentOf(name)))
  const stranger = new Stranger({ baseUrl: it.served.baseUrl, description, addresses, secrets, known })
  return { description, stranger }
}

/** Operations that end the access of the others, in the order of the document. */
const LAST = ['signOutEverywhere', 'closeAccount']
const isLast = ({ id }: Operation): boolean => LAST.includes(id)

test('[14] every operation succeeds, and every answer is as described', { timeout: PATIENCE }, async () => {
  const addresses = await openWorld(it)
  const known = new Known(await ownAccess())
  const strangers = [
    await openStranger('notes', known, addresses),
    await openStranger('app', known, addresses),
  ]
  // An operation may need what a later one creates.
  for (const _turn of [1, 2])
    for (const { description, stranger } of strangers)
      for (const operation of description.operations)
        if (!stranger.succeeded.has(operation.id) && !isLast(operation)) await stranger.call(operation)
  for (const { description, stranger } of strangers)
    for (const operation of description.operations)
      if (!isLast(operation)) await stranger.tryRandom(operation, RANDOM)
  const left = strangers.flatMap(({ description, stranger }) =>
    description.operations.filter((one) => !isLast(one) && !stranger.succeeded.has(one.id)),
  )
  for (const { stranger } of strangers) expect(stranger.faults).toEqual([])
  expect(left).toEqual([])
})

test.each<[what: string, from: string, to: string, id: string, fault: RegExp]>([
  ['a status', '"200":', '"201":', 'listTokens', /the status is not described/],
  ['a header', 'X-Request-Id', 'X-Request-Trace', 'listTokens', /x-request-id is not described/],
  [
    'a media type',
    '"application/json":',
    '"application/yaml":',
    'listTokens',
    /the media type application\/json is not/,
  ],
  ['a value', '"enum":["read","write"]', '"enum":["all"]', 'listTokens', /scope must be equal to one of/],
])('[14] an answer with %s that the document does not allow is found', async (_, from, to, id, fault) => {
  const edit = (text: string) => text.replaceAll(from, to)
  const { description, stranger } = await openStranger('app', new Known(new Set()), {}, edit)
  await stranger.call(description.operations.find((one) => one.id === id)!)
  expect(stranger.faults.join('\n')).toMatch(fault)
})

test('[14] the operations that end access succeed too', async () => {
  const { description, stranger } = await openStranger('app', new Known(new Set()), {
    closeAccount: { name: 'me' },
  })
  for (const operation of description.operations.filter(isLast)) {
    await stranger.tryRandom(operation, RANDOM)
    await stranger.call(operation)
  }
  expect([stranger.faults, [...stranger.succeeded]]).toEqual([[], LAST])
})
