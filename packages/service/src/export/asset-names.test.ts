import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetNames } from '@notegraph/folder'
import { broughtPaths } from './brought-paths.ts'

const file = (name: string, i: number, hash = `${i}`.padStart(64, 'abcdef0123456789')) => ({
  id: `f${i}`,
  name,
  hash,
  type: 'x/y',
  size: 1,
  createdAt: 1,
})
const named = (...names: string[]) => [...assetNames(names.map((name, i) => file(name, i))).values()]

describe('the name of a file in an exported folder', () => {
  test.each([
    ['plan.png', 'plan.png'],
    ['a "b": c?.png', 'a _b__ c_.png'],
    ['../../etc/passwd', '_._.._etc_passwd'],
    ['.hidden', '_hidden'],
    ['dots...', 'dots'],
    ['', 'file'],
    ['con.png', '_con.png'],
    ['console.png', 'console.png'],
    ['\u0000', '_'],
    ['lone \ud800.png', 'lone \ufffd.png'],
    ['図.png', '図.png'],
    [`${'木'.repeat(85)}.png`, `${'木'.repeat(65)}.png`],
    [`x.${'y'.repeat(300)}`, `x.${'y'.repeat(198)}`],
  ])('%j is %j', (name, expected) => expect(named(name)).toEqual([expected]))

  test('bears a mark of its content where another has it too, in any case', () => {
    const hashes = ['aaaaaaaa11', 'bbbbbbbb22', 'cccccccc33']
    const files = ['x.png', 'X.PNG', 'y.png'].map((name, i) => file(name, i, hashes[i]))
    expect([...assetNames(files).values()].toSorted()).toEqual(['X-bbbbbbbb.PNG', 'x-aaaaaaaa.png', 'y.png'])
  })

  test('a mark takes no name that another file has', () => {
    const files = [
      file('x.png', 0, 'aaaaaaaa11'),
      file('x.png', 1, 'aaaaaaaa22'),
      file('x-aaaaaaaa.png', 2, 'cc'),
    ]
    expect([...assetNames(files.toReversed())]).toEqual([
      ['f0', 'x-aaaaaaaa-2.png'],
      ['f1', 'x-aaaaaaaa-3.png'],
      ['f2', 'x-aaaaaaaa.png'],
    ])
  })

  test('is distinct, short enough and steady, whatever files are called', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('x.png', 'X.png', 'x-00.png'),
    )
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        const files = names.map((name, i) => file(name, i))
        const given = assetNames(files)
        expect(new Set([...given.values()].map((name) => name.toLowerCase())).size).toBe(names.length)
        expect(new Map(assetNames(files.toReversed()))).toEqual(given)
        for (const name of given.values()) {
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
          expect(name).toMatch(/^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u)
        }
      }),
    )
  })
})

describe('the path of a file that an import brought and no text names', () => {
  const pathsOf = (...paths: (string | undefined)[]) => {
    const files = paths.map((path, i) => file(path?.replace(/^.*\//, '') ?? 'x.png', i))
    const unlinked = files.map((one, i) => ({
      ...one,
      ...(paths[i] !== undefined && { path: paths[i] }),
      belongs: false,
    }))
    const names = assetNames(files)
    const brought = broughtPaths(unlinked, names)
    return files.map(({ id }) => brought.get(id) ?? names.get(id))
  }

  test.each([
    [['assets/paper/3_x_1.png'], ['paper/3_x_1.png']],
    [['Boards/Plan.canvas'], ['Boards/Plan.canvas']],
    [['assets/../../etc/x'], ['_/_/etc/x']],
    [[undefined], ['x.png']],
    [
      ['assets/a/x.png', 'assets/b/x.png'],
      ['a/x.png', 'b/x.png'],
    ],
    [
      ['assets/a', 'assets/a/y.png'],
      ['a', 'y.png'],
    ],
    [
      ['assets/A/x.png', 'assets/a/X.png'],
      ['A/x.png', 'X-abcdef01-2.png'],
    ],
  ])('%j is %j', (paths, expected) => {
    expect(pathsOf(...paths)).toEqual(expected)
  })
})
