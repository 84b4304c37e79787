import { describe, expect, test } from 'vitest'
import { change } from '../../test/edits.ts'
import { answers, home, NOW, outlineOf, records, type AnsweredPage } from '../../test/memory.ts'

const NOTHING = { pages: 0, journals: 0, blocks: 0, files: 0, unread: [], missing: [] }

describe('ids', () => {
  const X = '11111111-1111-4111-8111-111111111111'

  test('an id in two files belongs to the first; the text of the second is kept', async () => {
    const { graph, add } = await home()
    const files = {
      'pages/A.md': `- a\n  id:: ${X}\n`,
      'pages/B.md': `- b\n  id:: ${X}\n- see ((${X}))\n`,
      'pages/C.md': `- c\n  id:: ${X}\n\t- twice\n\t  id:: ${X}\n`,
    }
    expect(await add(files)).toMatchObject({ pages: 3, blocks: 5 })
    expect((await graph.blocks.find(X))?.pageName).toBe('A')
    expect(await outlineOf(graph, 'b')).toEqual(['b', `see ((${X}))`])
    expect(await outlineOf(graph, 'c')).toEqual(['c', '\ttwice'])
    const before = await records(graph)
    expect(await add(files)).toMatchObject(NOTHING)
    expect(await records(graph)).toEqual(before)
  })

  test('a block is found by its id, wherever on its page it was moved and whatever it says now', async () => {
    const { graph, add } = await home()
    const files = { 'pages/A.md': `- top\n\t- moved\n\t  id:: ${X}\n\t- stays\n` }
    await add(files)
    await change(graph, X, ({ record }) => {
      if (record.kind !== 'block') throw new Error('no block')
      return { ...record, place: { ...record.place, parentId: null, order: 9 }, updatedAt: NOW }
    })
    const more = { 'pages/A.md': `- top\n\t- moved\n\t  id:: ${X}\n\t- new\n\t- stays\n` }
    expect(await add(more)).toMatchObject({ blocks: 1 })
    expect(await outlineOf(graph, 'a')).toEqual(['top', '\tnew', '\tstays', 'moved'])
  })

  test('a block with an id is not taken for another with the same words', async () => {
    const { graph, add } = await home()
    await add({ 'pages/A.md': `- same\n  id:: ${X}\n` })
    expect(await add({ 'pages/A.md': `- same\n- same\n  id:: ${X}\n` })).toMatchObject({
      blocks: 1,
      skipped: 2,
    })
    expect(await graph.maintenance.check()).toEqual([])
  })

  test.each([
    [
      'a shape twice',
      [
        { id: 's', text: 'a' },
        { id: 's', text: 'b' },
      ],
      2,
    ],
    [
      'no id that a device can hold',
      [
        { id: 'shape:1', text: '' },
        { id: '', text: 'b' },
      ],
      2,
    ],
    ['an order that is none', [{ text: 'a', order: '1e999' }, { text: 'b' }], 2],
  ])('a whiteboard with %s is read, and read again', async (_, shapes, count) => {
    const { graph, add } = await home()
    const text = JSON.stringify({ shapes }).replace('"1e999"', '1e999')
    const files = { 'logseq/config.edn': '{}', 'whiteboards/B.json': text, 'whiteboards/C.json': text }
    await add(files)
    const before = await records(graph)
    expect(before.filter(({ kind }) => kind === 'shape')).toHaveLength(2 * count)
    await add(files)
    expect(await records(graph)).toEqual(before)
  })

  test("a whiteboard's properties that no owner can write are left out", async () => {
    const { graph, add } = await home()
    const props = { name: 'x', ':kind': 'y', a: '1' }
    await add({ 'logseq/config.edn': '{}', 'whiteboards/B.json': JSON.stringify({ name: 'B', props }) })
    const [{ page }] = (await answers(graph)) as [AnsweredPage]
    expect(page).toMatchObject({ name: 'B', kind: 'whiteboard', props: { a: '1' } })
  })
})
