import { makePage } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { MOST_FACTS, pageFacts, type PageFact } from './page-facts.ts'

const factsOf = (props: readonly (readonly [string, string])[]): readonly PageFact[] =>
  pageFacts(makePage({ id: 'p', name: 'Ada', props, now: 1 }))

test.each<[string, readonly (readonly [string, string])[], readonly PageFact[]]>([
  ['none', [], []],
  [
    'the fields of the type in its order, before others',
    [
      ['mood', 'calm'],
      ['birthday', '1815-12-10'],
      ['email', 'ada@notes.test'],
      ['type', 'person'],
    ],
    [
      { label: 'Type', value: 'Person' },
      { label: 'Email', value: 'ada@notes.test' },
      { label: 'Birthday', value: '1815-12-10' },
      { label: 'mood', value: 'calm' },
    ],
  ],
  ['a type of somebody’s own as it is written', [['type', 'vessel']], [{ label: 'Type', value: 'vessel' }]],
  [
    'aliases as words, and tags as names of pages',
    [
      ['alias', 'Countess, Enchantress'],
      ['tags', 'maths, [[engines]]'],
    ],
    [
      { label: 'Aliases', value: 'Countess, Enchantress' },
      { label: 'Tags', value: ['maths', 'engines'] },
    ],
  ],
  [
    'nothing that is the app’s own, or blank',
    [
      ['sketch-scene', '{}'],
      ['pdf', 'f1'],
      ['mood', ' '],
    ],
    [],
  ],
])('[O2.2] a page shows %s', (_, props, facts) => {
  expect(factsOf(props)).toEqual(facts)
})

test('[O2.2] the facts of a page are bounded', () => {
  const many = Array.from({ length: MOST_FACTS + 50 }, (_, i) => [`key-${i}`, 'x'] as const)
  expect(factsOf(many)).toHaveLength(MOST_FACTS)
})
