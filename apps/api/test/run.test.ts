/**
 * The output of the process: standard output contains no secret.
 *
 * @module-tag both-stores
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@notegraph/host'
import { makeTestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runServer } from '../src/index.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'notegraph-run-'))
})
afterEach(() => rmSync(data, { recursive: true }))

/** Starts on an empty data folder, sends one request, and stops. */
async function printed(json: boolean): Promise<{ out: string; err: string; status: number }> {
  const settings = readSettings({
    ...(await makeTestData(data)).env,
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
    NOTEGRAPH_TRUSTED_PROXIES: '0.0.0.0/0',
  })
  const stop = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  let [out, err] = ['', '']
  const running = runServer(settings, {
    json,
    stopped: stop.promise,
    streams: {
      stdout: { write: (text) => ((out += text), started.resolve()) },
      stderr: { write: (text) => (err += text) },
    },
  })
  await Promise.race([started.promise, running])
  const [baseUrl] = /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? []
  const { status } = await fetch(`${baseUrl}/healthz`)
  stop.resolve()
  await running
  await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow('fetch failed')
  return { out, err, status }
}

test.each([
  ['words', false, /Notegraph is at +http/],
  ['JSON', true, /^\{"baseUrl":"http:[^"]+"\}\n$/],
])('%s: places to standard output, secrets and warnings to standard error', async (_, json, place) => {
  const { out, err, status } = await printed(json)
  expect(status).toBe(200)
  expect(out).toMatch(place)
  expect(out).not.toMatch(/ng[pl]_/)
  expect(err).toMatch(/ngp_\w+/)
  expect(err).toMatch(/ngl_\w+/)
  expect(err).toContain('notegraph: warning: NOTEGRAPH_TRUSTED_PROXIES: ')
})
