/**
 * The files for proxies in `deploy/`, each run by its program: on a host of its own, and below a path.
 *
 * @module-tag process
 */
import { randomBytes } from 'node:crypto'
import { json, text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { hasProxy, PROXIES, startProxy, type RunningProxy } from './proxies.ts'
import { useServed } from './served.ts'

const BASES = [
  { base: 'https://notes.example', host: 'notes.example', below: '', port: await freePort() },
  { base: 'https://home.example/notes', host: 'home.example', below: '/notes', port: await freePort() },
]
const MB = 2 ** 20

describe.each(BASES)('[operations] at $base', ({ base, host, below, port }) => {
  const running = useServed({
    NOTEGRAPH_PORT: String(port),
    NOTEGRAPH_BASE_URL: base,
    NOTEGRAPH_TRUSTED_PROXIES: '127.0.0.1/32',
    NOTEGRAPH_REQUESTS_PER_MINUTE: '1000',
    NOTEGRAPH_FIRST_START: 'account',
    NOTEGRAPH_OAUTH: 'on',
  })

  // A machine without a program leaves its tests out.
  for (const proxy of PROXIES)
    describe.skipIf(!hasProxy(proxy))(`${proxy.program} with deploy/${proxy.file}`, () => {
      let started: RunningProxy
      beforeAll(async () => {
        started = await startProxy(proxy, port)
      })
      afterAll(async () => started.stop())

      const bearer = () => ({ Authorization: `Bearer ${running.session}` })
      const requestsLeft = ({ headers }: IncomingMessage): number =>
        Number(/"requests";r=(\d+)/.exec(String(headers['ratelimit']))![1])

      test('an upload of 50 MB arrives as it was sent', async () => {
        const body = randomBytes(50 * MB)
        const headers = { ...bearer(), 'Content-Type': 'image/png' }
        const sent = await started.send(host, `${below}/api/files?name=big.png`, {
          method: 'POST',
          headers,
          body,
        })
        const { id } = (await json(sent)) as { id: string }
        const got = await started.send(host, `${below}/api/files/${id}`, { headers: bearer() })
        const chunks: Buffer[] = []
        for await (const chunk of got) chunks.push(chunk as Buffer)
        expect(Buffer.concat(chunks).equals(body)).toBe(true)
      })

      test('a live event arrives while its answer goes on', async () => {
        const answer = await started.send(host, `${below}/api/sync/live`, { headers: bearer() })
        expect(answer.headers['content-type']).toContain('text/event-stream')
        const [first] = await Array.fromAsync(firstOf(answer))
        expect(String(first)).toMatch(/^(?:event|data|id|retry|:)/)
        answer.destroy()
      })

      test('a slash in the name of a page stays a part of the name', async () => {
        const headers = {
          Authorization: `Bearer ${running.served.token}`,
          'Content-Type': 'application/json',
        }
        await text(
          await started.send(host, `${below}/api/v1/notes/pages`, {
            method: 'POST',
            headers,
            body: Buffer.from('{"name":"a/b c"}'),
          }),
        )
        const found = await started.send(host, `${below}/api/v1/notes/pages/a%2Fb%20c`, { headers })
        expect(await json(found)).toMatchObject({ page: { name: 'a/b c' } })
      })

      test('a page leads to the sign-in of the same address', async () => {
        const { statusCode, headers } = await started.send(host, `${below}/settings/devices`)
        expect([statusCode, headers.location]).toEqual([303, `${below}/sign-in?to=%2Fsettings%2Fdevices`])
      })

      test('apps find how they sign in', async () => {
        const found = await started.send(host, `/.well-known/oauth-protected-resource${below}/api/mcp`)
        expect(await json(found)).toMatchObject({ resource: `${base}/api/mcp` })
        const server = await started.send(host, `/.well-known/oauth-authorization-server${below}`)
        expect(server.statusCode).toBe(200)
      })

      test('each caller counts by an address of their own, which no header changes', async () => {
        const left = async (from: string, headers = {}) =>
          requestsLeft(
            await started.send(host, `${below}/api/v1/notes/tasks`, {
              from,
              headers: { Authorization: `Bearer ${running.served.token}`, ...headers },
            }),
          )
        const first = await left('127.0.0.2')
        expect(await left('127.0.0.2', { 'X-Forwarded-For': '203.0.113.9' })).toBe(first - 1)
        expect(await left('127.0.0.3')).toBeGreaterThan(first - 1)
      })
    })
})

/** The first part of an answer that goes on. */
async function* firstOf(answer: IncomingMessage): AsyncGenerator<string> {
  for await (const chunk of answer) {
    yield String(chunk)
    return
  }
}
