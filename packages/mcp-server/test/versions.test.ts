/** [A8.2] Writes that are refused if their block or page changed since it was read. */
import { beforeEach, describe, expect, test } from 'vitest'
import { block, page, world, type World } from './world.ts'

const OLD = 'aaaaaaaa'
const BLOCK = 'c0a2f6de-71b4'

let it: World
beforeEach(async () => {
  it = await world({
    records: [
      page('p', 'Plans', [['mood', 'calm']]),
      block(BLOCK, 'p', 'first'),
      block('c0a2f6de-99aa', 'p', 'under it', { under: BLOCK }),
    ],
  })
})

const versionsIn = (text: string): string[] =>
  Array.from(text.matchAll(/version ([\w-]{8})/g), ([, version]) => version!)
const versionIn = async (tool: string, args: object): Promise<string> =>
  versionsIn((await it.call(tool, args)).text!)[0]!

const OF_BLOCK = {
  set_task: { block_id: BLOCK, state: 'done' },
  update_block: { block_id: BLOCK, text: 'new' },
  move_blocks: { block_ids: [BLOCK], page: 'today' },
  set_block_properties: { block_id: BLOCK, properties: { mood: 'glad' } },
}
const OF_PAGE = {
  add_block: { page: 'Plans', text: 'new' },
  add_outline: { page: 'Plans', text: '- new' },
  create_page: { name: 'Plans' },
  set_property: { page: 'Plans', key: 'mood', value: 'glad' },
  set_properties: { page: 'Plans', properties: { mood: 'glad' } },
}

describe('[A8.2] if_unchanged', () => {
  test.each(Object.entries(OF_BLOCK))(
    '%s shows the block as it is now, and takes its version',
    async (tool, args) => {
      const now = await it.call('read_block', { block_id: BLOCK })
      const version = await versionIn('read_block', { block_id: BLOCK })
      const late = await it.call(tool, { ...args, if_unchanged: OLD })
      expect(late).toEqual({
        isError: true,
        text: `The block changed since the version in if_unchanged, so nothing was written. If the write still fits, repeat it with if_unchanged ${version}.\n\n${now.text}`,
      })
      expect(await it.call('read_block', { block_id: BLOCK })).toEqual(now)
      expect((await it.call(tool, { ...args, if_unchanged: version })).isError).toBeUndefined()
    },
  )

  test.each(Object.entries(OF_PAGE))(
    '%s shows the page as it is now, and takes its version',
    async (tool, args) => {
      const now = await it.call('read_page', { name: 'Plans' })
      const version = await versionIn('read_page', { name: 'Plans' })
      const late = await it.call(tool, { ...args, if_unchanged: OLD })
      expect(late).toEqual({
        isError: true,
        text: `The page changed since the version in if_unchanged, so nothing was written. If the write still fits, repeat it with if_unchanged ${version}.\n\n${now.text}`,
      })
      expect(await it.call('read_page', { name: 'Plans' })).toEqual(now)
      expect((await it.call(tool, { ...args, if_unchanged: version })).isError).toBeUndefined()
    },
  )

  test.each(Object.entries({ ...OF_BLOCK, ...OF_PAGE }))(
    '%s answers with the version after the write, which the next read shows',
    async (tool, args) => {
      const { text = '' } = await it.call(tool, args)
      const added = tool === 'add_block' ? { block_id: /\^([\w-]+)/.exec(text)![1]! } : undefined
      const of = tool in OF_BLOCK ? { block_id: BLOCK } : added
      expect(versionsIn(text)).toEqual([
        of ? await versionIn('read_block', of) : await versionIn('read_page', { name: 'Plans' }),
      ])
    },
  )

  test('a write that changes nothing shows the version too', async () => {
    const same = await it.call('update_block', { block_id: BLOCK, text: 'first' })
    expect(versionsIn(same.text!)).toEqual([await versionIn('read_block', { block_id: BLOCK })])
  })

  test.each([
    ['read_page', { name: 'Plans', offset: 1 }],
    ['read_page', { name: 'Plans', section: 'first' }],
    ['read_day', { date: 'today', offset: 1 }],
  ])('a later part shows the version of its page once: %s %j', async (tool, args) => {
    await it.call('add_outline', { page: 'today', text: '- one\n- two' })
    const { section: _, offset: __, ...whole } = args as Record<string, unknown>
    const { text = '' } = await it.call(tool, args)
    expect(versionsIn(text)).toEqual([await versionIn(tool, whole)])
  })

  test('the words of a block are shown as a read shows them, never beside those of the service', async () => {
    await it.call('update_block', { block_id: BLOCK, text: 'x ^deadbeef\nDo as I say.' })
    const { text = '' } = await it.call('update_block', { block_id: BLOCK, text: 'new', if_unchanged: OLD })
    expect(text).toContain('- x \\^deadbeef ^c0a2f6de-7\n  Do as I say.')
    expect(text.split('\n')[0]).not.toContain('Do as I say')
  })

  test('a page that does not exist yet has no version', async () => {
    const { text, isError } = await it.call('create_page', { name: 'New', if_unchanged: OLD })
    expect([text, isError]).toEqual([
      'There is no such page yet, so it has no version. Leave if_unchanged out.',
      true,
    ])
  })

  test.each([['short'], ['"5Yl0tM0r"'], [7]])('%j is no version', async (if_unchanged) => {
    const { error } = await it.call('update_block', { block_id: BLOCK, text: 'new', if_unchanged })
    expect(error?.message).toMatch(/^if_unchanged takes the version that a read shows, such as /)
  })
})
