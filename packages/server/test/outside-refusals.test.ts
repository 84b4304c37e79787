/**
 * The API from outside: requests that the documents do not allow. Each breaks one constraint of a request that the
 * documents show as an example, and must be refused with an error that the documents describe.
 */
import { ALL_ROUTES } from '@notegraph/contract'
import { beforeAll, expect, test } from 'vitest'
import { openOauth, type OauthApi } from './oauth.ts'
import { exampleOf, type Asked, type Values } from './outside/asking.ts'
import { readDescription, type Description, type Operation } from './outside/description.ts'
import { refusalsOf } from './outside/refusals.ts'

const DOCUMENTS = ['/api/v1/openapi.json', '/api/v1/settings/openapi.json'] as const

let api: OauthApi
let session: string
let device: string
let descriptions: Description[]
/** Values in the place of those of the examples, which name items of another account. */
let here: Readonly<Record<string, unknown>>

beforeAll(async () => {
  // With plug-ins, no operation is switched off.
  api = await openOauth()
  ;({ session, id: device } = await api.operators.createSession('me', { device: 'Phone' }))
  const { ids } = (await api.post('/pages/today/blocks', { text: 'TODO Sow rye' })).body
  const { epoch } = (await api.call('/api/sync', { token: session })).body
  here = { id: ids.blockId, epoch, cursor: undefined }
  descriptions = await Promise.all(DOCUMENTS.map(async (path) => readDescription(await textOf(path))))
})

async function send({ method, target, headers, body }: Asked) {
  api.clock.now += 1_000 // so that no rate is used up
  await api.store.sessions.confirm('me', device, api.clock.now)
  const answer = await api.app.request(
    'http://notes.example/',
    { method, headers, ...(body !== undefined && { body }) },
    { incoming: { url: target, socket: { remoteAddress: '192.0.2.1' } } },
  )
  return { method, status: answer.status, headers: answer.headers, text: await answer.text() }
}

const textOf = async (path: string): Promise<string> =>
  (await send({ method: 'GET', target: path, headers: {} })).text

/** An example with values of this account, so that nothing but the break is wrong. */
function exampleHere(operation: Operation): Values {
  const { parameters, body } = exampleOf(operation)
  const own = (values: object): object =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, key in here ? here[key] : value] as const),
    )
  // A page that exists is returned as it is, whatever else the body asks for.
  const fresh = operation.id === 'createPage' ? { name: 'No such page' } : {}
  const isJson = typeof body?.value === 'object'
  return {
    parameters: { ...own(parameters) },
    ...(body && { body: isJson ? { ...body, value: { ...own(body.value as object), ...fresh } } : body }),
  }
}

/** A line for each request that was not refused as described. */
async function faultsOf(description: Description, operation: Operation): Promise<string[]> {
  const tokens: Record<string, string> = { token: api.token, session }
  const [scheme = ''] = operation.security.flat()
  const token = tokens[scheme]
  const allowed = {
    operation,
    values: exampleHere(operation),
    ...(token !== undefined && { token }),
    otherToken: scheme === 'session' ? api.token : session,
  }
  const faults: string[] = []
  for (const { what, request, statuses } of refusalsOf(description, allowed)) {
    const answer = await send(request)
    const at = `${request.method} ${operation.path}, ${what}, ${answer.status}`
    if (!statuses.includes(answer.status)) faults.push(`${at}: ${answer.text.slice(0, 200)}`)
    faults.push(...description.faultsOf(operation.path, answer).map((fault) => `${at}: ${fault}`))
  }
  return faults
}

const IDS = [...ALL_ROUTES.map(({ operationId }) => operationId), 'callTool']

test('[14] these are the operations of the documents', () => {
  const described = descriptions.flatMap(({ operations }) => operations.map(({ id }) => id))
  expect(described.toSorted()).toEqual(IDS.toSorted())
})

test.each(IDS)('[14] %s refuses requests that break one constraint, as described', async (id) => {
  const description = descriptions.find(({ operations }) => operations.some((one) => one.id === id))!
  const operation = description.operations.find((one) => one.id === id)!
  expect(await faultsOf(description, operation)).toEqual([])
})

test.each<[what: string, from: string, to: string, fault: RegExp]>([
  [
    'a constraint that the server does not have',
    '"maxLength":100',
    '"maxLength":2',
    /name: too long, 200: \{/,
  ],
  [
    'a refusal that the document does not describe',
    '"405":',
    '"418":',
    /PUT, 405: the status is not described/,
  ],
  [
    'an error of another form',
    '"required":["error",',
    '"required":["cause","error",',
    /must have required property 'cause'/,
  ],
])('[14] %s is found', async (_, from, to, fault) => {
  const description = readDescription((await textOf(DOCUMENTS[1])).replaceAll(from, to))
  const operation = description.operations.find(({ id }) => id === 'makeToken')!
  expect((await faultsOf(description, operation)).join('\n')).toMatch(fault)
})
