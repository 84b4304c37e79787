/** [A4.3] What leads to a page, over the tools. */
import { beforeAll, describe, expect, test } from 'vitest'
import { block, NOON, page, world, type World } from './world.ts'

const id = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`

describe('[A4.3] read_links', () => {
  const link = (n: number, on: string, text: string) =>
    block(id(100 + n), on, text, { order: n, now: NOON + n })
  const linking = [
    page('p-boat', 'Boat', [['alias', 'The Mill']]),
    link(9, 'p-boat', 'the [[Boat]] itself'),
    page('p-yard', 'Yard', [
      ['type', 'organization'],
      ['founder', '[[Mira]]'],
      ['uses', '[[boat]]'],
    ]),
    link(1, 'p-yard', 'ropes'),
    block(id(102), 'p-yard', 'for #boat', { under: id(101), now: NOON + 2 }),
    page('p-diary', 'Diary'),
    link(3, 'p-diary', 'repair the boat'),
    link(4, 'p-diary', 'steamboat'),
    link(5, 'p-diary', 'oil [[the mill]]'),
  ]
  let it: World
  beforeAll(async () => {
    it = await world({ records: linking })
  })

  test('groups fields and blocks by page, each in its place', async () => {
    expect((await it.call('read_links', { name: 'the mill' })).text)
      .toBe(`2 blocks and the fields of 1 page link to [[Boat]].

## [[Yard]]
  uses:: [[boat]]
- ropes ^00000101 (above)
\t- for #boat ^00000102

## [[Diary]]
- oil [[the mill]] ^00000105`)
  })

  test('names what has no link, if asked', async () => {
    const { text } = await it.call('read_links', { name: 'Boat', unlinked: true })
    expect(text).toMatch(
      /^2 blocks and the fields of 1 page link to \[\[Boat\]\]; 1 block names it without a link\.\n/,
    )
    expect(text).toContain('\n- repair the boat ^00000103 (no link)')
    expect(text).not.toContain('steamboat')
  })

  test('comes in parts, the last line of each the call for the rest', async () => {
    expect((await it.call('read_links', { name: 'Boat', unlinked: true, limit: 2 })).text)
      .toBe(`2 blocks and the fields of 1 page link to [[Boat]]; 1 block names it without a link.

## [[Yard]]
  uses:: [[boat]]

## [[Diary]]
- oil [[the mill]] ^00000105

Links 1-2 of 4. For the rest: read_links {"name":"Boat","unlinked":true,"limit":2,"offset":2}`)
  })

  test('says that nothing leads to a page', async () => {
    expect((await it.call('read_links', { name: 'Diary' })).text).toBe(
      'No blocks and no fields link to [[Diary]].',
    )
  })

  test('a long block that mentions an alias alone is cut around it', async () => {
    const long = `${'reed '.repeat(100)}near the mill ${'sedge '.repeat(100)}`
    const other = await world({ records: [...linking, link(6, 'p-diary', long)] })
    const { text } = await other.call('read_links', { name: 'Boat', unlinked: true })
    expect(text).toContain('near the mill')
    expect(text).toContain('(cut: ')
  })
})
