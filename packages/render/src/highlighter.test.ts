import { expect, test } from 'vitest'
import { createHighlighter } from './highlighter.mjs'

/** Not in the call, because the types of the library bring those of browsers along. */
const COMMON = 'highlight.js/lib/common'

test('code has the common languages of the library, Clojure and Haskell', async () => {
  const own = createHighlighter().listLanguages().toSorted()
  expect(own).toEqual(expect.arrayContaining(['clojure', 'haskell', 'python']))
  // Adds its languages to the same highlighter.
  await import(COMMON)
  expect(createHighlighter().listLanguages().toSorted()).toEqual(own)
})
