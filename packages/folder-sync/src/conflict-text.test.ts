import { makeBlock } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { readDecision, shownWords } from './conflict-text.ts'

const block = (text: string, ...others: string[]) => ({
  ...makeBlock({ id: 'b', content: text, rev: 'r', pageId: 'p', parentId: null, order: 1, now: 0 }),
  ...(others.length > 0 && {
    versions: others.map((text, i) => ({
      text,
      rev: `v${i}`,
      at: Date.UTC(2026, 10, 21, 9, 5),
      device: 'phone',
    })),
  }),
})
const shown = shownWords(block('one\nmore', 'two', 'three'))

test('a block is shown as text, with conflicting versions between markers', () => {
  expect(shownWords(block('one'))).toBe('one')
  expect(shown).toBe(
    [
      '<<<<<<< current version',
      'one\nmore',
      '======= phone, 2026-11-21 09:05 UTC',
      'two',
      '======= phone, 2026-11-21 09:05 UTC',
      'three',
      '>>>>>>> keep one version, or run: notegraph conflicts',
    ].join('\n'),
  )
})

describe('edited conflict markers', () => {
  test.each<[what: string, now: string, read: ReturnType<typeof readDecision>]>([
    ['no marks are left: decided', 'both of them', { text: 'both of them', decided: true }],
    ['nothing is left: decided', '', { text: '', decided: true }],
    ['nothing was done', shown, { text: 'one\nmore', decided: false }],
    ['the text that remains', shown.replace('more', 'less'), { text: 'one\nless', decided: false }],
    ['another version', shown.replace('two', '2'), undefined],
    ['a mark is missing', shown.replace(/=======.*\n/, ''), undefined],
    ['the last mark is missing', shown.replace(/\n>>>>.*/, ''), undefined],
  ])('%s', (_, now, read) => expect(readDecision(now, shown)).toEqual(read))
})
