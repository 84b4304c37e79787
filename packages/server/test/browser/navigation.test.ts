/** The navigation of phones in a real browser: a bar below, whose last button opens the settings, with and without a script. */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { followSignInLink, signInLink } from './sign-in-link.ts'

const it = useServed({ NOTEGRAPH_REQUESTS_PER_MINUTE: '0' })
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
      expect(await page.getByRole('link', { name: 'Devices' }).count()).toBe(0)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('link', { name: 'Devices' }).click()
      expect(new URL(page.url()).pathname).toBe('/settings/devices')
      await nav(page).getByRole('link', { name: 'Tasks' }).click()
      expect(new URL(page.url()).pathname).toBe('/graph/tasks')
      await context.close()
    },
  )

browserTest(
  'by keyboard More opens the settings, Escape closes them, and axe finds nothing',
  async ({ page }) => {
    await page.setViewportSize(PHONE)
    await followSignInLink(page, await signInLink(it))
    const more = page.getByRole('button', { name: 'More' })
    await more.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').innerText()).toBe('Assistants')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeFindings(page)).toEqual([])
    }
    await page.keyboard.press('Escape')
    expect(await page.getByRole('link', { name: 'Assistants' }).count()).toBe(0)
    expect(await more.evaluate((one) => one.matches(':focus'))).toBe(true)
  },
)

browserTest('the browser takes the manifest', async ({ page }) => {
  await followSignInLink(page, await signInLink(it))
  const session = await page.context().newCDPSession(page)
  const { url, errors } = await session.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${it.served.baseUrl}/manifest.webmanifest`, []])
})
