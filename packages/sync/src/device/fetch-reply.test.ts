/** Why a server cannot be reached, from Node's own `fetch`. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchTransport, nodeFault, type Fetch } from '../index.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** @returns its host with the port */
async function serverOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** @returns the code and the words of the fault */
const faultAt = async (url: string, fetch?: Fetch): Promise<[code: string, words: string]> =>
  fetchTransport({ url, token: 'ngs_x', explain: nodeFault, ...(fetch && { fetch }) })
    .pull(undefined)
    .then(
      () => ['none', ''],
      ({ code, message, hint }) => [code, `${message} ${hint}`],
    )

describe('[sync device 7] offline, by its cause', () => {
  test('a host that has no address', async () => {
    const [code, words] = await faultAt('https://notes.invalid')
    expect([code, words]).toEqual(['unknown_host', expect.stringContaining('the host notes.invalid')])
  })

  test('a port where nothing listens', async () => {
    const host = await serverOf(() => {})
    const [server] = servers.splice(0)
    server!.close()
    await once(server!, 'close')
    const [code, words] = await faultAt(`http://${host}`)
    expect([code, words]).toEqual(['no_server', expect.stringContaining(`Nothing answers at ${host}`)])
  })

  test('https to a server that does not speak it', async () => {
    const host = await serverOf((_, response) => response.end())
    expect(await faultAt(`https://${host}`)).toEqual([
      'no_tls',
      expect.stringContaining(`${host} does not speak https. Check the port`),
    ])
  })

  test.each([
    [
      'an answer that the program ended',
      () => new DOMException('This operation was aborted', 'AbortError'),
      'aborted',
    ],
    [
      'an answer that took too long',
      () => new DOMException('The operation timed out', 'TimeoutError'),
      'timeout',
    ],
    ['a connection that was lost', () => new TypeError('terminated'), 'no_answer'],
  ])('%s, also in the middle of its body', async (_, fault, expected) => {
    const broken = () => new Response(new ReadableStream({ pull: (to) => to.error(fault()) }))
    const url = 'https://notes.example'
    expect((await faultAt(url, async () => Promise.reject(fault())))[0]).toBe(expected)
    expect((await faultAt(url, async () => broken()))[0]).toBe(expected)
  })

  test('a stream that its signal ends', async () => {
    const stop = new AbortController()
    const headers = { 'Content-Type': 'text/event-stream' }
    const transport = fetchTransport({
      url: 'https://notes.example',
      fetch: async (_, { signal }) =>
        new Response(
          new ReadableStream({
            start: (to) => signal.addEventListener('abort', () => to.error(signal.reason)),
          }),
          { headers },
        ),
    })
    const listening = transport.listen!(() => {}, stop.signal)
    stop.abort(new Error('enough'))
    await expect(listening).rejects.toMatchObject({ code: 'aborted' })
  })

  test('an address that leads to another one, which would lose the session', async () => {
    const other = await serverOf((_, response) => response.end('{"records":[]}'))
    const host = await serverOf((request, response) =>
      response.writeHead(308, { Location: `http://${other}${request.url}` }).end(),
    )
    expect(await faultAt(`http://${host}`)).toEqual([
      'moved',
      `The address of the server leads to http://${other}. Use that address.`,
    ])
  })

  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'certificate', 'The certificate of notes.example has expired.'],
    ['CERT_NOT_YET_VALID', 'certificate', 'Check the clock'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', 'not one of the host notes.example'],
    ['ESOMETHING', 'no_answer', 'The server cannot be reached (what Node says).'],
  ])('a connection that ends with %s', async (cause, code, words) => {
    const [found, said] = await faultAt('https://notes.example', async () => {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('what Node says'), { code: cause }),
      })
    })
    expect(found).toBe(code)
    expect(said).toContain(words)
  })
})
