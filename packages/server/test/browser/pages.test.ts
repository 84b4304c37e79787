/**
 * Every page of the navigation in a real browser, checked by axe at both widths and in both themes.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { beforeAll, describe, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { followSignInLink, signIn, signInLink } from './sign-in-link.ts'

const NARROW = 360
const WIDE = 1_440

const it = useServed()

beforeAll(async () => {
  await addRecords(it, clashes())
})

/** Blocks that two and three devices changed at once, in both writing directions. */
function clashes(): GraphRecord[] {
  const [now, pageId] = [Date.now(), 'clashing']
  const clash = (id: string, content: string, ...others: readonly string[]): GraphRecord => ({
    ...makeBlock({ id, content, rev: `phone~${id}`, pageId, parentId: null, order: 1, now }),
    versions: others.map((text, i) => ({ text, rev: `laptop~${id}~${i}`, at: now, device: 'laptop' })),
  })
  return [
    makePage({ id: pageId, name: 'Clashing', now }),
    clash('c1', 'tea at nine, by the old quay', 'tea at ten, by the new quay'),
    clash(
      'c2',
      'اللغة العربية',
      'اللغة',
      '```js\nconst tide = await harbour.tide({ at: "noon", place: "outer wall" })\n```',
    ),
  ]
}

/** The preview of a link to the page with conflicts. */
const PREVIEW = '/settings/sharing/new?page=clashing&quotes=1'
/** Headings that show what was reached. */
const SHOWS: Readonly<Record<string, string>> = {
  '/settings/account': 'Sign out everywhere',
  '/settings/account/close': 'Close the account?',
  '/settings/people/eve': 'Invite',
  '/settings/people/eve/remove': 'Delete the account?',
  [PREVIEW]: 'Preview',
}

/** Errors that the browser reports: violations of a policy, and failed scripts. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

const go = (page: Page, path: string) => page.goto(it.served.baseUrl + path)

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 900_000

describe('in a real browser', () => {
  browserTest(
    'every page of the navigation: axe finds nothing, nothing is wider',
    { timeout: PATIENCE },
    async ({ page }) => {
      const complaints = complaintsOf(page)
      await followSignInLink(page, await signInLink(it), '/settings/devices')
      const paths = await page
        .locator('nav[aria-label="Pages"] a')
        .evaluateAll((links) => links.map((one) => one.getAttribute('href')!))
      // A new account has all that the page of a person offers.
      await go(page, '/settings/people')
      await page.getByLabel('Name of the account').fill('eve')
      await page.getByRole('button', { name: 'Add person' }).click()
      await page.getByRole('heading', { name: 'Invite', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByRole('heading', { name: 'Invitation', exact: true }).waitFor()
      await looksRight(page)
      for (const path of ['/settings/api', '/settings/account', '/settings/people'])
        expect(paths).toContain(path)
      const people = ['/settings/people/eve', '/settings/people/eve/remove']
      const others = [
        '/settings/api/notes',
        '/settings/api/app',
        '/settings/account/close',
        PREVIEW,
        ...people,
      ]
      for (const path of [...paths, ...others]) {
        await go(page, path)
        const title = SHOWS[path]
        if (title !== undefined) await page.getByRole('heading', { name: title, exact: true }).waitFor()
        if (path.startsWith('/settings/api/')) await page.locator('.opblock').first().waitFor()
        await looksRight(page)
      }
      expect(complaints).toEqual([])
    },
  )

  browserTest(
    'by keyboard both versions of a conflict are kept, and the button beside it undoes that',
    async ({ page }) => {
      await signIn(page, it)
      await go(page, '/settings/conflicts')
      const card = page.locator('.clash', { hasText: 'by the old quay' })
      await card.getByRole('button', { name: 'Keep both' }).focus()
      await page.keyboard.press('Enter')
      await page.locator('.notice').waitFor()
      await expect.poll(async () => card.count()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone').waitFor()
      await go(page, '/settings/conflicts')
      await expect.poll(async () => card.count()).toBe(1)
    },
  )

  browserTest(
    'the API page shows both documents, and an operation is tried with a token',
    async ({ page }) => {
      await signIn(page, it)
      await go(page, '/settings/assistants')
      await page.getByLabel('Name', { exact: true }).fill('Explorer')
      await page.getByRole('button', { name: 'Create token', exact: true }).click()
      const token = await page.locator('#token').innerText()
      await go(page, '/settings/api')
      await page.getByRole('link', { name: 'Browse and try the Notes API' }).click()
      await page.getByRole('button', { name: 'Authorize' }).click()
      await page.locator('.auth-container input').first().fill(token)
      await page.locator('.auth-container button.authorize').first().click()
      await page.locator('.modal-ux button.close-modal').click()
      await page.getByRole('button', { name: 'GET /api/v1/notes/pages List pages' }).click()
      await page.getByRole('button', { name: 'Try it out' }).click()
      const answered = page.waitForResponse((response) => response.url().includes('/api/v1/notes/pages'))
      await page.getByRole('button', { name: 'Execute' }).click()
      expect((await answered).status()).toBe(200)
      await go(page, '/settings/api/app')
      await page.locator('#api').getByText('/api/v1/settings/tokens').first().waitFor()
    },
  )

  browserTest(
    'an opened operation: axe finds nothing, by the keyboard all of it is reached, nothing is wider',
    { timeout: PATIENCE },
    async ({ page }) => {
      const complaints = complaintsOf(page)
      await followSignInLink(page, await signInLink(it))
      for (const [colorScheme, width] of [
        ['light', NARROW],
        ['dark', WIDE],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        await go(page, '/settings/api/notes')
        await page.getByRole('button', { name: 'POST /api/v1/notes/pages Create a page' }).click()
        await page.getByRole('button', { name: 'Try it out' }).click()
        await page.getByLabel('Body').waitFor()
        await page.getByLabel('Example').first().waitFor()
        const wide = await page.evaluate('document.documentElement.scrollWidth')
        const findings = await axeFindings(page)
        expect({ colorScheme, findings, wide }).toEqual({ colorScheme, findings: [], wide: width })
      }
      expect(complaints).toEqual([])
    },
  )

  browserTest('without a script the API page lists every operation', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await signIn(page, it)
    await go(page, '/settings/api/notes')
    await expect
      .poll(async () => page.locator('main table').innerText())
      .toContain('PATCH /api/v1/notes/blocks/{id}')
    await context.close()
  })
})
