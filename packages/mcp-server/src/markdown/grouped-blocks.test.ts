import type { FoundBlock } from '@notegraph/store'
import { describe, expect, test } from 'vitest'
import { BoundedText } from './bounded-text.ts'
import { addGroupedBlocks, type BlocksByPage } from './grouped-blocks.ts'

const WIDTH = 40
const LAST_LINES = 4_000

const block = (n: number, content: string): FoundBlock => {
  const place = { pageId: 'p', pageName: 'P', parentId: null, order: n }
  return { id: `b${n}`, ...place, content, text: content, more: '', createdAt: 0, updatedAt: 0 }
}

const placed = (contents: readonly string[], more: Partial<BlocksByPage> = {}): BlocksByPage => ({
  found: contents.map((content, n) => block(n, content)),
  above: [],
  shortIds: new Map(contents.map((_, n) => [`b${n}`, `b${n}-00000`])),
  show: ({ content }) => ({ text: content }),
  ...more,
})

describe('[D10.5] items of many pages in an answer', () => {
  test('the answer has each item that is counted, whatever the room', () => {
    const items = placed(Array.from({ length: 5 }, (_, n) => `${n}`.repeat(WIDTH)))
    for (let room = 2 * WIDTH; room < 8 * WIDTH; room++) {
      const sheet = new BoundedText(LAST_LINES + room)
      const count = addGroupedBlocks(sheet, items)
      expect([room, sheet.end().match(/^- \d{40} \^b\d-0{5}$/gm)?.length]).toEqual([room, count])
      expect(sheet.room).toBeGreaterThanOrEqual(0)
    }
  })

  test('a block that does not fit is cut, with the call for all of it', () => {
    const sheet = new BoundedText(LAST_LINES + 500)
    expect(addGroupedBlocks(sheet, placed(['x'.repeat(1_000), 'next']))).toBe(1)
    expect(sheet.end()).toMatch(
      /\n- x+…\n\(cut: 1021 characters in all, read_block \{"block_id":"b0-00000"\}\)$/,
    )
  })

  test('the fields of a page that do not fit are cut, with the call for all of them', () => {
    const lines = [{ pageId: 'q', pageName: 'Q', lines: [`  knows:: ${'y'.repeat(1_000)}`, '  uses:: z'] }]
    const sheet = new BoundedText(LAST_LINES + 500)
    expect(addGroupedBlocks(sheet, placed(['next'], { lines }))).toBe(1)
    expect(sheet.end()).toMatch(
      /\n {2}knows:: y+…\n\(cut: 1030 characters in all, read_page \{"name":"Q"\}\)$/,
    )
  })

  test('a block whose parents leave no room is shown without them', () => {
    const parent = { ...block(1, 'p'.repeat(80)), parentId: null }
    const child = { ...block(0, 'x'.repeat(60)), parentId: 'b1' }
    const items = placed(['', ''], { found: [child], above: [parent] })
    const sheet = new BoundedText(LAST_LINES + 120)
    expect(addGroupedBlocks(sheet, items)).toBe(1)
    expect(sheet.end()).toBe(`\n## [[P]]\n- ${'x'.repeat(60)} ^b0-00000`)
  })

  test('nothing is added of nothing', () => {
    const sheet = new BoundedText()
    expect(addGroupedBlocks(sheet, placed([]))).toBe(0)
    expect(sheet.end()).toBe('')
  })
})
