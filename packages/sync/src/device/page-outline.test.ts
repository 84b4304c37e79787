/** [sync device 8] The outline in memory is the one that a reader sees, also with missing parents and circles. */
import { outline, type OutlinePosition } from '@notegraph/graph'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Outlines, PageOutline } from './page-outline.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const steps = fc.array(
  fc.record({
    id: fc.constantFrom(...IDS),
    parentId: fc.option(fc.constantFrom(...IDS, 'elsewhere')),
    order: fc.integer({ min: 0, max: 4 }),
    isGone: fc.boolean(),
  }),
  { maxLength: 25 },
)

/** The order of reading by the children of each block. */
function walk(page: PageOutline, parentId: string | null = null, depth = 0): [id: string, depth: number][] {
  return page
    .childrenOf(parentId)
    .flatMap(({ id }): [string, number][] => [[id, depth], ...walk(page, id, depth + 1)])
}

const shown = (blocks: readonly OutlinePosition[]) =>
  outline(blocks).map(({ item, depth }) => [item.id, depth])

describe('[sync device 8] after any changes', () => {
  test('each block is shown where a reader sees it', () => {
    fc.assert(
      fc.property(steps, fc.nat(25), (changes, loaded) => {
        const blocks = new Map<string, OutlinePosition>()
        let page = new PageOutline([])
        for (const [i, { id, parentId, order, isGone }] of changes.entries()) {
          if (isGone) blocks.delete(id)
          else blocks.set(id, { id, parentId, order })
          if (i === loaded) page = new PageOutline(blocks.values())
          else if (isGone) page.delete(id)
          else page.set({ id, parentId, order })
          expect(walk(page)).toEqual(shown([...blocks.values()]))
        }
        const reading = walk(page)
        for (const [at, [id, depth]] of reading.entries()) {
          const end = reading.findIndex((one, n) => n > at && one[1] <= depth)
          const below = reading.slice(at + 1, end < 0 ? undefined : end).map(([below]) => below)
          expect(page.under(id)).toEqual(below)
          expect(page.childrenOf(page.parentOf(id))[page.indexOf(id)]?.id).toBe(id)
        }
      }),
    )
  })

  test('the pages edited last stay in memory', () => {
    const outlines = new Outlines()
    const many = Array.from({ length: 60_000 }, (_, order) => ({ id: `b${order}`, parentId: null, order }))
    for (const pageId of ['one', 'two']) outlines.putBack(new Map([[pageId, new PageOutline(many)]]))
    expect(outlines.take('one')).toBeUndefined()
    expect(outlines.take('two')?.size).toBe(60_000)
    expect(outlines.take('two')).toBeUndefined()
    for (let n = 0; n < 40; n++) outlines.putBack(new Map([[`p${n}`, new PageOutline([])]]))
    expect([outlines.take('p0'), outlines.take('p39')?.size]).toEqual([undefined, 0])
  })
})
