/**
 * The page Changes in a real browser: a line opens by keyboard and loads its items; without a script it leads to them.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { openStore, readSettings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import { beforeAll, expect } from 'vitest'
import { useServed } from '../served.ts'
import { followSignInLink, signIn, signInLink } from './sign-in-link.ts'

const it = useServed()

beforeAll(async () => {
  const { store, blobs } = await openStore(readSettings(it.data.env))
  const { token } = await operator(store, blobs, Date.now).createToken('me', {
    name: 'Script',
    scope: 'write',
  })
  await store.close()
  const write = async (method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${it.served.baseUrl}/api/v1/notes/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    return (await response.json()) as { ids: { blockIds: readonly string[] } }
  }
  const { ids } = await write('POST', 'pages', { name: 'Quay', blocks: ['moor by the old wall'] })
  await write('PATCH', `blocks/${ids.blockIds[0]}`, { text: 'moor by the new wall' })
  await write('POST', 'pages', { name: 'ميناء', blocks: ['اللغة العربية'] })
})

const PATH = '/settings/changes'
const line = (page: Page) => page.locator('li.change', { hasText: 'Edited' })

browserTest('a line opens by keyboard and shows the words that differ', async ({ page }) => {
  await signIn(page, it)
  await page.goto(it.served.baseUrl + PATH)
  const edit = line(page)
  await edit.locator('summary').focus()
  await page.keyboard.press('Enter')
  await edit.locator('del').waitFor()
  await expect.poll(async () => edit.locator('del').allInnerTexts()).toEqual(['old'])
  await expect.poll(async () => edit.locator('ins').allInnerTexts()).toEqual(['new'])
  await page.keyboard.press('Tab')
  await expect.poll(async () => page.locator(':focus').innerText()).toMatch(/^Revert/)
  await page.keyboard.press('Enter')
  await page.locator('.notice').waitFor()
  await expect.poll(async () => page.locator('.notice').innerText()).toContain('1 change reverted')
  await expect.poll(async () => line(page).locator('.badge').innerText()).toBe('Reverted')
})

browserTest('one button reverts the selected changes, and is shown only then', async ({ page }) => {
  await signIn(page, it)
  await page.goto(it.served.baseUrl + PATH)
  const button = page.getByRole('button', { name: 'Revert selected' })
  await expect.poll(async () => button.isVisible()).toBe(false)
  await page.locator('li.change', { hasText: 'ميناء' }).getByRole('checkbox').check()
  await button.click()
  await page.locator('.notice').waitFor()
  await expect
    .poll(async () => page.locator('.notice').innerText())
    .toContain('1 change reverted, 2 items restored.')
})

browserTest('without a script a line opens to a link', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, it)
  await page.goto(it.served.baseUrl + PATH)
  await line(page).locator('summary').click()
  await line(page).getByRole('link', { name: 'Show before and after' }).click()
  await page.locator('del').waitFor()
  await expect.poll(async () => page.locator('del').allInnerTexts()).toEqual(['old'])
  await context.close()
})

browserTest('an opened line: axe finds nothing, nothing is wider', async ({ page }) => {
  await followSignInLink(page, await signInLink(it))
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1_440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(it.served.baseUrl + PATH)
    await line(page).locator('summary').click()
    await line(page).locator('del').waitFor()
    const findings = await axeFindings(page)
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect({ colorScheme, findings, wide }).toEqual({ colorScheme, findings: [], wide: width })
  }
})
