/** The lines to try in the README of the project do what it says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApi } from './api.ts'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')

test('every write is taken, and changes something', async () => {
  const api = await openApi()
  const lines = [...readme.matchAll(/^write (POST|PATCH) '?([^' ]+)'? '(\{.*\})'/gm)]
  expect(lines).toHaveLength(6)
  let id = ''
  for (const [, method = '', path = '', body = ''] of lines) {
    const reply = await api.call(`/api/v1/notes/${path.replace('BLOCK', id)}`, {
      method,
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect([path, reply.status, reply.body['changed']]).toEqual([path, 200, true])
    id ||= reply.body['ids'].blockId
  }
  const { block } = (await api.get(`/blocks/${id}`)).body
  expect(block.content).toBe('DONE call the lock-keeper')
})

test('every read is answered', async () => {
  const api = await openApi()
  const lines = [...readme.matchAll(/^api '?([^' ]+)'?/gm)].map(([, target]) => target!)
  expect(lines.length).toBeGreaterThan(4)
  for (const target of lines) {
    const { status } = await api.get(`/${target.replace('Start%20here', 'Plans')}`)
    expect([target, status]).toEqual([target, 200])
  }
})
