/**
 * The pages by keyboard only, in a real browser: the order of focus, and a form sent without a mouse.
 *
 * @module-tag browser
 */
import { browserTest, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { followSignInLink, signIn, signInLink } from './sign-in-link.ts'

const it = useServed()

const MOST_TABS = 60

beforeAll(async () => {
  const now = Date.now()
  await addRecords(it, [
    makePage({ id: 'quay', name: 'Quay', now }),
    makeBlock({
      id: 'b',
      content: 'The old quay, ((none))',
      rev: 'b',
      pageId: 'quay',
      parentId: null,
      order: 1,
      now,
    }),
  ])
})

/** Presses Tab until the element has the focus; fails if Tab never reaches it. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first()
  for (let n = 0; n < MOST_TABS; n++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((one) => one.matches(':focus-visible'))) return
  }
  throw new Error(`${MOST_TABS} times Tab do not lead to ${selector}`)
}

browserTest(
  'Tab reaches the skip link, then every page, and a token is made by keyboard',
  async ({ page }) => {
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/settings/assistants`)

    await page.keyboard.press('Tab')
    const skip = page.locator('a.skip:focus-visible')
    await expect.poll(async () => skip.innerText()).toBe('Skip to content')
    // The skip link slides into view.
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)

    const pages = await page.locator('nav[aria-label="Pages"] a').allInnerTexts()
    await tabTo(page, 'nav[aria-label="Pages"] a')
    const reached: string[] = []
    for (const _ of pages) {
      reached.push(await page.locator(':focus').innerText())
      await page.keyboard.press('Tab')
    }
    expect(reached).toEqual(pages)
    await expect.poll(async () => page.locator(':focus').innerText()).toBe('Keyboard shortcuts')
    await page.keyboard.press('Tab')
    await expect.poll(async () => page.locator(':focus').innerText()).toBe('Sign out')

    // The skip link leads past the navigation.
    await page.reload()
    await tabTo(page, 'a.skip')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(async () => page.locator(':focus').getAttribute('name')).toBe('name')
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => page.locator(':focus').getAttribute('value')).toBe('write')
    // The boxes of the rights come next.
    for (const next of ['may', 'may', 'expires']) {
      await page.keyboard.press('Tab')
      await expect.poll(async () => page.locator(':focus').getAttribute('name')).toBe(next)
    }
    await tabTo(page, 'button:text-is("Create token")')
    await page.keyboard.press('Enter')

    await page.locator('#token').waitFor()
    const token = await page.locator('#token').innerText()
    const response = await fetch(`${it.served.baseUrl}/api/v1/notes/pages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Made without a mouse' }),
    })
    expect(response.status).toBe(200)
    await tabTo(page, 'button[data-copy="token"]')
  },
)

browserTest('by keyboard a link is previewed with and without quotes, then made', async ({ page }) => {
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/settings/sharing/new?page=quay`)
  await page.getByText('The old quay').waitFor()
  await tabTo(page, 'main a:text-is("Preview with quoted text")')
  await page.keyboard.press('Enter')
  await page.getByText('Quoted text is included.').waitFor()
  await page.getByText('The old quay').waitFor()
  await tabTo(page, 'input[name="password"]')
  await page.keyboard.type('low river')
  await tabTo(page, 'button:text-is("Create link")')
  await page.keyboard.press('Enter')
  await page.getByText('Link created').waitFor()
  await tabTo(page, 'button[data-copy="link"]')
})

browserTest(
  'by keyboard a person signs out everywhere, and comes to the question whether to close the account',
  async ({ page, browser }) => {
    const phone = await browser.newContext()
    const elsewhere = await phone.newPage()
    await followSignInLink(elsewhere, await signInLink(it))
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/settings/account`)
    await tabTo(page, 'input[name="tokens"]')
    await page.keyboard.press('Space')
    await expect.poll(async () => page.locator('input[name="tokens"]').isChecked()).toBe(true)
    await page.keyboard.press('Space')
    await tabTo(page, 'button:text-is("Sign out everywhere")')
    await page.keyboard.press('Enter')
    await page.locator('.notice', { hasText: 'Signed out:' }).waitFor()
    await elsewhere.reload()
    expect(new URL(elsewhere.url()).pathname).toBe('/sign-in')
    await phone.close()

    await tabTo(page, 'a:text-is("Close the account")')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Close the account?' }).waitFor()
    await tabTo(page, 'input[name="name"]')
    await page.keyboard.type('someone else')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await expect.poll(async () => page.locator(':focus').getAttribute('name')).toBe('name')
    await tabTo(page, 'a:text-is("Cancel")')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/settings\/account$/)
  },
)
