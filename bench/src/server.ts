/**
 * The measured servers, in a process of their own: the API, and a bare handler that gives the same answers. The handler
 * uses one SELECT and JSON.stringify, without token, rates or checks. Prints both ports.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { addressReader, createApp, makeDeps, startServer } from '@notegraph/server'
import { makeLog } from '@notegraph/host'
import { readRates, requestRate } from '@notegraph/service'
import { openDiskBlobs } from '@notegraph/store/disk'
import { openSqlite } from '@notegraph/store/sqlite'
import { Hono } from 'hono'
import { openFloor } from './floor.ts'

const [folder, floorPath] = process.argv.slice(2)
const store = openSqlite(folder!)
// High enough to refuse nothing; requests are still counted.
const MOST = 1_000_000_000
const deps = makeDeps({
  store,
  blobs: openDiskBlobs(join(folder!, 'files')),
  log: makeLog('warn'),
  clock: () => Date.now(),
  addressOf: addressReader([]),
  baseUrl: () => 'http://localhost',
  rates: { requestsPerAddress: MOST, writesPerToken: MOST, writesPerAddress: MOST, revertibleChanges: 0 },
  origin: undefined,
})
const app = createApp({
  ...deps,
  pageRequests: requestRate(store.rates, 'page-requests', MOST),
  readRates: readRates(store.rates, MOST, MOST),
  readerRequests: requestRate(store.rates, 'reader-requests', MOST),
  deviceRequests: requestRate(store.rates, 'device-requests', MOST),
})
const served = await startServer(app, '127.0.0.1', 0)

const bare = new Hono()
if (floorPath !== undefined) {
  const floor = openFloor(floorPath)
  bare.get('/page', (c) => c.json(floor.page()))
  bare.get('/pages', (c) => c.json(floor.pages()))
}
// The same bytes and content headers as a path of the measured server, read from it once.
const CONTENT = new Set(['content-type', 'cache-control', 'etag', 'vary'])
const same = new Map<string, { readonly text: string; readonly headers: Record<string, string> }>()
bare.get('/same', async (c) => {
  const path = c.req.query('path')!
  let kept = same.get(path)
  if (!kept) {
    const answer = await fetch(`http://127.0.0.1:${served.port}${path}`, {
      headers: { 'accept-encoding': 'identity' },
    })
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => CONTENT.has(name)))
    same.set(path, (kept = { text: await answer.text(), headers }))
  }
  return c.body(kept.text, 200, kept.headers)
})
// Memory in use after a garbage collection.
bare.get('/heap', (c) => {
  globalThis.gc!()
  return c.json({ heap: process.memoryUsage().heapUsed })
})
const listener = getRequestListener(bare.fetch, { overrideGlobalObjects: false })
const bareServer = createServer((incoming, outgoing) => void listener(incoming, outgoing))
bareServer.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ api: served.port, floor: (bareServer.address() as AddressInfo).port }))
})
