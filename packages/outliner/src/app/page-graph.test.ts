import type { PageLinks } from '@notegraph/sync'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownGraph, tagsOf, type GraphWanted } from './page-graph.ts'

/** A row of pages `a - b - c - d`, a day that is linked to `a` and `d`, and `a` tagged with `t`. */
const PAGES = ['a', 'b', 'c', 'd', 'day', 't', 'lone']
const at = (pairs: string): number[] => pairs.split(/[ >]+/).map((id) => PAGES.indexOf(id))
const GRAPH: PageLinks = {
  pages: PAGES.map((id) => ({ id, type: id === 'day' ? 'journal' : id === 't' ? 'tag' : 'page' })),
  links: at('a>b b>a c>b c>d day>a day>d'),
  tags: at('a>t'),
  total: PAGES.length,
}
const around = (id: string, steps: number) => ({ around: { id, steps } })

describe('[O2.6] the drawn part of the graph', () => {
  test.each<[name: string, wanted: GraphWanted, nodes: string, links: string]>([
    ['everything', {}, 'a b c d day t lone', 'a-b a-day a-t b-c c-d d-day'],
    ['one step', around('b', 1), 'a b c', 'a-b b-c'],
    ['two steps', around('b', 2), 'a b c d day t', 'a-b a-day a-t b-c c-d d-day'],
    ['no step over a day', { ...around('a', 2), hidden: new Set(['journal']) }, 'a b c t', 'a-b a-t b-c'],
    ['around a hidden day', { ...around('day', 1), hidden: new Set(['journal']) }, 'a d day', 'a-day d-day'],
    ['around no page', around('gone', 3), '', ''],
    ['a type less', { hidden: new Set(['page']) }, 'day t', ''],
    ['a tag', { tag: 't' }, 'a t', 'a-t'],
    ['a tag that nothing has', { tag: 'gone' }, '', ''],
    ['a query', { only: new Set(['a', 'b', 'lone', 'gone']) }, 'a b lone', 'a-b'],
    ['a query around a page', { ...around('b', 1), only: new Set(['c']) }, 'b c', 'b-c'],
  ])('%s', (_, wanted, nodes, links) => {
    const shown = shownGraph(GRAPH, wanted)
    const ids = shown.nodes.map(({ id }) => id)
    expect(ids.join(' ')).toBe(nodes)
    const drawn = shown.pairs.flatMap((to, i) => (i % 2 ? [`${ids[shown.pairs[i - 1]!]}-${ids[to]}`] : []))
    expect(drawn.join(' ')).toBe(links)
    expect(shown.total).toBe(ids.length)
  })

  test('the most linked pages are kept, and the page in the middle', () => {
    const most = shownGraph(GRAPH, {}, 2)
    expect([most.nodes.map(({ id }) => id), most.total]).toEqual([['a', 'b'], 7])
    expect(shownGraph(GRAPH, around('d', 3), 2).nodes.map(({ id }) => id)).toEqual(['a', 'd'])
  })

  test('tags, the most used first', () => {
    expect(tagsOf({ ...GRAPH, tags: at('a>t b>day a>day') })).toEqual(['day', 't'])
  })
})

test('[O2.6] a page is within n steps if a neighbour of it is within n - 1', () => {
  const size = 12
  const pairs = fc
    .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 30 })
    .map((all) => all.filter(([a, b]) => a !== b).flat())
  fc.assert(
    fc.property(
      pairs,
      pairs,
      fc.nat(size - 1),
      fc.integer({ min: 1, max: 3 }),
      (links, tags, center, steps) => {
        const pages = Array.from({ length: size }, (_, i) => ({ id: `${i}`, type: 'page' }))
        const graph = { pages, links, tags, total: size }
        const near = (n: number) =>
          shownGraph(graph, around(`${center}`, n)).nodes.map(({ id }) => Number(id))
        const before = new Set(steps === 1 ? [center] : near(steps - 1))
        const expected = new Set(before)
        for (const list of [links, tags])
          for (let i = 0; i < list.length; i += 2) {
            if (before.has(list[i]!)) expected.add(list[i + 1]!)
            if (before.has(list[i + 1]!)) expected.add(list[i]!)
          }
        expect(near(steps)).toEqual([...expected].toSorted((a, b) => a - b))
      },
    ),
  )
})
