/** Two versions of a text side by side. */
import { expect, test } from 'vitest'
import { textDiff } from './text-diff.ts'

test('cut short, a text begins a little before what differs, wherever that is', async () => {
  const text = (word: string) => `${'before '.repeat(5_000)}${word}${' behind'.repeat(5_000)}`
  const shown = String(await textDiff(text('old'), text('new'), { most: 100 }))
  expect(shown).toMatch(
    />…[ a-z]{1,60}<del>old<\/del>[ a-z]{1,60}…<.*>…[ a-z]{1,60}<ins>new<\/ins>[ a-z]{1,60}…</s,
  )
  expect(shown.length).toBeLessThan(600)
  expect(String(await textDiff(text('same'), text('same'), { most: 20 }))).toContain(
    '>before before before…<',
  )
})
