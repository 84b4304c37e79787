/**
 * Sign-in by e-mail: asked for on the sign-in page, and sent by an account that looks after people.
 *
 * @module-tag both-stores
 */
import { LIMITS } from '@notegraph/contract'
import { signInMails, type Mail } from '@notegraph/service'
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { confirmAddress } from './confirmed-address.ts'
import { openBrowser, type WebBrowser } from './web-browser.ts'
import { locationOf } from './with-provider.ts'

const MINUTE = 60_000
const FORM = '/api/sign-in/mail'
const PEOPLE = '/api/v1/settings/people'
const ADDRESS = 'ada@example.org'

let api: Api
let mails: Mail[]
let outcome: 'sent' | { fault: string; next: 'gone' }
beforeEach(async () => {
  mails = []
  outcome = 'sent'
  api = await openApi({
    mail: async (mail) => {
      mails.push(mail)
      return outcome
    },
  })
  await api.operators.createAccount('ada', {})
  await confirm('ada', ADDRESS)
})

const confirm = async (accountId: string, address: string): Promise<void> =>
  confirmAddress(api.store, accountId, address, api.clock.now)

const ask = async (account: string, browser = openBrowser(api), to = ''): Promise<Response> =>
  browser.post(FORM + to, { account })
/** Asks, and waits for the e-mail. */
async function mailed(account = 'ada'): Promise<{ readonly link: string; readonly code: string }> {
  const before = mails.length
  await ask(account)
  await expect.poll(() => mails).toHaveLength(before + 1)
  return partsOf(mails.at(-1)!)
}
const partsOf = ({ text }: Mail) => ({
  link: /https:\/\/notes\.example(\/api\/sign-in\/link\/\w+)/.exec(text)![1]!,
  code: /[A-Z]{4}-[A-Z]{4}/.exec(text)![0],
})
const typeCode = async (code: string, browser: WebBrowser, to = ''): Promise<Response> => {
  const sent = await browser.post(`/api/sign-in/link${to}`, { link: code })
  const page = await browser.get(locationOf(sent))
  return page.status === 200 ? browser.post(locationOf(sent)) : page
}

