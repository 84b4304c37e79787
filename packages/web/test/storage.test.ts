import { makePage, makeBlock } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { size } from '../src/pages/storage.ts'
import { NOON, openWeb } from './open.ts'

const PATH = '/settings/storage'
const DAY = 86_400_000

describe('[limits] what is used', () => {
  test('by pages, blocks and files', async () => {
    const web = await openWeb()
    const content = 'x'.repeat(4 * 1_024 - 256)
    await web.store.graph('me').commit({
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
    expect(text).toMatch(/Pages 1 \d+ bytes .* Blocks 1 4 KB 0.1 % .* Files 1 3 MB 99.9 %/)
  })

  test('an empty account uses nothing, one that is full is told', async () => {
    const web = await openWeb()
    expect((await web.get(PATH)).text).toContain('0 bytes of 10 GB')
    await web.operators.setAccount('me', { quota: 0 })
    expect((await web.get(PATH)).text).toContain('All room is used')
  })

  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 KB'],
    [1_536, '1.5 KB'],
    [10_737_418_240, '10 GB'],
    [1_023 * 1_048_576, '1 GB'],
  ])('%i bytes read %s', (bytes, words) => expect(size(bytes)).toBe(words))
})

describe('[D9.3] the plan', () => {
  test.each([
    [{}, 'The plan is active.'],
    [{ plan: 'none' }, 'This account is not on the cloud sync plan.'],
    [{ allowed: false }, 'This account is not on the server’s list.'],
    [{ plan: 'grace', endedAt: NOON }, 'The plan has ended: 30 days left. Until 20 Dec 2026'],
    [{ plan: 'grace', endedAt: NOON - 29.5 * DAY }, 'The plan has ended: 1 day left.'],
    [{ plan: 'grace', endedAt: NOON - 31 * DAY }, 'This account is not on the cloud sync plan.'],
  ] as const)('%j', async (options, words) => {
    const web = await openWeb(options)
    const { status, text } = await web.get(PATH)
    expect(status).toBe(200)
    expect(text).toContain(words)
  })
})
