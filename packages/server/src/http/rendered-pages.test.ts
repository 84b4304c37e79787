/** The memory of rendered pages. @see sharing 1, 3, 5 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderedPages, type PageState } from './rendered-pages.ts'

/** Counts how often a page is rendered. */
function counted(most?: number) {
  const pages = renderedPages(most)
  let rendered = 0
  return {
    rendered: () => rendered,
    read: (key: string, state: PageState, html: string) => {
      const held = pages.get(key, state)
      if (!held) rendered++
      return held ?? pages.keep(key, state, html)
    },
  }
}

test('[S5] a page is rendered once for a state, and again for another', () => {
  const { read, rendered } = counted()
  const set = new Map()
  const first = read('/p/a', [set, 'title'], 'one')
  expect(read('/p/a', [set, 'title'], 'two')).toBe(first)
  expect(read('/p/a', [set, 'another title'], 'two').html).toBe('two')
  expect(read('/p/a', [new Map(), 'another title'], 'three').html).toBe('three')
  expect(rendered()).toBe(3)
})

test('the page that was read longest ago leaves first, and one that is too long is not kept', () => {
  const { read, rendered } = counted(100)
  const page = 'x'.repeat(20)
  for (const key of ['a', 'b', 'a', 'c']) read(key, [], page)
  expect(rendered()).toBe(3)
  read('a', [], page)
  expect(rendered()).toBe(3)
  read('b', [], page)
  expect(rendered()).toBe(4)
  for (let n = 0; n < 2; n++) read('long', [], 'x'.repeat(200))
  expect(rendered()).toBe(6)
})

test('[S5] whatever is read in whatever order, a page is that of its state', () => {
  const reads = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(3)), { maxLength: 40 })
  fc.assert(
    fc.property(reads, fc.nat(120), (asked, most) => {
      const { read } = counted(most)
      for (const [key, state] of asked) {
        const html = `${key} ${state} ${'x'.repeat(state * 10)}`
        expect(read(key, [String(state)], html).html).toBe(html)
      }
    }),
  )
})
