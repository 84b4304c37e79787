import { kindOf, nameOf, propOf, spellingsOf } from '@notegraph/graph'
import { describe, expect, test } from 'vitest'
import { exported, imported, logseq } from '../test/graph.ts'
import { pageRecords, planFolder, readNote, type NoteDraft, type PageRecords } from './index.ts'

const NOW = Date.UTC(2026, 10, 20)

function records(notes: readonly NoteDraft[]): readonly PageRecords[] {
  let made = 0
  return pageRecords(notes, { now: NOW, newId: () => `new-${++made}` })
}

const lines = ({ blocks }: PageRecords): string[] =>
  blocks.map(({ item, depth }) => '\t'.repeat(depth) + item.words.text)

describe('pageRecords', () => {
  test('keeps the outline: depth, parent, and the order of siblings', () => {
    const [page] = records([logseq('- a\n\t- b\n\t\t- c\n\t- d\n- e\n')])
    expect(lines(page!)).toEqual(['a', '\tb', '\t\tc', '\td', 'e'])
    const [a, b, c, d, e] = page!.blocks.map(({ item }) => item)
    expect([a, b, c, d, e].map((item) => item!.place.parentId)).toEqual([null, a!.id, b!.id, a!.id, null])
    expect(b!.place.order).toBeLessThan(d!.place.order)
    expect(a!.place.order).toBeLessThan(e!.place.order)
    expect(new Set(page!.blocks.map(({ item }) => item.place.pageId))).toEqual(new Set([page!.record.id]))
  })

  test('merges notes of one name: the first values count, the later blocks follow', () => {
    const pages = records([
      logseq('Author:: Ada\n\n- one\n', 'pages/Tea.md'),
      logseq('- between\n', 'pages/Milk.md'),
      logseq('author:: Bob\nshelf:: top\n\n- two\n\t- three\n', 'pages/tea.md'),
    ])
    expect(pages.map(({ record }) => nameOf(record))).toEqual(['Tea', 'Milk'])
    const [tea] = pages
    expect(lines(tea!)).toEqual(['one', 'two', '\tthree'])
    expect(propOf(tea!.record, 'author')).toBe('Ada')
    expect(propOf(tea!.record, 'shelf')).toBe('top')
    expect([...spellingsOf(tea!.record)]).toEqual([['author', 'Author']])
  })

  test('gives a day the id and the name by which links find it', () => {
    const [page] = records([logseq('- rain\n', 'journals/2026_11_20.md')])
    expect(page!.record.id).toBe('journal-20261120')
    expect([kindOf(page!.record), nameOf(page!.record)]).toEqual(['journal', '2026-11-20'])
  })

  test('keeps the id of a block, and replaces one that is taken or malformed', () => {
    const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    const [page] = records([logseq(`- a\n  id:: ${id}\n- b\n  id:: ${id}\n`)])
    const [a, b] = page!.blocks.map(({ item }) => item.id)
    expect(a).toBe(id)
    expect(b).toMatch(/^new-/)
    const note = { ...logseq('- a\n'), id: 'no id' }
    expect(records([note])[0]!.record.id).toMatch(/^new-/)
  })

  test('takes the times of a note, and else those of the caller', () => {
    const [page] = records([{ ...logseq('- a\n'), createdAt: 3, updatedAt: 5 }])
    expect(page!.record).toMatchObject({ createdAt: 3, updatedAt: 5 })
    expect(page!.blocks[0]!.item).toMatchObject({ createdAt: NOW, updatedAt: NOW })
  })

  test('keeps the shapes of a whiteboard', () => {
    const graph = {
      pages: [{ id: 'w', name: 'Plan', whiteboard: true, shapes: [{ text: 'a box', props: { wide: 3 } }] }],
    }
    const folder = exported(graph)
    const path = 'whiteboards/Plan.json'
    const read = readNote(planFolder([...folder.keys()]), path, folder.get(path)!)
    const [page] = records(read.ok ? [read.note] : [])
    expect(kindOf(page!.record)).toBe('whiteboard')
    expect(page!.shapes.map(({ words, props }) => [words.text, props['wide']?.v])).toEqual([['a box', 3]])
    expect(imported(folder).pages[0]!.shapes).toHaveLength(1)
  })
})
