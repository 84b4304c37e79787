import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { fetching, here, HUGE, NEVER_BEGINS, NEVER_ENDS } from '../../test/document-server.ts'
import { isPublicAddress } from '../public-request.ts'
import { documentFetcher } from './metadata-document.ts'

test.each([
  ['93.184.216.34', true],
  ['8.8.8.8', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false], // metadata of a cloud
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['192.0.2.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['168.63.129.16', false], // the host of a machine in Azure
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['ff02::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false], // IPv4 behind a translator
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['4000::1', false],
  ['not an address', false],
])('isPublicAddress(%j) is %j', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test.each([
  ['http://app.example/', 'Its address does not begin with https.'],
  ['ftp://app.example/', 'Its address does not begin with https.'],
  ['https://127.0.0.1/', 'Its host has an address that is not public.'],
  ['https://2130706433/', 'Its host has an address that is not public.'],
  ['https://0x7f.1/', 'Its host has an address that is not public.'],
  ['https://[::1]/', 'Its host has an address that is not public.'],
  ['https://[::ffff:169.254.169.254]/', 'Its host has an address that is not public.'],
])('a document at %j is not fetched: %s', async (url, words) => {
  const request = () => {
    throw new Error('a connection was opened')
  }
  await expect(documentFetcher({ request })(url)).rejects.toThrow(words)
})

test('a name that resolves to a private address is not connected to', async () => {
  const fetchDocument = documentFetcher({ resolve: here })
  await expect(fetchDocument('https://app.example/')).rejects.toThrow(
    'Its host has an address that is not public.',
  )
})

test('a name that resolves to a public and a private address is not connected to', async () => {
  const fetchDocument = documentFetcher({ resolve: async () => ['8.8.8.8', '127.0.0.1'] })
  await expect(fetchDocument('https://app.example/')).rejects.toThrow(
    'Its host has an address that is not public.',
  )
})

test('a name that does not resolve cannot be reached', async () => {
  const fetchDocument = documentFetcher({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) })
  await expect(fetchDocument('https://app.example/')).rejects.toThrow('Its host cannot be reached.')
})

test('a document comes with the time for which it may be cached', async () => {
  const seen: unknown[] = []
  const fetchDocument = await fetching(({ url, headers }, response) => {
    seen.push([url, headers.host, headers.cookie, headers['user-agent']])
    response.setHeader('Cache-Control', 'public, max-age=600').end('{"a":1}')
  })
  expect(await fetchDocument('https://app.example/a?b=c')).toEqual({ text: '{"a":1}', maxAge: 600 })
  expect(seen).toEqual([['/a?b=c', 'app.example', undefined, undefined]])
})

const DATE = 'Tue, 24 Nov 2026 10:00:00 GMT'
const IN_AN_HOUR = 'Tue, 24 Nov 2026 11:00:00 GMT'

test.each<[object, number | undefined]>([
  [{ 'Cache-Control': 'no-store' }, 0],
  [{ 'Cache-Control': 'no-cache, max-age=9' }, 0],
  [{ 'Cache-Control': 'private, max-age="60"' }, 60],
  [{ 'Cache-Control': '' }, undefined],
  [{}, undefined],
  [{ Expires: IN_AN_HOUR }, 3_600],
  [{ Expires: IN_AN_HOUR, 'Cache-Control': 'public' }, 3_600],
  [{ Expires: IN_AN_HOUR, 'Cache-Control': 'max-age=600' }, 600],
  [{ Expires: IN_AN_HOUR, 'Cache-Control': 'no-store' }, 0],
  [{ Expires: DATE }, 0],
  [{ Expires: '0' }, 0],
  [{ 'Cache-Control': 'max-age=600', Age: '590' }, 10],
  [{ 'Cache-Control': 'max-age=600', Age: '700' }, 0],
  [{ 'Cache-Control': 'max-age=600', Age: 'long' }, 600],
  [{ Age: '5' }, undefined],
])('[A9.4] a document with %j may be cached for %j seconds', async (headers, expected) => {
  const fetchDocument = await fetching((_, response) => {
    response.setHeaders(new Map(Object.entries({ Date: DATE, ...headers }))).end('{}')
  })
  expect((await fetchDocument('https://app.example/')).maxAge).toBe(expected)
})

test.each<[string, RequestListener, string]>([
  ['redirects', (_, response) => response.writeHead(302, { Location: 'https://app.example/b' }).end(), 'Its host redirects to another address.'],
  ['is missing', (_, response) => response.writeHead(404).end('{}'), 'Its host answered with 404.'],
  ['is not UTF-8', (_, response) => response.end(Buffer.from([0x7b, 0xff, 0x7d])), 'It is not UTF-8.'],
  ['is huge', HUGE, 'It has more than 5120 bytes.'],
  ['is cut off', (_, response) => response.writeHead(200, { 'Content-Length': '10' }).write('{', () => response.destroy()), 'Its host cannot be reached.'],
])('a document that %s is refused in words', async (_, answer, words) => {
  await expect((await fetching(answer))('https://app.example/')).rejects.toThrow(words)
}) // prettier-ignore

test('a document without an end is refused after its limit of bytes', async () => {
  const fetchDocument = await fetching((_, response) => {
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(1_000), () => setImmediate(more))
    }
    more()
  })
  await expect(fetchDocument('https://app.example/')).rejects.toThrow('It has more than 5120 bytes.')
})

test.each<[string, RequestListener]>([
  ['does not begin', NEVER_BEGINS],
  ['does not end', NEVER_ENDS],
])('a slow document that %s is given up', async (_, answer) => {
  const fetchDocument = await fetching(answer, 50)
  await expect(fetchDocument('https://app.example/')).rejects.toThrow('Its host took more than 3 seconds.')
})
