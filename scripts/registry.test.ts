import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../packages/server/test/free-port.ts'
import { registryFault } from './registry.mjs'

const open = createServer((socket) => socket.destroy())
/** Addresses by the names in the table below. */
const addresses = { open: '', closed: '' }

beforeAll(async () => {
  open.listen(0, '127.0.0.1')
  await once(open, 'listening')
  addresses.open = `http://127.0.0.1:${(open.address() as AddressInfo).port}`
  addresses.closed = `http://127.0.0.1:${await freePort()}`
})
afterAll(() => void open.close())

const named = (text: string): string =>
  text.replaceAll(/\b(open|closed)\b/g, (name) => addresses[name as keyof typeof addresses])

test.each<[string, Record<string, string>, Record<string, string>, string | undefined]>([
  ['a registry that answers has none', { registry: 'open/' }, {}, undefined],
  [
    'a registry that does not answer is named',
    { registry: 'closed/npm/' },
    {},
    'The package registry at closed cannot be reached (ECONNREFUSED).',
  ],
  [
    'a proxy that does not answer is named',
    { registry: 'open', 'https-proxy': 'closed' },
    {},
    'The proxy at closed cannot be reached (ECONNREFUSED).',
  ],
  [
    'a proxy of the environment counts too',
    { registry: 'open' },
    { https_proxy: 'closed' },
    'The proxy at closed cannot be reached (ECONNREFUSED).',
  ],
  ['a registry behind a proxy that answers has none', { registry: 'closed', proxy: 'open' }, {}, undefined],
  ['hosts past the proxy are unknown', { registry: 'closed', proxy: 'closed' }, { NO_PROXY: 'x' }, undefined],
  ['a registry that is no address is unknown', { registry: 'undefined' }, {}, undefined],
])('the fault of a registry: %s', async (_, settings, env, fault) => {
  const setting = (name: string) => named(settings[name] ?? 'null')
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, named(value)]))
  expect(await registryFault(setting, given)).toBe(fault === undefined ? undefined : named(fault))
})
