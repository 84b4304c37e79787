/** The pages of conflicts, import and export, over the real services. */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { makeBlock, makePage, type BlockRecord } from '@notegraph/graph'
import { ZipFile } from 'yazl'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'
import { BASE, signedIn, type WebBrowser } from './web-browser.ts'

let api: Api
let browser: WebBrowser

beforeEach(async () => {
  api = await openApi()
  browser = await signedIn(api)
})

const shown = async (path: string) => (await browser.get(path)).text()

describe('[sync] conflicts', () => {
  const CONFLICTS = '/settings/conflicts'

  async function clash(id: string): Promise<void> {
    const made = makeBlock({
      id,
      content: 'tea at nine',
      rev: 'phone~1',
      pageId: 'c',
      parentId: null,
      order: 1,
      now: NOON,
    })
    const versions = [{ text: 'tea <at> ten', rev: 'laptop~2', at: NOON - 1_000, device: 'Laptop' }]
    const record: BlockRecord = { ...made, versions }
    const page = makePage({ id: 'c', name: 'Clashing', now: NOON })
    await api.graph.commits.commit({
      puts: [
        { record: page, from: 0 },
        { record, from: 0 },
      ],
    })
  }

  test('none yet, and what turns up here', async () => {
    expect(await shown(CONFLICTS)).toContain('No conflicts.')
  })

  test('both are beside each other, who and when, what differs marked, and nothing read as markup', async () => {
    await clash('b1')
    const page = await shown(CONFLICTS)
    expect(page).toContain('Clashing')
    expect(page).toContain('Laptop')
    expect(page).toMatch(/<mark class="differs">[^<]*nine[^<]*<\/mark>/)
    expect(page).toContain('&lt;')
    expect(page).not.toContain('<at>')
  })

  async function manyLong(blocks: number, versions: number): Promise<void> {
    const puts = Array.from({ length: blocks }, (_, n) => {
      const id = `b${String(n).padStart(4, '0')}`
      const place = { pageId: 'c', parentId: null, order: n }
      const made = makeBlock({ id, content: 'tea', rev: 'r', ...place, now: NOON })
      const long = Array.from({ length: versions }, (_, i) => ({
        text: `${n}.${i} ${'long '.repeat(3_900)}end`,
        rev: `laptop~${i}`,
        at: NOON,
        device: 'Laptop',
      }))
      return { record: { ...made, versions: long }, from: 0 }
    })
    const page = makePage({ id: 'c', name: 'Clashing', now: NOON })
    await api.graph.commits.commit({ puts: [{ record: page, from: 0 }, ...puts] })
  }

  test('of 512 blocks with long texts a page is a bounded part, which leads on to the rest', async () => {
    await manyLong(512, 4)
    const page = await shown(CONFLICTS)
    expect(page.replaceAll(/\s+/g, ' ')).toContain('512 blocks have conflicting versions.')
    expect(page.length).toBeLessThan(600_000)
    const next = /<a class="button quiet" rel="next" href="([^"]+)"/.exec(page)![1]!
    const cards = page.match(/<article/g)!.length
    expect(next).toBe(`${CONFLICTS}?offset=${cards}`)
    expect(await shown(next)).toContain(`conflict-b${String(cards).padStart(4, '0')}`)
  })

  test('a long text is cut around what differs, with a way to see the whole', async () => {
    await manyLong(2, 1)
    const page = await shown(CONFLICTS)
    expect(page).toContain('…')
    expect(page).not.toContain('long end')
    const whole = /<a href="([^"]+)">Show the full text/.exec(page)![1]!
    const alone = await shown(whole)
    expect(alone.match(/<article/g)).toHaveLength(1)
    expect(alone).toContain('long end')
    const none = await browser.get(`${CONFLICTS}?block=nobody`)
    expect(none.status).toBe(404)
  })

  test.each([
    ['phone~1', 'tea at nine'],
    ['laptop~2', 'tea <at> ten'],
  ])('%s is picked, and the other goes', async (rev, words) => {
    await clash('b1')
    const picked = await browser.post(`${CONFLICTS}/b1`, { rev })
    expect([picked.status, picked.headers.get('location')]).toEqual([303, CONFLICTS])
    expect(await shown(CONFLICTS)).toContain('Version chosen.')
    expect((await api.get('/blocks/b1')).body['block'].content).toBe(words)
    expect((await api.graph.feed.listConflicts({ limit: 9, offset: 0 })).total).toBe(0)
  })

  test.each([
    ['b1', 'other~9', 409],
    ['nobody', 'phone~1', 404],
  ])('%s, %s: %i, in words', async (id, rev, status) => {
    await clash('b1')
    const reply = await browser.post(`${CONFLICTS}/${id}`, { rev })
    expect(reply.status).toBe(status)
    expect((await api.graph.feed.listConflicts({ limit: 9, offset: 0 })).total).toBe(1)
  })
})

