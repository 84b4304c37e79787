/**
 * The history of a page on the web. @see history 3, 4, 5
 *
 * @module-tag both-stores
 */
import { remove, type GraphRecord } from '@notegraph/graph'
import type { Caller } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, openWeb, type Web } from '../open.ts'

const PATH = '/graph/page/history'
const RESTORE = '/graph/page/restore'
const HOUR = 3_600_000

let web: Web
let caller: Caller
let page: string
let blocks: readonly string[]
beforeEach(async () => {
  web = await openWeb()
  const account = (await web.store.accounts.find('me'))!
  caller = { account, plan: 'active', tokenId: 't', tokenName: 'Script', scope: 'write', zone: 'UTC' }
  const made = await web.writes.createPage(caller, {
    name: 'Boats',
    properties: { harbour: 'old <quay>' },
    blocks: ['rig the old mast', '<blink>bold</blink> [[Ada]]'],
  })
  if (!made.ok) throw new Error('not written')
  ;({ blockIds: blocks } = made.value.value().ids as { blockIds: readonly string[] })
  page = (await graph().pages.findByName('boats'))!.id
})

const graph = () => web.store.graph('me')
const head = async () => graph().commits.head()
const textOf = async (id: string) => (await graph().blocks.find(id))?.content
async function edit(text: string): Promise<number> {
  web.clock.now += HOUR
  expect(await web.writes.updateBlock(caller, blocks[0]!, { text })).toMatchObject({ ok: true })
  return head()
}
async function drop(...ids: string[]): Promise<number> {
  web.clock.now += HOUR
  const at = web.clock.now
  const held = await graph().records.findMany(ids)
  const puts = held.map(({ record, seq }) => ({ record: remove<GraphRecord>(record, at), from: seq }))
  await graph().commits.commit({ puts, by: { kind: 'device', id: 'd', name: 'Phone <1>', at } })
  return head()
}
const listed = () => web.get(`${PATH}?id=${page}`)
const moment = (seq: number, more = '') => web.get(`${PATH}?id=${page}&seq=${seq}${more}`)
const restore = (seq: number | string) => web.post(RESTORE, { page, seq: `${seq}` })

describe('[H5] the history of a page', () => {
  test.each([
    ['a page', '/graph/page?name=Boats', () => page],
    ['a day', '/graph/day', async () => (await graph().pages.findByName('2026-11-20'))!.id],
  ])('is linked on %s', async (_, path, id) => {
    await web.writes.addBlock(caller, 'today', { text: 'x' })
    expect((await web.get(path)).html).toContain(`href="${PATH}?id=${await id()}">History</a>`)
  })

  test('lists its moments, newest first, with who and what changed', async () => {
    const second = await edit('rig the new mast')
    await drop(blocks[1]!)
    const { text, html } = await listed()
    expect(text).toMatch(
      /^History of Boats .* 20 Nov 2026, 14:00 Phone <1> 1 block removed 20 Nov 2026, 13:00 Script 1 block changed 20 Nov 2026, 12:00 Script Name or properties, 2 blocks added$/,
    )
    expect(html).toContain(`href="${PATH}?id=${page}&amp;seq=${second}"`)
    expect(html).toContain('Phone &lt;1&gt;')
  })

  test('of many moments comes in parts', async () => {
    for (let i = 0; i < 100; i++) await edit(`text ${i}`)
    expect((await listed()).text).toMatch(/1 to 100 of 101 Next$/)
    expect((await web.get(`${PATH}?id=${page}&offset=100`)).text).toContain('Name or properties')
    expect((await web.get(`${PATH}?id=${page}&offset=900`)).text).toContain('The list ends before this part.')
  })

  test('names the person', async () => {
    const first = await head()
    await edit('rig the new mast')
    await restore(first)
    expect((await listed()).text).toMatch(/You 1 block changed/)
  })

  test.each(['', '?id=', '?id=none', '?id=none&seq=1', '?id=none&seq=x', '?id=none&seq=-1'])(
    '%s is missing',
    async (query) => {
      expect((await web.get(PATH + query)).status).toBe(404)
    },
  )

  test('is seen and restored by its account alone', async () => {
    const first = await head()
    await edit('rig the new mast')
    await web.operators.createAccount('you', {})
    web.who.id = 'you'
    expect((await listed()).status).toBe(404)
    for (const { status, html } of [await moment(first), await restore(first)])
      expect([status >= 400, html.includes('mast')]).toEqual([true, false])
    expect(await textOf(blocks[0]!)).toBe('rig the new mast')
  })
})

