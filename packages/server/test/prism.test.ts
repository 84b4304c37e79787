/**
 * The API from outside: one run with a proxy of others in between, which checks every request and every answer.
 *
 * @module-tag process
 */
import { ALL_ROUTES } from '@notegraph/contract'
import { readmeExamples, runExample } from '@notegraph/example-tests'
import { expect, test } from 'vitest'
import { expectSuccess, FLOW_ENV, FLOW_FILES, runServedFlows } from './flows/served-flows.ts'
import { localServer } from './local-server.ts'
import { openProxied } from './prism/proxied.ts'
import { useServed } from './served.ts'

const it = useServed(FLOW_ENV)

/** Milliseconds for two starts of Prism and a whole run on a busy machine. */
const PATIENCE = { timeout: 300_000 }

test(
  '[14] the flows and the examples of the client run, and the proxy finds nothing wrong',
  PATIENCE,
  async () => {
    const { served, session } = it
    const proxied = await openProxied(served.baseUrl)
    const editDocument = (text: string) => text.replaceAll(served.baseUrl, proxied.baseUrl)
    for (const file of FLOW_FILES) expectSuccess(file, await runServedFlows(file, it, { editDocument }))

    const given = { url: proxied.baseUrl, token: served.token, session, console: { log() {} } }
    for (const example of readmeExamples(new URL('../README.md', import.meta.resolve('@notegraph/client')))) {
      const { actual, stated } = await runExample(example, { given })
      expect(actual).toEqual(stated)
    }
    expect(proxied.faults).toEqual([])
    expect(proxied.answers.length).toBeGreaterThan(40)
  },
)

const JSON_SENT = { 'Content-Type': 'application/json' }

/** Routes whose answers Prism checks, with the request of their example. */
const CHECKED = ALL_ROUTES.filter(({ bytes }) => bytes === undefined)

test('[14] an answer that breaks the document is found, on every route with JSON', PATIENCE, async () => {
  // The headers and the JSON are right, but no route answers with a string.
  const { host } = await localServer((_, response) => {
    const headers = { ...JSON_SENT, 'X-Request-Id': 'none', 'Cache-Control': 'no-store' }
    response.writeHead(200, headers).end('"wrong"')
  })
  const proxied = await openProxied(it.served.baseUrl, `http://${host}`)
  for (const { method, example } of CHECKED) {
    const answer = await fetch(proxied.baseUrl + example.request, {
      method,
      headers: { Authorization: 'Bearer none', ...(example.body !== undefined && JSON_SENT) },
      ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
    })
    const found = [method, example.request, answer.status, answer.headers.get('sl-violations')]
    expect(found).toEqual([method, example.request, 500, expect.stringContaining('body must be object')])
  }
  expect(proxied.faults).toHaveLength(CHECKED.length)
})

test('[14] a request that breaks the document is found', PATIENCE, async () => {
  const proxied = await openProxied(it.served.baseUrl)
  const answer = await fetch(`${proxied.baseUrl}/api/v1/notes/pages`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${it.served.token!}`, ...JSON_SENT },
    body: JSON.stringify({ name: 5 }),
  })
  expect(answer.status).toBe(422)
  expect(proxied.faults).toHaveLength(1)
})
