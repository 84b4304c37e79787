/**
 * Hostile texts: no reader throws, returns text that no store accepts, or takes more than linear time. `run.ts` runs
 * any number, and `more-texts.test.ts` those that are left out here.
 */
import { TOO_MUCH } from '@notegraph/example-tests/growth'
import { describe, expect, test } from 'vitest'
import { growthOf } from './checks.ts'
import { FIRST_TEXTS, testTexts } from './random-texts.ts'
import { READERS } from './readers.ts'

testTexts(0, FIRST_TEXTS)

const UNITS = READERS.flatMap((reader) =>
  reader.repeated.units.map((unit) => ({ reader, unit, name: reader.name })),
)

describe('hostile: time grows with the length', () => {
  test.each(UNITS)('$name, a row of $unit', ({ reader, unit }) => {
    expect(growthOf(reader, unit, 500)).toBeLessThan(TOO_MUCH)
  })
})

/** Repetitions of one character would overflow the stack of some regular expressions. */
const LONG = 2_000_000

test.each([
  ['config', `{:favorites ["${'a\\n'.repeat(LONG / 3)}`],
  ['times of pages', `({:block/name "${'a'.repeat(LONG)}`],
  ['whiteboards in EDN', `{:blocks "${'\\"'.repeat(LONG / 2)}`],
  ['Logseq', `- [${'a'.repeat(LONG)}`],
  ['Logseq', `- ![a](../assets/${'('.repeat(LONG)}`],
  ['Obsidian', `[k:: ${'[[a]]'.repeat(LONG / 5)}`],
  ['Obsidian', `\`${'a'.repeat(LONG)}`],
  ['Org', `* ${'=a'.repeat(LONG / 2)}`],
  ['Org', `* a${' '.repeat(LONG)}b`],
  ['OPML', `<opml><body><outline text="${'a&lt;b&gt;'.repeat(LONG / 10)}"/>`],
  ['OPML', `<opml><body><outline ${'a="b" '.repeat(LONG / 10)}/>`],
  ['Roam', `[{"title":"a","children":[{"string":"${'__a'.repeat(LONG / 3)}"}]}]`],
])('hostile: %s reads one construct of millions of characters', (name, text) => {
  const { read } = READERS.find((reader) => reader.name === name)!
  expect(read(text).length).toBeLessThan(2)
})