describe('[H5] a moment', () => {
  test('shows what changed by words, and the page as it was', async () => {
    const second = await edit('rig the new mast')
    await edit('no mast')
    const { text, html } = await moment(second)
    expect(html).toMatch(/rig the <del>old<\/del> mast.*rig the <ins>new<\/ins> mast/s)
    expect(text).toMatch(/^Boats As it was at 20 Nov 2026, 13:00 , after a change by Script · All/)
    const asItWas = text.slice(text.indexOf('The page as it was'))
    expect(asItWas).toMatch(/harbour old <quay> rig the new mast <blink>bold<\/blink> Ada$/)
    expect(html).toContain('<a class="ref" href="/graph/page?name=Ada">Ada</a>')
    expect(html).not.toContain('<blink>bold')
  })

  test('has no buttons for tasks and no links to edit', async () => {
    const { html } = await moment(await edit('TODO rig'))
    expect(html).not.toMatch(/data-edit|data-block|data-tick/)
  })

  test('that deleted the page says so, and a page that is gone leads to its history', async () => {
    const last = await drop(page, ...blocks)
    const gone = await moment(last)
    expect([gone.status, gone.text]).toEqual([
      404,
      expect.stringContaining('did not exist after this change'),
    ])
    const missing = await web.get(`/graph/page?id=${page}`)
    expect([missing.status, missing.html]).toEqual([
      404,
      expect.stringContaining(`href="${PATH}?id=${page}"`),
    ])
    expect((await listed()).text).toContain('of a deleted page')
  })

  test('of a number that never was is refused in words', async () => {
    const { status, text } = await moment((await head()) + 1)
    expect([status, text]).toEqual([404, expect.stringContaining('The page did not exist after this change')])
  })

  test('of a long page comes in parts', async () => {
    const text = Array.from({ length: 201 }, (_, n) => `- block ${n}`).join('\n')
    await web.writes.addOutline(caller, 'Boats', { text })
    const seq = await head()
    expect((await moment(seq)).text).toMatch(/1 to 200 of 203 Next$/)
    const later = await moment(seq, '&offset=200')
    expect(later.text).toMatch(/block 198 block 199 block 200 Previous/)
    expect(later.text).not.toContain('What changed')
  })
})

describe('[H5] a restore', () => {
  test('says before what would change, and after what did, with Undo', async () => {
    const first = await head()
    await edit('rig the new mast')
    await drop(blocks[1]!)
    await web.writes.addBlock(caller, 'Boats', { text: 'later' })
    const before = await head()
    expect((await moment(first)).text).toContain(
      'A restore makes these changes: Changed: 1 block Brought back: 1 block Deleted: 1 block Restore this page',
    )
    expect(await head()).toBe(before)
    const done = await restore(first)
    expect([done.status, done.headers.get('location')]).toEqual([303, `/graph/page?id=${page}`])
    const shown = await web.get(`/graph/page?id=${page}`, cookieOf(done))
    expect(shown.text).toContain('Restored. Changed: 1 block. Brought back: 1 block. Deleted: 1 block. Undo')
    expect(await textOf(blocks[0]!)).toBe('rig the old mast')
    const [, id] = /name="id" value="([^"]+)"/.exec(shown.html)!
    await web.post('/graph/undo', { id: id! })
    expect([await textOf(blocks[0]!), await textOf(blocks[1]!)]).toEqual(['rig the new mast', undefined])
    expect((await web.get('/settings/changes')).text).toMatch(/Boats Restored .* Reverted/)
  })

  test('brings a deleted page back', async () => {
    const first = await head()
    await drop(page, ...blocks)
    expect((await moment(first)).text).toContain('Brought back: 1 page and 2 blocks')
    await restore(first)
    expect((await web.get('/graph/page?name=Boats')).text).toMatch(/harbour .* rig the old mast/)
  })

  test('to what the page is offers nothing, and writes nothing', async () => {
    const first = await head()
    expect((await moment(first)).text).toContain('Nothing is different now.')
    const done = await restore(first)
    const { text, html } = await web.get(`/graph/page?id=${page}`, cookieOf(done))
    expect([text, html.includes('action="/graph/undo"')]).toEqual([
      expect.stringContaining('Nothing was different.'),
      false,
    ])
    expect(await head()).toBe(first)
  })

  test.each([
    ['x', 404, 'Moment not found'],
    ['999', 404, 'There was no such page or block after the commit 999.'],
  ])('to %s is refused in words', async (seq, status, words) => {
    const refused = await restore(seq)
    expect([refused.status, refused.html]).toEqual([status, expect.stringContaining(words)])
  })

  test('is not for a plan that has ended', async () => {
    const first = await head()
    await edit('rig the new mast')
    await web.operators.setAccount('me', { plan: 'grace' })
    expect((await moment(first)).html).not.toContain(RESTORE)
    expect((await restore(first)).status).toBe(402)
    expect(await textOf(blocks[0]!)).toBe('rig the new mast')
  })
})

describe('[D9.10] forgetting', () => {
  const FORGET = '/graph/page/forget'

  test('of a page is confirmed and done, and the history shows what went', async () => {
    await edit('rig the new mast')
    const offered = await listed()
    expect(offered.html).toContain(`href="${FORGET}?id=${page}">Forget earlier states</a>`)
    web.clock.now -= HOUR
    const asked = await web.get(`${FORGET}?id=${page}`)
    expect(asked.text).toContain('This can’t be undone.')
    expect(asked.html).toContain(`name="id" value="${page}"`)
    const done = await web.post(FORGET, { id: page })
    expect([done.status, done.headers.get('location')]).toEqual([303, `${PATH}?id=${page}`])
    const shown = await web.get(`${PATH}?id=${page}`, cookieOf(done))
    expect(shown.text).toContain(
      'Forgotten: 1 earlier state, 2 entries of the list of changes, 0 messages to webhooks.',
    )
    expect((await graph().history.recordAt(blocks[0]!, 1))?.record).toMatchObject({
      words: { text: 'rig the new mast' },
    })
  })

  test('of a block is linked on its page', async () => {
    const address = `${FORGET}?block=${blocks[0]}`
    expect((await web.get(`/graph/block?id=${blocks[0]}`)).html).toContain(`href="${address}"`)
    expect((await web.get(address)).html).toContain(`name="block" value="${blocks[0]}"`)
    expect((await web.post(FORGET, { block: blocks[0]! })).headers.get('location')).toBe('/graph')
    expect((await web.get(`${FORGET}?block=none`)).status).toBe(404)
    expect((await web.post(FORGET, { id: 'none' })).status).toBe(404)
  })
})
