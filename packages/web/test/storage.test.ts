/** @module-tag both-stores */
import { makePage, makeBlock } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { byteSize } from '../src/components/byte-size.ts'
import { cookieOf, NOON, openWeb } from './open.ts'

const PATH = '/settings/storage'
const DAY = 86_400_000

describe('[limits] the used storage', () => {
  test('by pages, blocks and files', async () => {
    const web = await openWeb()
    const content = 'x'.repeat(4 * 1_024 - 256)
    await web.store.graph('me').commits.commit({
      puts: [
        { record: makePage({ id: 'p1', name: 'Boats', now: NOON }), from: 0 },
        {
          record: makeBlock({
            id: 'b1',
            content,
            rev: 'r',
            pageId: 'p1',
            parentId: null,
            order: 1,
            now: NOON,
          }),
          from: 0,
        },
      ],
      files: [
        { id: 'f1', hash: 'h', name: 'a.png', type: 'image/png', size: 3 * 1_048_576, createdAt: NOON },
      ],
    })
    const { text } = await web.get(PATH)
    expect(text).toContain('3 MB of 10 GB')
    expect(text).toContain('Not counted: 0 changes in the list of changes (0 bytes of 128 MB)')
    expect(text).toMatch(/Pages 1 \d+ bytes .* Blocks 1 4 KB 0.1% .* Files 1 3 MB 99.9%/)
  })

  test('an empty account uses nothing, and a full one is reported', async () => {
    const web = await openWeb()
    expect((await web.get(PATH)).text).toContain('0 bytes of 10 GB')
    await web.operators.setAccount('me', { quota: 0 })
    expect((await web.get(PATH)).text).toContain('Storage is full.')
  })

  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 KB'],
    [1_536, '1.5 KB'],
    [10_737_418_240, '10 GB'],
    [1_023 * 1_048_576, '1 GB'],
    [13_684, '13 KB'],
  ])('%i bytes read %s', (bytes, words) => expect(byteSize(bytes)).toBe(words))
})

describe('files that an import brought and nothing links', () => {
  const file = (id: string, path: string) => ({
    id,
    hash: `hash-${id}`,
    name: path.replace(/^.*\//, ''),
    path,
    type: 'image/png',
    size: 2_048,
    createdAt: NOON,
  })
  async function withFiles(options = {}) {
    const web = await openWeb(options)
    const files = [file('f1', 'assets/a.png'), file('f2', 'Boards/<b>.canvas'), file('f3', 'assets/c.png')]
    await web.store.graph('me').commits.commit({ puts: [], files })
    return web
  }

  test('are listed with their size and when they were brought', async () => {
    const { text, html } = await (await withFiles()).get(PATH)
    expect(text).toContain('An import brought 3 files that no note links to.')
    expect(text).toContain('assets/a.png 2 KB 20 Nov 2026')
    expect(html).toContain('Boards/&lt;b&gt;.canvas')
    expect((await (await openWeb()).get(PATH)).text).not.toContain('Unlinked files')
  })

  test('those that are selected are removed', async () => {
    const web = await withFiles()
    const done = await web.post(`${PATH}/files/remove`, [
      ['file', 'f1'],
      ['file', 'f3'],
      ['file', 'none'],
    ])
    expect([done.status, done.headers.get('location')]).toEqual([303, PATH])
    const { text } = await web.get(PATH, cookieOf(done))
    expect(text).toContain('2 files deleted. 1 file kept')
    expect(text).toContain('An import brought 1 file')
    expect((await web.post(`${PATH}/files/remove`, [])).status).toBe(303)
    expect(await web.store.graph('me').files.list()).toHaveLength(1)
  })

  test('all are removed once that is confirmed', async () => {
    const web = await withFiles()
    expect((await web.get(`${PATH}/files/remove`)).text).toContain('This deletes 3 files')
    expect((await web.post(`${PATH}/files/remove`, { all: 'all' })).status).toBe(303)
    expect(await web.store.graph('me').files.list()).toEqual([])
    expect((await web.get(`${PATH}/files/remove`)).status).toBe(303)
  })

  test('in grace they are shown and stay', async () => {
    const web = await withFiles({ plan: 'grace', endedAt: NOON })
    const { text, html } = await web.get(PATH)
    expect(text).toContain('assets/a.png')
    expect(html).not.toContain('type="checkbox"')
    const refused = await web.post(`${PATH}/files/remove`, { file: 'f1' })
    expect([refused.status, refused.text]).toEqual([402, expect.stringContaining('No files deleted')])
    expect(await web.store.graph('me').files.list()).toHaveLength(3)
  })
})

describe('[D9.3] the plan', () => {
  test.each([
    [{}, 'The plan is active.'],
    [{ plan: 'none' }, 'This account is not on the cloud sync plan.'],
    [{ allowed: false }, 'This account is not on the server’s list.'],
    [
      { plan: 'grace', endedAt: NOON },
      'Your plan has ended: 30 days left. You can read and export your notes until 20 Dec 2026',
    ],
    [{ plan: 'grace', endedAt: NOON - 29.5 * DAY }, 'Your plan has ended: 1 day left.'],
    [{ plan: 'grace', endedAt: NOON - 31 * DAY }, 'This account is not on the cloud sync plan.'],
  ] as const)('%j', async (options, words) => {
    const web = await openWeb(options)
    const { status, text } = await web.get(PATH)
    expect(status).toBe(200)
    expect(text).toContain(words)
  })
})
