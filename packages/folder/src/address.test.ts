import { fileIds } from '@notegraph/block-text'
import { describe, expect, test } from 'vitest'
import {
  addressForms,
  addressFrom,
  exportAddresses,
  findAssets,
  linkTargets,
  replaceSpans,
  withPictures,
} from './address.ts'
import { folderOf } from './path.ts'
import { planFolder } from './plan.ts'
import { maskCode } from './code-mask.ts'

test.each([
  ['[a](b)', ['b']],
  ['![a](<b c> "t")', ['b c']],
  ["[a](b 't') and [c](d)", ['b', 'd']],
  ['[a](b (1).png)', ['b (1).png']],
  ['[a](b', []],
  ['[a](b\n)', []],
  ['[a]()', ['']],
  ['[x](a)](b)', ['a', 'b']],
  [String.raw`[a](b\(1.png) [c](d\))`, [String.raw`b\(1.png`, String.raw`d\)`]],
])('linkTargets(%j)', (text, expected) =>
  expect(linkTargets(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected),
)

test('[operations, Import and export] an address of many escapes has few forms', () =>
  expect(addressForms(`&${'amp;'.repeat(1_000)}`)).toHaveLength(2))

test.each([
  ['a `b` c', 'a ··· c'],
  ['``a ` b`` c', '········· c'.replace('·········', '·'.repeat(9))],
  ['a ` b', 'a ` b'],
  ['```\nx\n```\ny', '···\n·\n···\ny'],
  ['~~~js\nx', '·····\n·'],
  ['a\n  ```\n  b', 'a\n·····\n···'],
  ['```x``` b', '······· b'],
])('maskCode(%j)', (text, expected) => expect(maskCode(text).replaceAll('\u0000', '·')).toBe(expected))

test.each([
  ['![[assets/x.png]]', '![x.png](../assets/x.png)'],
  ['![[assets/x.png|300]]', '![x.png|300](../assets/x.png)'],
  ['![[assets/x.png|a picture]]', '![a picture](../assets/x.png)'],
  ['![[assets/x.png|a `b`]]', '![a `b`](../assets/x.png)'],
  ['| ![[assets/x.png\\|300]] |', '| ![x.png\\|300](../assets/x.png) |'],
  ['![[assets/gone.png|300]]', '![[assets/gone.png|300]]'],
  ['`![[assets/x.png]]`', '`![[assets/x.png]]`'],
])('withPictures(%j) keeps the label and the size', (text, expected) =>
  expect(withPictures(text, (path) => (path === 'assets/x.png' ? path : undefined))).toBe(expected),
)

describe('findAssets', () => {
  const files = new Map([
    ['../assets/x.png', 'assets/x.png'],
    ['../assets/a b.png', 'assets/a b.png'],
  ])
  const found = (text: string): unknown => {
    const { assets, missing } = findAssets(text, (address) => files.get(address))
    return [
      assets.map(({ start, end }) => text.slice(start, end)),
      missing.map(({ start, end }) => text.slice(start, end)),
    ]
  }
  test.each([
    ['![x](../assets/x.png){:height 10}', ['../assets/x.png'], []],
    ['![x](../assets/a b.png)', ['../assets/a b.png'], []],
    ['see ../assets/x.png.', ['../assets/x.png'], []],
    ['{{video ../assets/x.png}}', ['../assets/x.png'], []],
    ['[a](../assets/x.png "../assets/x.png")', ['../assets/x.png', '../assets/x.png'], []],
    ['`![x](../assets/x.png)`', [], []],
    [
      '<img width=9 src="../assets/x.png"> <a href=\'../assets/a b.png\'>b</a>',
      ['../assets/x.png', '../assets/a b.png'],
      [],
    ],
    [
      '<img\nsrc=../assets/x.png> <img src="../assets/gone.png"> `<img src="../assets/gone.png">`',
      ['../assets/x.png'],
      ['../assets/gone.png'],
    ],
    ['```\n../assets/x.png\n```', [], []],
    ['![x](../assets/none.png) ../assets/none.png', [], ['../assets/none.png']],
    ['![x](https://a.example/assets/x.png)', [], []],
  ])('%j', (text, assets, missing) => expect(found(text)).toEqual([assets, missing]))
})

describe('[D2.8] exportAddresses', () => {
  const names = new Map([
    ['f1', 'x.png'],
    ['f-2', 'a b.png'],
  ])
  test.each([
    ['![x](/api/files/f1)', '![x](../assets/x.png)'],
    ['/api/files/f-2.', '../assets/a%20b.png.'],
    ['`/api/files/f1`', '`../assets/x.png`'],
    ['https://notes.example/api/files/f1', '../assets/x.png'],
    ['https://other.example/api/files/f1', 'https://other.example/api/files/f1'],
    ['/api/files/unknown', '/api/files/unknown'],
    ['/api/files/', '/api/files/'],
    ['image:/api/files/f1,(/api/files/f-2)', 'image:../assets/x.png,(../assets/a%20b.png)'],
    ['x/api/files/f1', 'x/api/files/f1'],
  ])('%j', (text, expected) => {
    const written = exportAddresses(text, (id) => names.get(id), 'https://notes.example')
    expect(written.text).toBe(expected)
    const known = fileIds(text, 'https://notes.example').filter((id) => names.has(id))
    expect(written.assets.map(({ path }) => path)).toEqual(known.map((id) => `assets/${names.get(id)}`))
    const ids = new Map([...names].map(([id, name]) => [`assets/${name}`, `/api/files/${id}`]))
    expect(replaceSpans(written, (path) => ids.get(path))).toBe(text.replace('https://notes.example', ''))
  })
})

test.each([
  ['pages/a.md', 'img/x y.png', '../img/x%20y.png'],
  ['pages/b/a.md', 'x.png', '../../x.png'],
  ['a.md', 'img/x.png', './img/x.png'],
])('from %s the file %s has an address that leads back', (note, file, address) => {
  expect(addressFrom(note, file)).toBe(address)
  const written = exportAddresses('![x](/api/files/f1)', () => address)
  expect(written).toEqual({
    text: `![x](${address})`,
    assets: [{ start: 5, end: 5 + address.length, path: file }],
  })
  expect(planFolder([note, file, 'pages/c.md']).findAsset(folderOf(note), address)).toBe(file)
})
