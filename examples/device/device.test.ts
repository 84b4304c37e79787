/** @module-tag process */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { openPerson } from '@notegraph/example-tests'
import { notesClient } from '@notegraph/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type ServedApp } from '../served-app.ts'

let app: ServedApp
beforeAll(async () => {
  app = await startApp({ NOTEGRAPH_OAUTH: 'on' })
})
afterAll(async () => app.stop())

test('[A9.6] a program signs in as a device and reads the notes', async () => {
  await notesClient({ url: app.url, token: app.token }).createPage({ name: 'Boat' })
  const program = execFile(process.execPath, [resolve(import.meta.dirname, 'device.ts')], {
    env: { ...process.env, NOTEGRAPH_URL: app.url },
  })
  const ended = once(program, 'close')
  let said = ''
  program.stdout!.on('data', (words: string) => (said += words))
  await expect.poll(() => said).toContain('/oauth/authorize?')
  const person = await openPerson(app.signInLink)
  expect(await person.connect(/http\S+/.exec(said)![0])).toBe('You can close this window.')
  expect(await ended).toEqual([0, null])
  expect(said.split('\n')).toContain('Boat')
  const devices = await app.asOperator((operators) => operators.listSessions('me'))
  expect(devices.map(({ device }) => device)).toEqual(['Example device'])
})
