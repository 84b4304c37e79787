import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { besideServer, noteServerAddress } from './server-address.ts'
import { readSettings } from './settings.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'notegraph-address-'))
})
afterEach(() => rmSync(data, { recursive: true }))

const noted = () => besideServer(readSettings({ NOTEGRAPH_DATA: data })).baseUrl

test('servers that start at once all note their address, and the last one counts', async () => {
  const addresses = Array.from({ length: 20 }, (_, n) => `http://127.0.0.1:${8000 + n}`)
  await Promise.all(addresses.map(async (address) => noteServerAddress(data, address)))
  expect(addresses).toContain(noted())
  await noteServerAddress(data, 'http://127.0.0.1:9000')
  expect(noted()).toBe('http://127.0.0.1:9000')
  expect(readdirSync(data)).toEqual(['served-at'])
})
