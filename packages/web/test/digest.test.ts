/** The page Daily digest. @see events 3 */
import type { DigestWay } from '@notegraph/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieOf, NOON, openWeb, type Web } from './open.ts'

const PATH = '/settings/digest'
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
let web: Web
beforeEach(async () => {
  web = await openWeb()
})

const ways = () => web.store.digests.ways('me')
const addBrowser = () =>
  web.post(
    `${PATH}/browsers`,
    { endpoint: 'https://push.example/1', ...KEYS },
    { 'user-agent': 'Firefox/145.0 Linux' },
  )
const confirmEmail = async () => {
  await web.post(`${PATH}/email`, { email: 'ada@example.org' })
  const [way] = await ways()
  const { confirmHash: _hash, confirmUntil: _until, ...rest } = way!
  await web.store.digests.updateWay({ ...rest, confirmedAt: NOON })
}
const change = async (more: Partial<DigestWay>) => {
  const [way] = await ways()
  await web.store.digests.updateWay({ ...way!, ...more })
}

describe('[V3] the time', () => {
  test('is shown with that of the account, and changed', async () => {
    const first = await web.get(PATH)
    expect(first.html).toMatch(/<option value="7" selected>/)
    expect(first.html).toContain('value="UTC"')
    expect(first.text).toContain('No browser gets the digest.')
    const posted = await web.post(`${PATH}/time`, { hour: '22', zone: 'Asia/Tokyo' })
    expect(posted.status).toBe(303)
    const shown = await web.get(PATH, cookieOf(posted))
    expect(shown.text).toContain('Digest saved.')
    expect(shown.html).toMatch(/<option value="22" selected>/)
    expect(shown.html).toContain('value="Asia/Tokyo"')
  })

  test('the digest is paused and resumed', async () => {
    await web.post(`${PATH}/off`, {})
    expect((await web.get(PATH)).text).toContain('The digest is paused.')
    const on = await web.post(`${PATH}/on`, {})
    expect((await web.get(PATH, cookieOf(on))).text).toContain('Digest resumed.')
    expect((await web.get(PATH)).text).toContain('Pause digest')
  })

  test('is not changed in grace', async () => {
    await web.operators.setAccount('me', { plan: 'grace' })
    expect((await web.post(`${PATH}/off`, {})).text).toContain('you can read but not write')
  })
})

describe('[V3] the address', () => {
  test('waits for its link, and can be removed', async () => {
    const posted = await web.post(`${PATH}/email`, { email: 'ada@example.org' })
    const shown = await web.get(PATH, cookieOf(posted))
    expect(shown.text).toMatch(
      /Address saved\..*ada@example\.org Waiting for you to open the link.*Send a new link/,
    )
    expect(web.mails).toMatchObject([{ to: 'ada@example.org' }])
    await web.post(`${PATH}/email/remove`, {})
    expect(await ways()).toEqual([])
  })

  test.each([
    [{}, /Next: .*21 Nov 2026.*, if there is something to say/],
    [{ sentAt: NOON }, /Last sent: .*20 Nov 2026/],
    [{ attempts: 1, failingSince: NOON, fault: 'No <b>.' }, /Failing since .*20 Nov 2026.*No <b>\./],
    [{ offAt: NOON, offWhy: 'failed', fault: 'No such user.' }, /Off since .*No such user\. Switch on again/],
    [{ offAt: NOON, offWhy: 'ended' }, /Stopped by the link in a digest.*Switch on again/],
  ] as [Partial<DigestWay>, RegExp][])('%j is shown in words', async (more, words) => {
    await confirmEmail()
    await change(more)
    expect((await web.get(PATH)).text).toMatch(words)
  })
})

test('[V3] an address and a browser are added after a recent sign-in, and removed at any time', async () => {
  await addBrowser()
  Object.assign(web.session, { isRecent: false })
  const [way] = await ways()
  expect((await web.post(`${PATH}/email`, { email: 'ada@example.org' })).status).toBe(403)
  expect((await addBrowser()).status).toBe(403)
  const { text, html } = await web.get(PATH)
  expect(text).toContain('Confirm your identity')
  expect(html).not.toContain('data-push-key')
  expect((await web.post(`${PATH}/off`, {})).status).toBe(303)
  await web.post(`${PATH}/browsers/${way!.id}/remove`, {})
  expect([await ways(), web.mails]).toEqual([[], []])
})

describe('[V3] browsers', () => {
  test('are added with their names, and removed', async () => {
    const posted = await addBrowser()
    const shown = await web.get(PATH, cookieOf(posted))
    expect(shown.text).toMatch(/This browser gets the digest\..*Firefox on Linux/)
    const [way] = await ways()
    await web.post(`${PATH}/browsers/${way!.id}/remove`, {})
    expect(await ways()).toEqual([])
    expect((await web.post(`${PATH}/browsers/${way!.id}/remove`, {})).status).toBe(404)
  })

  test('the form has what the script needs, and is hidden without it', async () => {
    const { html } = await web.get(PATH)
    const { pushKey } = await web.deps.digest.read((await web.store.accounts.find('me'))!)
    expect(html).toMatch(
      new RegExp(`data-push-key="${pushKey}"[^>]*data-worker="/assets/digest-worker-[^"]+\\.js"[^>]*hidden`),
    )
    expect(html).toContain('/assets/digest-')
  })
})

test.each<[form: string, fields: Record<string, string>, words: string, kept: string]>([
  ['time', { hour: 'x', zone: 'Asia/Tokyo' }, 'Hour takes', 'value="Asia/Tokyo"'],
  ['email', { email: '"><b>' }, 'Email address takes an address', 'value="&quot;&gt;&lt;b&gt;"'],
  ['browsers', { endpoint: 'https://push.example/1' }, 'keys.p256dh', 'name="endpoint"'],
])('[V3] the form %s is refused in words, and keeps what was typed', async (form, fields, words, kept) => {
  const shown = await web.post(`${PATH}/${form}`, fields)
  expect([shown.status, shown.text]).toEqual([400, expect.stringContaining(words)])
  expect(shown.html).toContain(kept)
  expect([await web.store.digests.find('me'), await ways()]).toEqual([undefined, []])
})

test('[V4] a digest that was switched off counts in the navigation, and is a notice', async () => {
  await confirmEmail()
  await change({ offAt: NOON, offWhy: 'failed', fault: 'No.' })
  const shown = await web.get('/settings/notices')
  expect(shown.text).toContain('The daily digest by e-mail was switched off on 20 Nov 2026')
  expect(shown.html).toMatch(/Daily digest<\/span\s*> <span class="news">1</)
})
