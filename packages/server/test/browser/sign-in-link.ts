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

/**
 * Follows a sign-in link, and signs in by the button of its page. From then on the page has another address.
 *
 * @param to the page to open; without it, the outliner or the offer of a passkey
 */
export async function followSignInLink(page: Page, url: string, to = '/graph'): Promise<void> {
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': `2001:db8:0:${(++addresses).toString(16)}::1` })
  await page.goto(to === '' ? url : `${url}?to=${encodeURIComponent(to)}`)
  await page.getByRole('button', { name: 'Sign in as' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}
