/**
 * [D9.6] Passkeys in a real browser, with its virtual authenticator: a person adds one, confirms who they are with it, and
 * signs in.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { openStore, readSettings } from '@notegraph/host'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { followSignInLink, signInLink } from './sign-in-link.ts'

// Browsers give passkeys to a name only.
const it = useServed({ NOTEGRAPH_HOST: 'localhost' })
const DEVICES = '/settings/devices'
const OFFER = '/settings/devices/passkeys/add'
const LONG_AGO = 60 * 60_000

/** Gives the browser an authenticator that knows the fingerprint of the person. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    verify: async (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Makes the sign-ins of all browsers old. */
async function makeOld(): Promise<void> {
  const { store } = await openStore(readSettings(it.data.env))
  for (const { id } of await store.browsers.list('me'))
    await store.browsers.confirm('me', id, Date.now() - LONG_AGO)
  await store.close()
}

/** Takes the passkeys of other tests away. */
async function forgetPasskeys(): Promise<void> {
  const { store } = await openStore(readSettings(it.data.env))
  for (const { id } of await store.passkeys.list('me')) await store.passkeys.remove('me', id)
  await store.close()
}

async function tokens(): Promise<string[]> {
  const { store } = await openStore(readSettings(it.data.env))
  const names = (await store.tokens.list('me')).map(({ name }) => name)
  await store.close()
  return names
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(it.served.baseUrl + DEVICES)
  const form = page.locator('form[data-passkey=add]')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Add a passkey' }).click()
  await page.locator('.notice', { hasText: name }).waitFor()
}

browserTest(
  'a passkey confirms who a person is, and the form that came too late goes on',
  async ({ page }) => {
    await followSignInLink(page, await signInLink(it), '')
    await addAuthenticator(page)
    await addPasskey(page, 'Laptop')
    expect(await axeFindings(page)).toEqual([])
    await page.goto(`${it.served.baseUrl}/settings/assistants`)
    await page.getByLabel('Name').first().fill('After a while')
    await makeOld()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('ngp_').first().waitFor()
    await expect.poll(async () => tokens()).toContain('After a while')
  },
)

browserTest('a page that asks comes back after the passkey', async ({ page }) => {
  await followSignInLink(page, await signInLink(it), '')
  await addAuthenticator(page)
  await addPasskey(page, 'Key')
  await makeOld()
  await page.goto(`${it.served.baseUrl}/settings/transfer`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('link', { name: 'Download your notes' }).waitFor()
})

browserTest(
  '[D9.6] after a sign-in by link a passkey is offered, added, and not offered again',
  async ({ page }) => {
    await forgetPasskeys()
    await followSignInLink(page, await signInLink(it), '')
    await addAuthenticator(page)
    await page.reload()
    expect(new URL(page.url()).pathname).toBe(OFFER)
    await page.getByRole('link', { name: 'Not now' }).waitFor()
    await looksRight(page)
    await page.getByLabel('Name').fill('Offered')
    await page.keyboard.press('Enter')
    await page.locator('.notice', { hasText: 'Offered' }).waitFor()
    await page.context().clearCookies()
    await followSignInLink(page, await signInLink(it), '')
    expect(new URL(page.url()).pathname).toBe('/')
  },
)

browserTest(
  '[D9.6] the offer can be put off, and does not come back at the next sign-in',
  async ({ page }) => {
    await forgetPasskeys()
    await followSignInLink(page, await signInLink(it), '')
    await page.getByRole('link', { name: 'Not now' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
    await page.locator('form[action="/api/sign-out"] button').click()
    await page.getByText('This browser is signed out').waitFor()
    await followSignInLink(page, await signInLink(it), '')
    expect(new URL(page.url()).pathname).toBe('/')
  },
)

browserTest(
  '[D9.6] a passkey that is added too late keeps its name until the person confirmed',
  async ({ page }) => {
    await forgetPasskeys()
    await followSignInLink(page, await signInLink(it), '')
    await addAuthenticator(page)
    await page.goto(it.served.baseUrl + DEVICES)
    const form = page.locator('form[data-passkey=add]')
    await form.getByLabel('Name').fill('Late & slow')
    await makeOld()
    await form.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Confirm your identity').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const asking = page.url()
    await followSignInLink(page, await signInLink(it), '')
    await page.goto(asking)
    await expect.poll(async () => page.getByLabel('Name').inputValue()).toBe('Late & slow')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.locator('.notice', { hasText: 'Late & slow' }).waitFor()
  },
)

browserTest('a page with two such forms asks the server once', async ({ page }) => {
  await forgetPasskeys()
  await followSignInLink(page, await signInLink(it), '')
  await addAuthenticator(page)
  await addPasskey(page, 'Once more')
  await makeOld()
  await page.goto(it.served.baseUrl + DEVICES)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await expect.poll(async () => page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(2)
  await page.getByRole('button', { name: 'Use a passkey' }).first().click()
  await page.locator('form[data-passkey=add]').waitFor()
  expect(asked.filter((path) => path.endsWith('/question'))).toEqual(['/api/sign-in/passkey/question'])
})

browserTest('nobody passes who does not show their fingerprint', async ({ page }) => {
  await followSignInLink(page, await signInLink(it), '')
  const authenticator = await addAuthenticator(page)
  await addPasskey(page, 'Phone')
  await makeOld()
  await authenticator.verify(false)
  await page.goto(`${it.served.baseUrl}/settings/transfer`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('The passkey was not used').waitFor()
  await page.reload()
  await expect.poll(async () => page.getByRole('link', { name: 'Download your notes' }).count()).toBe(0)
})

browserTest('an answer proves it once', async ({ page }) => {
  await followSignInLink(page, await signInLink(it), '')
  await addAuthenticator(page)
  await addPasskey(page, 'Once')
  await makeOld()
  await page.goto(`${it.served.baseUrl}/settings/transfer`)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/sign-in/passkey'))
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  const body = (await sent).postData() ?? ''
  await page.getByRole('link', { name: 'Download your notes' }).waitFor()
  const again = await fetch(`${it.served.baseUrl}/api/sign-in/passkey`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: it.served.baseUrl },
    body,
  })
  expect([again.status, again.headers.get('set-cookie')]).toEqual([403, null])
})

browserTest('a passkey signs in, until it is removed', async ({ page }) => {
  await followSignInLink(page, await signInLink(it), '')
  await addAuthenticator(page)
  await addPasskey(page, 'Tablet')
  await page.locator('form[action="/api/sign-out"] button').click()
  await page.getByText('This browser is signed out').waitFor()
  await page.goto(`${it.served.baseUrl}/sign-in?to=${DEVICES}`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  await page.locator('tr', { hasText: 'Tablet' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Passkey removed.').waitFor()
  await page.context().clearCookies()
  await page.goto(`${it.served.baseUrl}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('The passkey was not used').waitFor()
})
