/**
 * A sign-in link in a real browser: whom it signs in is shown first, and its button signs in.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { followSignInLink, signInLink } from './sign-in-link.ts'

const it = useServed()

/** @returns the address of a link that signs in to a new account */
async function linkOfNewAccount(id: string): Promise<string> {
  const { store, blobs } = await openStore(readSettings(it.data.env))
  const operators = operator(store, blobs, Date.now)
  await operators.createAccount(id, {})
  const { path } = await operators.createSignInLink(id)
  await store.close()
  return it.served.baseUrl + path
}

browserTest(
  '[operations] a link shows whom it signs in and out, on a phone too, and signs in by its button',
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await followSignInLink(page, await signInLink(it))
    const other = await linkOfNewAccount('ada-lovelace-of-the-analytical-engine')
    await page.goto(other)
    const text = await page.locator('main').innerText()
    expect(text).toContain('to the account ada-lovelace-of-the-analytical-engine')
    expect(text).toContain('You are signed in as me.')
    expect(await axeFindings(page)).toEqual([])
    await expect.poll(async () => page.evaluate('document.documentElement.scrollWidth')).toBe(360)

    await page.getByRole('link', { name: 'Stay signed in as me' }).click()
    await expect.poll(async () => page.locator('header .who').textContent()).toBe('me')
    // By now, the worker of the outliner may answer for `/graph`.
    await followSignInLink(page, other, '/settings/devices')
    await expect.poll(async () => page.locator('header .who').textContent()).toContain('ada-lovelace')
    expect((await page.goto(other))?.status()).toBe(410)
  },
)
