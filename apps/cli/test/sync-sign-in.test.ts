/**
 * The session of a folder by signing in with a browser.
 *
 * @module-tag process
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPerson } from '@notegraph/example-tests'
import { readSettings } from '@notegraph/host'
import { serve, type ServedApp } from '@notegraph/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, start } from './run.ts'

let home: string
let served: ServedApp
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-sign-in-'))
  const env = { NOTEGRAPH_DATA: join(home, 'data'), NOTEGRAPH_PORT: '0', NOTEGRAPH_LOG_LEVEL: 'silent' }
  served = await serve(readSettings({ ...env, NOTEGRAPH_OAUTH: 'on' }), () => {})
})
afterAll(async () => {
  await served.stop()
  rmSync(home, { recursive: true })
})

test('[A9.6] a person signs in once, and the next runs use the same session', async () => {
  const env = { NOTEGRAPH_BASE_URL: served.baseUrl, XDG_CONFIG_HOME: join(home, 'config') }
  const folder = join(home, 'graph')
  const without = await run(['sync', folder, '--once'], env)
  expect(without).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Run this command once with --sign-in'),
  })

  const program = start(['sync', folder, '--once', '--sign-in'], env)
  const [address] = await program.whispered(/http\S+/)
  const person = await openPerson(served.signInLink!)
  expect(await person.connect(address)).toBe('You can close this window.')
  expect(await program.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('in sync') })

  const kept = join(home, 'config', 'notegraph', 'sessions')
  const [name] = readdirSync(kept)
  expect(statSync(join(kept, name!)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(kept, name!), 'utf8')).toMatch(/^ngs_/)
  expect(await run(['sync', folder, '--once'], env)).toMatchObject({ code: 0, stderr: '' })

  const data = { NOTEGRAPH_DATA: join(home, 'data') }
  const [device] = JSON.parse(
    (await run(['session', 'list', '--account', 'me', '--json'], data)).stdout,
  ).sessions
  expect(device.device).toMatch(/^notegraph on /)
  await run(['session', 'revoke', device.id], data)
  const ended = await run(['sync', folder, '--once'], env)
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Run this command with --sign-in.'),
  })
})

test('a person who denies changes nothing', async () => {
  const env = { NOTEGRAPH_BASE_URL: served.baseUrl, XDG_CONFIG_HOME: join(home, 'other') }
  const program = start(['sync', join(home, 'denied'), '--sign-in'], env)
  const [address] = await program.whispered(/http\S+/)
  const back = new URL(new URL(address).searchParams.get('redirect_uri')!)
  back.search = new URLSearchParams({ error: 'access_denied', state: new URL(address).searchParams.get('state')! }).toString() // prettier-ignore
  await fetch(back)
  expect(await program.ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The browser allowed no device. Nothing was changed.'),
  })
})
