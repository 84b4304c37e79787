/**
 * Retries of writes under a key in `_meta`.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { sdkHandler, toolsHandler } from '../src/tools-handler.ts'
import { ABOUT, block, page, world, type World } from './world.ts'

let it: World
beforeEach(async () => {
  it = await world({
    records: [page('p', 'Plans'), block('other-0000', 'p', 'TODO x')],
    revertibleChanges: 0,
  })
})

const HANDLERS = { plain: toolsHandler, SDK: sdkHandler }

async function send(way: keyof typeof HANDLERS, name: string, args: object, key: unknown) {
  const _meta = { 'notegraph/idempotency-key': key }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } }
  const handle = HANDLERS[way](it.deps, ABOUT)
  const response = await handle({ headers: new Headers(), body }, { caller: it.caller, address: 'a' })
  return (await response.json()) as {
    result?: { content: [{ text: string }]; isError?: true }
    error?: { code: number; message: string }
  }
}
const changes = async () => (await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })).total

describe.each(['plain', 'SDK'] as const)('[A8.1] over the %s way', (way) => {
  test.each([
    ['add_block', { page: 'Plans', text: 'new' }],
    ['add_outline', { page: 'Plans', text: '- a\n  - b' }],
    ['create_page', { name: 'New', blocks: ['a'] }],
    ['set_task', { block_id: 'other-0000', state: 'done' }],
    ['update_block', { block_id: 'other-0000', text: 'new' }],
    ['set_property', { page: 'Plans', key: 'mood', value: 'calm' }],
    ['set_properties', { page: 'Plans', properties: { mood: 'calm' } }],
    ['move_blocks', { block_ids: ['other-0000'], page: 'today' }],
    ['rename_page', { name: 'Plans', to: 'Other plans' }],
    ['delete_page', { name: 'Plans' }],
    ['delete_blocks', { block_ids: ['other-0000'] }],
    ['set_block_properties', { block_id: 'other-0000', properties: { mood: 'calm' } }],
  ])('a retry of %s with its key writes once, and gets the first answer', async (name, args) => {
    const first = await send(way, name, args, 'k1')
    expect(first.result?.isError).toBeUndefined()
    expect(await send(way, name, args, 'k1')).toEqual(first)
    expect(await changes()).toBe(1)
  })

  test('another key writes again, and another call with the key is refused', async () => {
    const args = { page: 'Plans', text: 'new' }
    await send(way, 'add_block', args, 'k1')
    await send(way, 'add_block', args, 'k2')
    expect(await changes()).toBe(2)
    const { result } = await send(way, 'add_block', { page: 'Plans', text: 'other' }, 'k1')
    expect(result).toMatchObject({ isError: true })
    expect(await changes()).toBe(2)
  })

  test.each(['', 'a b', 'x'.repeat(256), 5, null])(
    'the key %j is refused, and nothing is written',
    async (key) => {
      const { error } = await send(way, 'add_block', { page: 'Plans', text: 'new' }, key)
      expect(error).toMatchObject({
        code: -32_602,
        message: expect.stringMatching(/^_meta\["notegraph\/idempotency-key"\] takes 1 to 255 visible ASCII/),
      })
      expect(await changes()).toBe(0)
    },
  )

  test('a tool that reads ignores it', async () => {
    expect((await send(way, 'list_pages', {}, '')).result?.isError).toBeUndefined()
  })
})
