/** @module-tag both-stores */
import { makeLog } from '@notegraph/host'
import type { Store } from '@notegraph/store'
import { expect, test } from 'vitest'
import { VERSION } from '../src/index.ts'
import { openApi } from './api.ts'

const GONE = 'the disk of the archive'
const unready = (store: Store): Store => ({ ...store, ready: async () => Promise.reject(new Error(GONE)) })

test.each([
  ['/healthz', false, 200, { ok: true }],
  ['/readyz', false, 200, { ok: true }],
  ['/healthz', true, 200, { ok: true }], // the process runs, whatever the state of the store
  ['/readyz', true, 503, { ok: false }],
])('[operations] %s, store gone: %j, is %i', async (path, gone, status, body) => {
  const { app } = await openApi(gone ? { wrap: unready } : {})
  const response = await app.request(path)
  expect(response.status).toBe(status)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await response.json()).toEqual(body)
  expect((await app.request(path, { method: 'HEAD' })).status).toBe(status)
  const posted = await app.request(path, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('[operations] the version names the build', async () => {
  const read = async (build?: string) => {
    const { app } = await openApi(build === undefined ? {} : { build })
    return (await app.request('/api/version')).json()
  }
  expect(await read('1a2b3c4d5e6f')).toEqual({ ok: true, version: VERSION, build: '1a2b3c4d5e6f' })
  expect(await read()).toEqual({ ok: true, version: VERSION })
})

test('[operations] it is asked often, so that only what is wrong is logged', async () => {
  let logged = ''
  const log = makeLog('info', { write: (line) => (logged += line) })
  const { app } = await openApi({ log, wrap: unready })
  await app.request('/healthz')
  expect(logged).toBe('')
  await app.request('/readyz')
  expect(logged).toContain('the store cannot be read')
  expect(logged).not.toContain(GONE)
})