describe('[operations] import and export', () => {
  const TRANSFER = '/settings/transfer'

  async function upload(bytes: Uint8Array<ArrayBuffer>, query = ''): Promise<Response> {
    const form = new FormData()
    form.append('archive', new File([bytes], 'notes.zip', { type: 'application/zip' }))
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Cookie: cookie, Origin: BASE, 'Sec-Fetch-Site': 'same-origin' }
    return api.app.request(BASE + TRANSFER + query, { method: 'POST', body: form, headers })
  }

  async function zipped(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
    const zip = new ZipFile()
    for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path)
    zip.end()
    return new Uint8Array(await buffer(zip.outputStream))
  }

  test('an archive goes up, its page says how far it is and what came of it', async () => {
    const sent = await upload(await zipped({ 'Vault/Bridge.md': 'of stone', 'Vault/bad.md': '\0' }))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, TRANSFER])
    await expect.poll(() => shown(TRANSFER)).toContain('Added 2 pages')
    expect(await shown(TRANSFER)).toContain('Could not read 1 place')
    const page = (await shown(TRANSFER)).replaceAll(/\s+/g, ' ')
    expect(page).toContain('1 kind of content changed or left out')
    expect(page).toContain('1 × NUL characters were removed. <ul> <li><code dir="auto">bad.md:1</code></li>')
    expect((await api.get('/pages/Bridge')).status).toBe(200)
  })

  test('[D8.5] an import is one change under Changes, by the person, and its page leads there', async () => {
    await upload(await zipped({ 'Vault/Bridge.md': 'of stone' }))
    await expect.poll(() => shown(TRANSFER)).toContain('Show or revert this import')
    const [, address] = /href="(\/settings\/changes\/[^"]+)">Show or revert/.exec(await shown(TRANSFER))!
    const plain = async (path: string) =>
      (await shown(path)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(await plain(address!)).toMatch(/Imported 1 page and 1 block.* You · .*2 items changed.*of stone/)
    expect(await plain('/settings/changes')).toMatch(/Imported 1 page and 1 block You Show before and after/)
  })

  test('a preview says what an import would do, and does none of it', async () => {
    const page = await shown(TRANSFER)
    const query = /formaction="\/settings\/transfer(\?[^"]+)">Preview</.exec(page)![1]!
    const sent = await upload(
      await zipped({ 'Vault/Bridge.md': 'of stone', 'Vault/2026-11-01.md': 'a' }),
      query,
    )
    expect([sent.status, sent.headers.get('location')]).toEqual([303, TRANSFER])
    await expect.poll(() => shown(TRANSFER)).toContain('Preview: an import would add 1 page, 1 journal day,')
    expect((await shown(TRANSFER)).replaceAll(/\s+/g, ' ')).toContain(
      '<th scope="row">Pages</th> <td class="number">1</td><td class="number">0</td><td class="number">0</td>',
    )
    expect((await api.get('/pages/Bridge')).status).toBe(404)
  })

  test('an export is on its way for as long as its archive is taken, and the page says how far', async () => {
    for (let n = 0; n < 40; n++) {
      // A small archive would be sent too fast to observe.
      const blocks = Array.from({ length: 8 }, () => randomBytes(3_500).toString('hex'))
      expect((await api.post('/pages', { name: `P${n}`, blocks })).status).toBe(200)
    }
    const taken = (await browser.get(`${TRANSFER}/export`)).body!.getReader()
    await taken.read()
    await expect.poll(() => shown(TRANSFER)).toMatch(/Sent \d+ of \d\d notes and files\./)
    expect(await shown(TRANSFER)).toMatch(/<progress aria-label="Export" value="\d+" max="\d\d">/)
    expect(await shown(TRANSFER)).toContain('<noscript><meta http-equiv="refresh"')
    await api.operators.createAccount('other', {})
    expect(await (await (await signedIn(api, 'other')).get(TRANSFER)).text()).not.toContain(
      'notes and files.',
    )
    await taken.cancel()
    await expect.poll(() => shown(TRANSFER)).not.toContain('notes and files.')
  })

  test('while it runs the page is read again by itself, without a script too', async () => {
    const row = { accountId: 'me', id: 'i', state: 'running', startedAt: NOON, seenAt: NOON } as const
    await api.store.imports.begin({ ...row, done: 3, total: 9 }, 0)
    const page = await shown(TRANSFER)
    expect(page).toContain('<noscript><meta http-equiv="refresh"')
    expect(page).toContain('3 of 9')
    expect(page).not.toContain('type="file"')
  })

  test.each([
    ['no archive', new Uint8Array([1, 2, 3]), 'The file is not a zip archive'],
    ['nothing', new Uint8Array(), 'The file is not a zip archive'],
  ])('%s is reported beside the field', async (_, bytes, words) => {
    const reply = await upload(bytes)
    expect([reply.status, (await reply.text()).includes(words)]).toEqual([400, true])
  })

  test('an error of the form does not show below the success of the last import', async () => {
    await upload(await zipped({ 'Vault/Bridge.md': 'of stone' }))
    await expect.poll(() => shown(TRANSFER)).toContain('Added 1 page')
    const refused = await (await upload(new Uint8Array([1, 2, 3]))).text()
    expect(refused).toContain('The file is not a zip archive')
    expect(refused).not.toContain('Added 1 page')
  })

  test('a form of another site does nothing', async () => {
    const headers = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await browser.post(TRANSFER, {}, headers)).status).toBe(403)
  })

  test('the graph comes down as an archive', async () => {
    const reply = await browser.get(`${TRANSFER}/export`)
    expect(reply.headers.get('content-type')).toBe('application/zip')
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })
})
