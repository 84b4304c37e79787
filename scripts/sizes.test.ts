/** The table of sizes: how it is read, and when a size differs. `npm run try-packages` compares it with the archives. */
import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './docs.ts'
import { PORTABLE } from './layers.ts'
import { differences, sizesIn, withSizes, type Sizes } from './sizes.ts'

const DOCUMENT = '# Sizes\n\n<!-- sizes: written -->\n<!-- /sizes -->\n'

test('a table reads as it was written, any number of times', () => {
  const kilobytes = fc.nat(99_999).map((tenths) => tenths / 10)
  const sizes = fc.uniqueArray(
    fc.record<Sizes>({
      name: fc.stringMatching(/^[a-z]+(?:-[a-z]+)?$/),
      code: kilobytes,
      whole: fc.option(kilobytes, { nil: undefined }),
      archive: kilobytes,
    }),
    { selector: ({ name }) => name },
  )
  fc.assert(
    fc.property(sizes, sizes, (before, after) => {
      expect(sizesIn(withSizes(withSizes(DOCUMENT, before), after))).toEqual(after)
    }),
  )
})

describe('a size differs from the table', () => {
  const small: Sizes = { name: 'small', code: 1, archive: 2 }
  const large: Sizes = { name: 'large', code: 100, whole: 200, archive: 300 }

  test.each<[what: string, measured: Sizes[], expected: string[]]>([
    ['not at all', [small, large], []],
    ['not by a tenth', [small, { ...large, code: 110, whole: 180 }], []],
    [
      'if it grew by more',
      [small, { ...large, whole: 221 }],
      ['large: whole has 221 kB, and 200 in the table.'],
    ],
    [
      'if it shrank by more',
      [small, { ...large, archive: 269 }],
      ['large: archive has 269 kB, and 300 in the table.'],
    ],
    ['not by a few hundred bytes', [{ ...small, code: 1.3 }, large], []],
    ['if it has no row', [small, large, { ...small, name: 'new' }], ['new is not in the table.']],
    ['if its package is gone', [small], ['large is in the table, and is not published.']],
    [
      'if the package no longer runs in browsers',
      [small, { ...large, whole: undefined }],
      ['large: whole has 0 kB, and 200 in the table.'],
    ],
  ])('%s', (_, measured, expected) => expect(differences([small, large], measured)).toEqual(expected))
})

test('docs/packages.md has a row of sizes for each published package', () => {
  const published = globSync('{packages,apps}/*/package.json', { cwd: ROOT })
    .map((path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as { name: string; private?: boolean })
    .filter((manifest) => !manifest.private)
    .map(({ name }) => name.replace('@notegraph/', ''))
    .toSorted()
  const rows = sizesIn(readFileSync(join(ROOT, 'docs/packages.md'), 'utf8'))
  expect(rows.map(({ name }) => name)).toEqual(published)
  expect(rows.filter(({ whole }) => whole !== undefined).map(({ name }) => name)).toEqual(PORTABLE.toSorted())
})