describe('[D9.11] an e-mail that a person asks for on the sign-in page', () => {
  test('is offered by a server that sends e-mail alone', async () => {
    const offered = async (one: Api): Promise<boolean> =>
      (await (await openBrowser(one).get('/sign-in')).text()).includes(`action="${FORM}`)
    expect(await offered(api)).toBe(true)
    expect(await offered(await openApi())).toBe(false)
  })

  test('goes to the address that the owner confirmed, with a link and a code', async () => {
    const { link } = await mailed()
    expect(mails).toMatchObject([{ to: ADDRESS, subject: 'Sign in to your notes' }])
    const phone = openBrowser(api)
    expect(await (await phone.get(link)).text()).toContain('<strong dir="auto">ada</strong>')
    expect((await phone.post(link)).status).toBe(303)
    expect((await phone.get('/settings/devices')).status).toBe(200)
  })

  test('signs in by its code, and goes on to the page that asked', async () => {
    const browser = openBrowser(api)
    const to = '?to=%2Fsettings%2Fdigest'
    const page = await (await ask('ada', browser, to)).text()
    expect(page).toContain('action="/api/sign-in/link?to=%2Fsettings%2Fdigest"')
    await expect.poll(() => mails).toHaveLength(1)
    const entered = await typeCode(partsOf(mails[0]!).code.toLowerCase(), browser, to)
    expect([entered.status, locationOf(entered)]).toEqual([303, '/settings/digest'])
  })

  test('signs in once: its link and its code end together', async () => {
    const { link, code } = await mailed()
    expect((await openBrowser(api).post(link)).status).toBe(303)
    expect((await typeCode(code, openBrowser(api))).status).toBe(410)
  })

  test('works for 15 minutes', async () => {
    const [early, late] = [await mailed(), await mailed()]
    api.clock.now += 15 * MINUTE - 1
    expect((await openBrowser(api).post(early.link)).status).toBe(303)
    api.clock.now += 1
    expect((await openBrowser(api).post(late.link)).status).toBe(410)
  })

  test.each([
    ['an account without a confirmed address', 'me'],
    ['no account', 'nobody'],
    ['a text that is no id', '../x'],
    ['nothing', ''],
  ])('gets the same answer for %s, and sends nothing', async (_, account) => {
    const known = await ask('ada')
    await expect.poll(() => mails).toHaveLength(1)
    const other = await ask(account)
    expect([other.status, await other.text()]).toEqual([known.status, await known.text()])
    // The e-mails of a server are sent in turn, so one for this account would be there by now.
    await mailed()
    expect(mails.map(({ to }) => to)).toEqual([ADDRESS, ADDRESS])
  })

  test('is not sent for an account that is closed to all access', async () => {
    await api.operators.setAccount('ada', { allowed: false })
    const service = signInMails(api.store, {
      clock: () => api.clock.now,
      baseUrl: () => 'https://notes.example',
      mail: async () => 'sent',
    })
    expect(await service.ask('ada')).toMatchObject({ ok: false, refusal: { code: 'not_found' } })
    expect(await service.send('ada')).toMatchObject({ ok: true })
  })

  test('is sent ten times in a day', async () => {
    for (let n = 0; n < LIMITS.signInMailsPerDay; n++) {
      api.clock.now += MINUTE
      await mailed()
    }
    await api.operators.setAccount('me', { isAdmin: true })
    const { session } = await api.operators.createSession('me', { device: 'Phone' })
    const sent = await api.call(`${PEOPLE}/ada/sign-in-mail`, { token: session, method: 'POST' })
    expect([sent.status, sent.body['error']]).toEqual([
      429,
      'This account asked for 10 e-mails with a link in the last day.',
    ])
    api.clock.now += 86_400_000
    await mailed()
  })

  test('is asked for by no form of another site', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await openBrowser(api).post(FORM, { account: 'ada' }, foreign)).status).toBe(403)
  })

  test('is in the audit log, without the address', async () => {
    await mailed()
    const { entries } = await api.store.audit.list('ada', { limit: 10, offset: 0 })
    expect(entries.map(({ event }) => event)).toContain('link_made')
    expect(JSON.stringify(entries)).not.toContain(ADDRESS)
  })
})

describe('[D9.11] an e-mail that an account which looks after people sends', () => {
  let session: string
  beforeEach(async () => {
    await api.operators.setAccount('me', { isAdmin: true })
    ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
  })
  const send = async (id: string, token = session) =>
    api.call(`${PEOPLE}/${id}/sign-in-mail`, { token, method: 'POST' })

  test('goes to the confirmed address; neither that nor the link is in the answer', async () => {
    const sent = await send('ada')
    expect([sent.status, sent.body]).toEqual([200, { id: 'ada', expiresAt: api.clock.now + 15 * MINUTE }])
    expect(mails).toMatchObject([{ to: ADDRESS }])
    expect((await openBrowser(api).post(partsOf(mails[0]!).link)).status).toBe(303)
  })

  test('needs an account that looks after people, and an account that exists', async () => {
    const { session: other } = await api.operators.createSession('ada', { device: 'Phone' })
    expect((await send('ada', other)).status).toBe(403)
    expect((await send('nobody')).status).toBe(404)
    expect(mails).toEqual([])
  })

  test('needs a confirmed address, and a mail server that takes the e-mail', async () => {
    const says = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']]
    expect(says(await send('me'))).toEqual([
      409,
      'The owner of this account has confirmed no e-mail address.',
    ])
    outcome = { fault: 'The mail server refused the address.', next: 'gone' }
    expect(says(await send('ada'))).toEqual([409, 'The mail server did not take the e-mail.'])
  })
})
