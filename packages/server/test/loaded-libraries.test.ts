/** @module-tag process */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTestData } from '@notegraph/store/testing'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'notegraph-loaded-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TRACES = ['@opentelemetry/api', '@opentelemetry/sdk-trace']

test.each([
  [{}, []],
  [{ NOTEGRAPH_METRICS_PORT: '0' }, ['@opentelemetry/api', 'prom-client']],
  [{ NOTEGRAPH_OAUTH: 'off' }, []],
  [{ NOTEGRAPH_OAUTH: 'on' }, ['koa', 'oidc-provider']],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, TRACES],
])('[operations] a start with %j loads the libraries %j', async (env, libraries) => {
  const data = await makeTestData(folder)
  const program = join(import.meta.dirname, 'loaded-libraries.ts')
  const own = { ...data.env, NOTEGRAPH_PORT: '0', NOTEGRAPH_LOG_LEVEL: 'silent' }
  const printed = execFileSync(process.execPath, ['--conditions=notegraph', program], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...own, ...env },
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual(libraries)
})
