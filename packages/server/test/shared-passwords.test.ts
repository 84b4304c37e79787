/** Passwords of shared pages: how readers send them, and how they are kept. @see sharing 1, 6; decisions 9.7 */
import { useCheapPasswords } from './cheap-passwords.ts'
import { createHash, scryptSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { addresses, openPage, sharePage, type NewLink } from './shared-link.ts'
import { sharedNotes, type SharedNotes } from './shared-notes.ts'
import { openBrowser, type WebBrowser } from './web-browser.ts'

const passwords = useCheapPasswords()

let api: Api
let notes: SharedNotes
let reader: WebBrowser

beforeEach(async () => {
  api = await openApi()
  notes = await sharedNotes(api.graph)
  reader = openBrowser(api)
})

const share = async (body: NewLink = {}, of: Api = api) => sharePage(of, body)
const open = async (path: string, headers?: Readonly<Record<string, string>>) =>
  openPage(reader, path, headers)

/** A link whose password was hashed by an earlier release. */
async function weakShare(password: string) {
  const made = await share()
  const { shares } = api.store
  const salt = Buffer.from('salt')
  const hash = createHash('sha256').update(scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 }))
  const stored = ['scrypt-sha256', 4, 8, 1, salt.toString('base64url'), hash.digest('base64url')].join('$')
  await shares.update({ ...(await shares.find(made.id))!.share, password: stored })
  return made
}

describe('[S1] a password', () => {
  const send = (path: string, password: string, headers?: Readonly<Record<string, string>>) =>
    reader.post(path, { password }, headers)

  test('opens the page and its files, and is not asked again', async () => {
    await notes.addBoat(['hull'])
    const { path } = await share({ password: 'low river' })
    const locked = await open(path)
    expect([locked.status, addresses(locked.html)]).toEqual([200, [path]])
    expect(locked.html).not.toMatch(/Boat|hull/)
    expect((await open(`${path}/files/1`)).status).toBe(404)
    const wrong = await send(path, 'high river')
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('Wrong password')])
    expect(reader.cookies.size).toBe(0)
    const right = await send(path, 'low river')
    expect([right.status, right.headers.get('location')]).toEqual([303, path])
    const [cookie] = right.headers.getSetCookie()
    expect(cookie).toMatch(/^__Secure-notegraph_share=[\w-]{43}; Max-Age=43200; Path=\/s\/[\w-]{22}; HttpOnly; Secure; SameSite=Lax$/) // prettier-ignore
    expect((await open(path)).html).toContain('hull')
  })

  test('opens one link alone, and none after it changed', async () => {
    await notes.addBoat(['hull'])
    const [one, two] = [await weakShare('low river'), await weakShare('low river')]
    await send(one.path, 'low river')
    expect((await open(one.path)).html).toContain('hull')
    expect((await open(two.path)).html).not.toContain('hull')
    await one.change({ password: 'high river' })
    expect((await open(one.path)).html).not.toContain('hull')
    await one.change({ password: null })
    expect((await open(one.path)).html).toContain('hull')
    expect((await send(one.path, 'any')).status).toBe(303)
  })

  test('a letter that is written in two ways is the same', async () => {
    await notes.addBoat(['hull'])
    const { path } = await share({ password: 'Caf\u00e9 au lait' })
    expect((await send(path, 'Cafe\u0301 au lait')).status).toBe(303)
  })

  test('[S6] is tried ten times a minute from one address', async () => {
    await notes.addBoat(['hull'])
    const { path } = await weakShare('x')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await send(path, `wrong ${n}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
    expect((await send(path, 'x')).status).toBe(429)
    api.clock.now += 60_000
    expect((await send(path, 'x')).status).toBe(303)
  })

  test('is taken from the form of the page alone', async () => {
    await notes.addBoat(['hull'])
    const { path } = await weakShare('x')
    const foreign = { Origin: 'https://other.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await send(path, 'x', foreign)).status).toBe(403)
    expect(reader.cookies.size).toBe(0)
    const long = await send(path, 'x'.repeat(70_000))
    expect(long.status).toBe(413)
  })
})

describe('[D9.7] passwords at rest', () => {
  const cost = (stored: string | undefined) => stored?.split('$', 4).join('$')
  const stored = async () => (await api.store.shares.list('me')).at(-1)?.password

  test('nothing that the store has opens the page', async () => {
    await notes.addBoat(['hull'])
    const { path } = await share({ password: 'low river' })
    const [, , , , salt, hash] = (await stored())!.split('$')
    for (const proof of [hash!, salt!, (await stored())!])
      expect((await open(path, { Cookie: `notegraph_share=${proof}` })).html).not.toContain('hull')
  })

  test('an older hash is renewed at the next right password, and the reader sees the page', async () => {
    await notes.addBoat(['hull'])
    const { path } = await weakShare('x')
    await reader.post(path, { password: 'y' })
    expect(cost(await stored())).toBe('scrypt-sha256$4$8$1')
    expect((await reader.post(path, { password: 'x' })).status).toBe(303)
    expect(cost(await stored())).toBe('scrypt-sha256$17$8$1')
    expect((await open(path)).html).toContain('hull')
  })

  test('one password of an address is tried at a time, and eight wait', async () => {
    await notes.addBoat(['hull'])
    const { path } = await share({ password: 'low river' })
    const proxied = await openApi({ trusted: ['192.0.2.1/32'] })
    const of = await sharedNotes(proxied.graph)
    await of.addBoat(['hull'])
    const other = await share({ password: 'low river' }, proxied)
    expect(path).not.toBe(other.path)
    const from = (n: number) =>
      openBrowser(proxied).post(
        other.path,
        { password: 'high river' },
        { 'X-Forwarded-For': `198.51.100.${n}` },
      )
    const go = passwords.hold()
    let answered = 0
    const sent = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(async (n) => from(n).finally(() => answered++))
    await expect.poll(() => answered).toBe(2)
    go()
    const replies = await Promise.all(sent)
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5')
  })
})
