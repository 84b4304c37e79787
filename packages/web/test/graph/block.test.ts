/** The view of a block. */
import { beforeAll, expect, test } from 'vitest'
import { type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
let boat: readonly string[]
beforeAll(async () => {
  ;({ web, boat } = await openNotes())
})

test('graph: a block shows in its place, under its parents', async () => {
  const { text, html } = await web.get(`/graph/block?id=${boat[1]}`)
  expect(text).toMatch(
    /on Night boat TODO Priority A rig the mast with Ada Due 2026-11-22 Sun Nested blocks at \(\(x\)\)/,
  )
  expect(html).toContain('<ul><li>')
  expect((await web.get('/graph/block?id=none')).status).toBe(404)
})

test('graph: a block leads to the blocks beside it', async () => {
  const html = async (id: string) => (await web.get(`/graph/block?id=${id}`)).html
  const beside = async (id: string) =>
    Array.from((await html(id)).matchAll(/<a rel="(prev|next)" href="[^"]*id=([^"]+)"/g), ([, rel, to]) => [
      rel,
      to,
    ])
  const [plan, mast, script] = boat
  expect(await beside(plan!)).toEqual([['next', mast]])
  // The block before has a nested block.
  expect(await beside(script!)).toEqual([['prev', mast]])
  expect(await beside(mast!)).toEqual([
    ['prev', plan],
    ['next', script],
  ])
})
