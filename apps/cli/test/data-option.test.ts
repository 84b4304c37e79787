/**
 * Options that replace settings of the environment.
 *
 * @module-tag process
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { start } from './run.ts'
import { typing } from './typing.ts'

let home: string
const at = (path: string) => join(home, path)
beforeAll(() => void (home = mkdtempSync(join(tmpdir(), 'notegraph-data-'))))
afterAll(() => rmSync(home, { recursive: true }))

const { json } = typing(() => ({ NOTEGRAPH_DATA: at('of-environment') }))

test('--data wins over NOTEGRAPH_DATA', async () => {
  await json('account', 'create', 'here', '--data', at('of-option'))
  expect(existsSync(at('of-environment'))).toBe(false)
  await json('account', 'create', 'there')
  expect(await json('account', 'list', '--data', at('of-option'))).toMatchObject({
    accounts: [{ id: 'here' }],
  })
  expect(await json('account', 'list')).toMatchObject({ accounts: [{ id: 'there' }] })
})

test('--port wins over NOTEGRAPH_PORT, and serve takes --data too', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const server = start(['serve', '--port', '0', '--data', at('served'), '--json'], {
    NOTEGRAPH_PORT: String(port),
    NOTEGRAPH_DATA: at('not-served'),
  })
  const [, own] = await server.said(/"baseUrl":"http:\/\/127\.0\.0\.1:(\d+)"/)
  expect(Number(own)).not.toBe(port)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  taken.close()
  expect([existsSync(at('served')), existsSync(at('not-served'))]).toEqual([true, false])
})
