/** The memory of rendered pages. @see sharing 1, 3, 5 */
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderedPages, type RenderedPage } from './rendered-pages.ts'

const PLAIN = undefined
const GZIP = 'gzip'

const textOf = async (page: RenderedPage) => Buffer.from((await page.encoded(PLAIN)).body).toString()

/** Counts how often a page is rendered. */
function counted(most?: number) {
  const pages = renderedPages(most)
  let rendered = 0
  return {
    rendered: () => rendered,
    read: (key: string, state: string | undefined, html: string) => {
      const held = pages.get(key, state)
      if (!held) rendered++
      return held ?? pages.keep(key, state, html)
    },
  }
}

test('[S5] a page is rendered once for a state, and again for another', async () => {
  const { read, rendered } = counted()
  const first = read('/p/a', 'monday', 'one')
  expect(read('/p/a', 'monday', 'two')).toBe(first)
  expect(await textOf(read('/p/a', 'tuesday', 'two'))).toBe('two')
  expect(await textOf(read('/p/a', 'monday', 'three'))).toBe('three')
  expect(rendered()).toBe(3)
})

test('[S5] a page without a state is rendered each time', () => {
  const { read, rendered } = counted()
  for (let n = 0; n < 2; n++) read('/p/a', undefined, 'one')
  expect(rendered()).toBe(2)
})

test('the page that was read longest ago leaves first, and one that is too long is not kept', () => {
  const { read, rendered } = counted(60)
  const page = 'x'.repeat(20)
  for (const key of ['a', 'b', 'a', 'c']) read(key, '', page)
  expect(rendered()).toBe(3)
  read('a', '', page)
  expect(rendered()).toBe(3)
  read('b', '', page)
  expect(rendered()).toBe(4)
  for (let n = 0; n < 2; n++) read('long', '', 'x'.repeat(200))
  expect(rendered()).toBe(6)
})

test('a page is compressed once, for the readers who accept that', async () => {
  const html = 'hull '.repeat(1_000)
  const page = renderedPages().keep('/p/a', '', html)
  const [first, second] = [await page.encoded(GZIP), await page.encoded(GZIP)]
  expect(first.headers).toEqual({ Vary: 'Accept-Encoding', 'Content-Encoding': 'gzip' })
  expect(second.body).toBe(first.body)
  expect(gunzipSync(Buffer.from(first.body)).toString()).toBe(html)
  expect((await page.encoded(PLAIN)).headers).toEqual({ Vary: 'Accept-Encoding' })
  expect(await textOf(page)).toBe(html)
})

test('the compressed form counts, and may push out another page', async () => {
  const html = 'hull '.repeat(1_000)
  const { read, rendered } = counted(2 * html.length + 10)
  for (const key of ['a', 'b']) read(key, '', html)
  await read('b', '', html).encoded(GZIP)
  read('b', '', html)
  expect(rendered()).toBe(2)
  read('a', '', html)
  expect(rendered()).toBe(3)
})

test('[S5] a page is that of its state, for any reads in any order', async () => {
  const reads = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(3), fc.constantFrom(PLAIN, GZIP)), {
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(reads, fc.nat(4_000), async (asked, most) => {
      const { read } = counted(most)
      for (const [key, state, by] of asked) {
        const html = `${key} ${state} ${'x'.repeat(state * 500)}`
        const page = read(key, String(state), html)
        const { body, headers } = await page.encoded(by)
        const bytes = Buffer.from(body)
        expect((headers['Content-Encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()).toBe(html)
      }
    }),
  )
})
