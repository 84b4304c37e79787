import { expect, test } from 'vitest'
import { answers, home, NOW } from '../../test/memory.ts'
import { timesOf } from './times.ts'

test.each([
  ['nothing said: its file', {}, 500, { createdAt: 500, now: 500 }],
  ['made before its file changed', { createdAt: 200 }, 500, { createdAt: 200, now: 500 }],
  ['made after its file changed', { createdAt: 700 }, 500, { createdAt: 700, now: 700 }],
  ['only its last change said', { updatedAt: 300 }, 500, { createdAt: 300, now: 300 }],
  ['both said', { createdAt: 200, updatedAt: 300 }, 500, { createdAt: 200, now: 300 }],
  ['a file from the future', {}, 2_000, { createdAt: 1_000, now: 1_000 }],
  ['times to come', { createdAt: 5_000, updatedAt: 6_000 }, 500, { createdAt: 1_000, now: 1_000 }],
])('%s', (_, said, modifiedAt, expected) => expect(timesOf(said, modifiedAt, 1_000)).toEqual(expected))

test('pages and blocks bear the times that their file says, or its own, never one to come', async () => {
  const { graph, add } = await home()
  const made = Date.UTC(2024, 1, 29)
  const changed = Date.UTC(2025, 5, 1)
  await add({
    'pages/A.md': {
      content: `created-at:: ${made}\n\n- a\n  created-at:: ${made}\n  updated-at:: ${changed}\n- b\n- c\n  created-at:: 9999999999999\n`,
      at: changed,
    },
    'pages/B.md': { content: '- d\n', at: NOW + 86_400_000 },
  })
  const [a, b] = await answers(graph)
  expect(a!.page).toMatchObject({ createdAt: made, updatedAt: NOW })
  expect(a!.blocks.map(({ createdAt, updatedAt }) => [createdAt, updatedAt])).toEqual([
    [made, changed],
    [changed, changed],
    [NOW, NOW],
  ])
  expect(b!.page).toMatchObject({ createdAt: NOW, updatedAt: NOW })
})
