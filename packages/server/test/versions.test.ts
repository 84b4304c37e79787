/**
 * Versions of pages and blocks over the API: shown by reads, compared by writes.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'

let api: Api
let id: string
beforeEach(async () => {
  api = await openApi()
  id = (await api.post('/pages/today/blocks', { text: 'tea' })).body['ids'].blockId
})

const versionOf = async (path: string): Promise<string> => (await api.get(path)).body['version']

describe('[A8.2] a read shows a version', () => {
  test.each(['/days/today', '/pages/Plans', '/blocks/ID'])('%s, the beginning of its ETag', async (path) => {
    await api.post('/pages/Plans/blocks', { text: 'plan' })
    const { status, headers, body } = await api.get(path.replace('ID', id))
    expect(status).toBe(200)
    expect(body['version']).toMatch(/^[\w-]{8}$/)
    expect(headers.get('etag')!.slice(1, 9)).toBe(body['version'])
  })

  test('a day without notes has none', async () => {
    expect((await api.get('/days/2020-01-01')).body).not.toHaveProperty('version')
  })

  test('the version changes with the block and with its page', async () => {
    const before = [await versionOf(`/blocks/${id}`), await versionOf('/days/today')]
    await api.patch(`/blocks/${id}`, { text: 'green tea' })
    const after = [await versionOf(`/blocks/${id}`), await versionOf('/days/today')]
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).not.toBe(before[1])
  })
})

describe('[A8.2] a write takes if_unchanged', () => {
  test('succeeds if nothing changed, else shows the block as it is now', async () => {
    const if_unchanged = await versionOf(`/blocks/${id}`)
    expect((await api.patch(`/blocks/${id}`, { text: 'coffee', if_unchanged })).status).toBe(200)
    const late = await api.post(`/tasks/${id}`, { state: 'todo', if_unchanged })
    expect(late.status).toBe(409)
    const current = await versionOf(`/blocks/${id}`)
    expect(late.body).toEqual({
      code: 'conflict',
      error: `The block changed since the version in if_unchanged, so nothing was written. Current block, version ${current}: coffee`,
      hint: `If the write still fits, repeat it with if_unchanged ${current}.`,
    })
    expect((await api.post(`/tasks/${id}`, { state: 'todo', if_unchanged: current })).status).toBe(200)
  })

  test('a page is shown with its properties and blocks', async () => {
    const path = '/pages/Tea'
    await api.post('/pages', { name: 'Tea', blocks: ['first'] })
    const if_unchanged = await versionOf(path)
    await api.patch(`${path}/properties/mood`, { value: 'calm' })
    const late = await api.post(`${path}/blocks`, { text: 'second', if_unchanged })
    expect(late.status).toBe(409)
    expect(late.body['error']).toContain('mood:: calm\n- first')
    expect((await api.get(path)).body['blocks']).toHaveLength(1)
  })

  test.each(['', 'short', '"5Yl0tM0r"', '*', 7, null])('%j is 400', async (if_unchanged) => {
    const reply = await api.patch(`/blocks/${id}`, { text: 'x', if_unchanged })
    expect([reply.status, reply.body['code']]).toEqual([400, 'bad_request'])
    expect(reply.body['error']).toMatch(/^if_unchanged takes the version that a read shows/)
  })
})
