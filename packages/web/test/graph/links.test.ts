/** Links and mentions that lead to a page, on its view. */
import type { Caller } from '@notegraph/service'
import { beforeAll, describe, expect, test } from 'vitest'
import { openWeb, type Web } from '../open.ts'
import { openNotes } from './notes.ts'

let caller: Caller
beforeAll(async () => {
  ;({ caller } = await openNotes())
})

describe('[A4.3] graph: what leads to a page', () => {
  let own: Web
  beforeAll(async () => {
    own = await openWeb()
    const account = (await own.store.accounts.find('me'))!
    for (const page of [
      { name: 'Boat', properties: { alias: 'Vessel' } },
      { name: 'Log', blocks: ['on [[Boat]] at night', 'a vessel, unnamed', 'again #Boat', 'boats are many'] },
      { name: 'Plan', blocks: ['buy a boat', 'sell the [[vessel]]'] },
    ]) {
      own.clock.now += 60_000
      await own.writes.createPage({ ...caller, account }, page)
    }
  })

  test('blocks are grouped by their page, each page once', async () => {
    const { text, html } = await own.get('/graph/page?name=Boat')
    expect(text).toMatch(
      /Linked from 3 Plan sell the vessel Show in context Log (?:again #Boat|on Boat at night) Show in context (?:again #Boat|on Boat at night) Show in context Show unlinked mentions$/,
    )
    expect(html.match(/<h3>/g)).toHaveLength(2)
    expect(text).not.toContain('buy a')
  })

  test('mentions without a link are shown on request, with the name marked', async () => {
    const { text, html } = await own.get('/graph/page?name=Boat&mentions=1')
    expect(text).toMatch(
      /Unlinked mentions 2 Plan buy a boat Show in context Log a vessel , unnamed Show in context$/,
    )
    expect(html).toContain('buy a <mark>boat</mark>')
    expect(html).toContain('a <mark>vessel</mark>, unnamed')
    expect((await own.get('/graph/page?name=Plan&mentions=1')).text).toContain(
      'Unlinked mentions 0 No block mentions this page without a link.',
    )
  })

  test('a page that does not exist has no mentions to look for', async () => {
    const { status, text } = await own.get('/graph/page?name=Nowhere&mentions=1')
    expect([status, text]).toEqual([404, expect.not.stringContaining('mentions')])
  })
})
