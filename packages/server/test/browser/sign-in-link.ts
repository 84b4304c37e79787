import type { Page } from '@notegraph/browser-tests'
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import type { ServedSession } from '../served.ts'

/** @returns the address of a new link that signs in to the account of a running server */
export async function signInLink({ data, served }: ServedSession): Promise<string> {
  const { store, blobs } = await openStore(readSettings(data.env))
  const { path } = await operator(store, blobs, Date.now).createSignInLink('me')
  await store.close()
  return served.baseUrl + path
}

let addresses = 0
/** Each sign-in comes from an address of its own, because addresses have a rate. */
const fromElsewhere = () => ({ 'X-Forwarded-For': `2001:db8:0:${(++addresses).toString(16)}::1` })

/** Signs in without a page for it, which is a third of the time of a short test. */
export async function signIn(page: Page, it: ServedSession): Promise<void> {
  const url = it.served.baseUrl
  // The device of a session is named by its browser.
  const browser = await page.evaluate<string>('navigator.userAgent')
  const headers = { ...fromElsewhere(), Origin: url, 'User-Agent': browser }
  // Not by the network of the browser, which may be slow or have no server on purpose.
  const answer = await fetch(await signInLink(it), { method: 'POST', headers, redirect: 'manual' })
  const [cookie] = answer.headers.getSetCookie()
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(cookie ?? '')!
  await page.context().addCookies([{ name: name!, value: value!, url, httpOnly: true, sameSite: 'Lax' }])
}

/**
 * Follows a sign-in link, and signs in by the button of its page. From then on the page has another address.
 *
 * @param to the page to open; without it, the outliner or the offer of a passkey
 */
export async function followSignInLink(page: Page, url: string, to = '/graph'): Promise<void> {
  await page.setExtraHTTPHeaders(fromElsewhere())
  await page.goto(to === '' ? url : `${url}?to=${encodeURIComponent(to)}`)
  await page.getByRole('button', { name: 'Sign in as' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}
