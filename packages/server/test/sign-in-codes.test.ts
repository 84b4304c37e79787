/**
 * Codes that sign in another browser, and the field of the sign-in page.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'
import { openBrowser, signedIn, type WebBrowser } from './web-browser.ts'
import { locationOf } from './with-provider.ts'

const MINUTE = 60_000
const PHONE = '/settings/devices/phone'
const FIELD = '/api/sign-in/link'
const WRONG = 'BBBB-BBBB'

let api: Api
let laptop: WebBrowser
beforeEach(async () => {
  api = await openApi()
  laptop = await signedIn(api)
})

/** A code as the page of a signed-in browser shows it. */
async function shown(): Promise<string> {
  await laptop.post(PHONE)
  const page = await (await laptop.get(PHONE)).text()
  return /[A-Z]{4}-[A-Z]{4}/.exec(page)![0]
}

/** Types into the field of the sign-in page. @returns the last answer, and its status */
async function type(link: string, browser = openBrowser(api), to?: string): Promise<Response> {
  const sent = await browser.post(to === undefined ? FIELD : `${FIELD}?to=${to}`, { link })
  if (sent.status !== 303) return sent
  const page = await browser.get(locationOf(sent))
  return page.status === 200 ? browser.post(locationOf(sent)) : page
}

const wordsOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  /<strong>(.*?)<\/strong>/.exec(await response.text())?.[1] ?? '',
]

test.each([
  ['https://notes.example', false],
  ['http://127.0.0.1:8787', true],
  ['http://localhost:8787', true],
])('[D9.11] the page of a server at %s says if no phone reaches it: %j', async (baseUrl, isApart) => {
  laptop = await signedIn(await openApi({ baseUrl }))
  await laptop.post(PHONE)
  const page = await (await laptop.get(PHONE)).text()
  expect([page.includes(`${baseUrl}/sign-in`), page.includes('works only on this computer')]).toEqual([
    true,
    isApart,
  ])
})

describe('[D9.11] a code that a signed-in browser shows', () => {
  test('signs in another browser once, and shows the account before', async () => {
    const code = await shown()
    const phone = openBrowser(api)
    const sent = await phone.post(FIELD, { link: code })
    expect(await (await phone.get(locationOf(sent))).text()).toContain('<strong dir="auto">me</strong>')
    expect((await phone.post(locationOf(sent))).status).toBe(303)
    expect((await phone.get('/settings/devices')).status).toBe(200)
    expect(await wordsOf(await type(code))).toEqual([
      410,
      'This code is wrong, was already used or has expired.',
    ])
  })

  test('is shown once, with a picture of its link', async () => {
    await laptop.post(PHONE)
    const page = await (await laptop.get(PHONE)).text()
    expect(page).toMatch(/<svg\s+role="img"/)
    expect(page).toMatch(/<h2 id="code">/)
    expect(await (await laptop.get(PHONE)).text()).not.toMatch(/<h2 id="code">/)
  })

  test.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without the dash', (code: string) => code.replace('-', '')],
    ['with blanks', (code: string) => ` ${code.replace('-', ' ')} `],
    [
      'as the link of its picture',
      (code: string) => `https://notes.example/api/sign-in/link/${code.replace('-', '')}`,
    ],
  ])('is taken %s', async (_, typed) => expect((await type(typed(await shown()))).status).toBe(303))

  test('works for five minutes', async () => {
    const [early, late] = [await shown(), await shown()]
    api.clock.now += 5 * MINUTE - 1
    expect((await type(early)).status).toBe(303)
    api.clock.now += 1
    expect((await type(late)).status).toBe(410)
  })

  test('needs a recent sign-in', async () => {
    api.clock.now += 15 * MINUTE
    expect((await laptop.post(PHONE)).status).toBe(403)
  })

  test('ends when its person signs out everywhere', async () => {
    const code = await shown()
    await laptop.post('/settings/account/sign-out')
    expect((await type(code)).status).toBe(410)
  })

  test('[D9.7] is stored as a hash under a key', async () => {
    const code = (await shown()).replace('-', '')
    const { hashSecret } = await import('@notegraph/store')
    expect(await api.store.signInLinks.find(hashSecret(code), api.clock.now)).toBeUndefined()
  })
})

describe('[D9.11] the tries of an address', () => {
  test('are ten wrong codes an hour; links stay', async () => {
    for (let n = 0; n < 10; n++) expect((await type(WRONG)).status).toBe(410)
    const code = await shown()
    const refused = await type(code)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    const elsewhere = openBrowser(api, undefined, () => '198.51.100.7')
    expect((await type(code, elsewhere)).status).toBe(303)
    const { path } = await api.operators.createSignInLink('me')
    expect((await type(`https://notes.example${path}`)).status).toBe(303)
    api.clock.now += 60 * MINUTE - 1
    expect((await type(await again())).status).toBe(429)
    api.clock.now += 1
    expect((await type(await again())).status).toBe(303)
  })

  test('are not used up by right codes', async () => {
    for (let n = 0; n < 12; n++) {
      expect((await type(await shown())).status).toBe(303)
      api.clock.now += MINUTE
    }
  })

  /** The browser signed in too long ago. */
  async function again(): Promise<string> {
    laptop = await signedIn(api)
    return shown()
  }
})

describe('[D9.11] the field of the sign-in page', () => {
  test('takes a link, and goes on to the page that asked', async () => {
    const { path } = await api.operators.createSignInLink('me')
    const page = await (await openBrowser(api).get('/sign-in?to=/settings/api')).text()
    expect(page).toContain('action="/api/sign-in/link?to=%2Fsettings%2Fapi"')
    const entered = await type(`https://notes.example${path}`, openBrowser(api), '/settings/api')
    expect(locationOf(entered)).toBe('/settings/api')
  })

  test.each(['', 'x', 'ABCD-EFGH', 'https://elsewhere.example/', 'BCDFGHJKL', `ngl_${'x'.repeat(49)}`])(
    '%j is neither',
    async (link) => {
      expect(await wordsOf(await type(link))).toEqual([400, 'This is neither a sign-in link nor a code.'])
    },
  )

  test('never leads to another server', async () => {
    const { path } = await api.operators.createSignInLink('me')
    const sent = await openBrowser(api).post(`${FIELD}?to=//x.example`, {
      link: `https://elsewhere.example${path}`,
    })
    expect(locationOf(sent)).toBe(path)
  })

  test('is beside words about a link that are true on each server', async () => {
    const page = await (await openBrowser(api).get('/sign-in')).text()
    expect(page).toContain('notegraph sign-in-link --account NAME')
    expect(page).not.toContain('--account me')
  })
})
