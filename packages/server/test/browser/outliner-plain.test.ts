/**
 * The outliner over plain http, as of a server at home without a certificate.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { addPage, linesOf, saved } from './outliner-page.ts'
import { followSignInLink, signInLink } from './sign-in-link.ts'
import { slowProxy } from './slow-proxy.ts'

const it = useServed()

/** The address of the server on a network, which is no localhost. */
const ADDRESS = 'http://notes.test'

browserTest(
  '[O1.2] over plain http it works with a network, in one window at a time, and says why',
  async ({ browser }) => {
    await addPage(it, 'Home', ['hearth'])
    const context = await browser.newContext({
      proxy: { server: await slowProxy(it.served.baseUrl, 0) },
    })
    const page = await context.newPage()
    await followSignInLink(page, await signInLink({ ...it, served: { ...it.served, baseUrl: ADDRESS } }))
    await page.goto(`${ADDRESS}/page/Home`)
    await page.getByRole('tree').waitFor()
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await page.getByText(/^Without https, browsers open this page with a network alone/).waitFor()
    await page.getByText('hearth').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('and chimney')
    await saved(page)
    expect(await linesOf(it, 'Home')).toEqual(['hearth', 'and chimney'])
    expect(await axeFindings(page)).toEqual([])
    // The same window goes on after a reload.
    await page.reload()
    await page.getByText('and chimney').waitFor()

    const other = await context.newPage()
    await other.goto(`${ADDRESS}/page/Home`)
    const state = other.locator('.device-state')
    await expect.poll(async () => state.innerText()).toMatch(/^Open in another window/)
    await page.close()
    await other.getByText('and chimney').click()
    await other.keyboard.press('End')
    await other.keyboard.type(' swept')
    await expect.poll(async () => linesOf(it, 'Home')).toEqual(['hearth', 'and chimney swept'])
    await context.close()
  },
)
