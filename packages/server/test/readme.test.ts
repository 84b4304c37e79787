/** The requests in docs/http.md and in the project's README give the documented results. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApi } from './api.ts'

const readDocument = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const page = readDocument('docs/http.md')

test('every write is taken, and changes something', async () => {
  const api = await openApi()
  const lines = [...page.matchAll(/^write (POST|PATCH) '?([^' ]+)'? '(\{.*\})'/gm)]
  expect(lines).toHaveLength(16)
  const { token } = await api.operators.createToken('me', { name: 'Tidy', scope: 'write', may: ['organize'] })
  let id = ''
  for (const [i, [, method = '', path = '', body = '']] of lines.entries()) {
    const reply = await api.call(`/api/v1/notes/${path.replace('BLOCK', id)}`, {
      token,
      method,
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect([path, reply.status, reply.body['changed']]).toEqual([path, 200, true])
    id ||= reply.body['ids'].blockId
    if (i !== 10) continue
    const { block } = (await api.get(`/blocks/${id}`)).body
    expect(block.content).toBe('DONE [#A] call the harbour\nDEADLINE: <2026-12-04 Fri 09:00>\neffort:: 2h')
  }
})

test('every read is answered', async () => {
  const api = await openApi()
  const lines = [...page.matchAll(/^api '?([^' ]+)'?/gm)].map(([, target]) => target!)
  expect(lines.length).toBeGreaterThan(4)
  for (const target of lines) {
    const { status } = await api.get(`/${target.replace('Start%20here', 'Plans')}`)
    expect([target, status]).toEqual([target, 200])
  }
})

test('the three requests of the README are answered', async () => {
  const api = await openApi()
  const lines = [...readDocument('README.md').matchAll(/^curl .*?(?:-d '(.*)' )?"\$NOTES\/(.*)"$/gm)]
  expect(lines).toHaveLength(3)
  for (const [, body, target = ''] of lines) {
    const { status } = body
      ? await api.call(`/api/v1/notes/${target}`, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json' },
        })
      : await api.get(`/${target}`)
    expect([target, status]).toEqual([target, 200])
  }
})
