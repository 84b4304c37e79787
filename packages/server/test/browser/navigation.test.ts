/**
 * The navigation of phones in a real browser: a bar below, whose last button opens the settings, with and without a script.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makePage } from '@notegraph/graph'
import { expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { followSignInLink, signIn, signInLink } from './sign-in-link.ts'

const it = useServed()
const PHONE = { width: 360, height: 640 }

const nav = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

for (const javaScriptEnabled of [true, false])
  browserTest(
    `the bar is at the end of the window, ${javaScriptEnabled ? 'with' : 'without'} a script`,
    async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled, viewport: PHONE })
      const page = await context.newPage()
      await followSignInLink(page, await signInLink(it))
      const box = (await nav(page).boundingBox())!
      expect([box.x, box.width, box.y + box.height]).toEqual([0, PHONE.width, PHONE.height])
      const settings = page.getByRole('link', { name: 'Settings' })
      await expect.poll(async () => settings.count()).toBe(0)
      await page.getByRole('button', { name: 'More' }).click()
      await settings.click()
      await page.getByRole('button', { name: 'More' }).click()
      await nav(page).getByRole('link', { name: 'Devices' }).click()
      await page.waitForURL((url) => url.pathname === '/settings/devices')
      await nav(page).getByRole('link', { name: 'Tasks' }).click()
      await page.waitForURL((url) => url.pathname === '/graph/tasks')
      await context.close()
    },
  )

browserTest(
  'by keyboard More opens the favorites and the settings, Escape closes them, and axe finds nothing',
  async ({ page }) => {
    await page.setViewportSize(PHONE)
    await followSignInLink(page, await signInLink(it))
    const more = page.getByRole('button', { name: 'More' })
    await more.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const first = page.locator('#nav-more a').first()
    await expect.poll(async () => first.evaluate((one) => one.matches(':focus'))).toBe(true)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeFindings(page)).toEqual([])
    }
    await page.keyboard.press('Escape')
    await expect.poll(async () => page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
    await expect.poll(async () => more.evaluate((one) => one.matches(':focus'))).toBe(true)
  },
)

browserTest('More opens the favorites above the settings, and wide windows show them', async ({ page }) => {
  const name = 'A name that is far longer than the column of the navigation is wide'
  await addRecords(it, [makePage({ id: 'long', name, now: Date.now() })])
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/graph/page?id=long`)
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  const link = nav(page).getByRole('list', { name: 'Favorites' }).getByRole('link', { name })
  const column = (await nav(page).boundingBox())!
  const box = (await link.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(column.x + column.width)
  const low = { width: 1_200, height: 400 }
  await page.setViewportSize(low)
  const account = (await page.locator('.account').boundingBox())!
  expect(account.y + account.height).toBeCloseTo(low.height, 0)
  await page.goto(`${it.served.baseUrl}/settings/devices`)
  await nav(page).getByRole('link', { name: 'API' }).focus()
  const last = (await nav(page).getByRole('link', { name: 'API' }).boundingBox())!
  expect(last.y + last.height).toBeLessThanOrEqual(account.y)
  await page.setViewportSize(PHONE)
  await expect.poll(async () => link.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'More' }).click()
  await expect.poll(() => link.isVisible()).toBe(true)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page)).toEqual([])
  }
  await link.click()
  await page.waitForURL((url) => url.search === '?id=long')
})

browserTest('the browser takes the manifest', async ({ page }) => {
  await followSignInLink(page, await signInLink(it))
  const session = await page.context().newCDPSession(page)
  const { url, errors } = await session.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${it.served.baseUrl}/manifest.webmanifest`, []])
})
