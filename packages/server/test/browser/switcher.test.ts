/**
 * The quick switcher and the keyboard shortcuts in a real browser.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makePage } from '@notegraph/graph'
import { beforeAll, describe, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()

beforeAll(async () => {
  const names = ['Wherry', 'Wherry master', 'مرفأ', '0 a quay by the wherry']
  await addRecords(
    it,
    names.map((name, n) => makePage({ id: `switch-${n}`, name, now: Date.now() })),
  )
})

const go = (page: Page, path: string) => page.goto(it.served.baseUrl + path)
const pathOf = (page: Page): string => new URL(page.url()).pathname
const field = (page: Page) => page.getByRole('combobox', { name: 'Page name' })
/** The text of the option that Enter opens. */
const active = async (page: Page): Promise<string> => {
  const id = await field(page).getAttribute('aria-activedescendant')
  return id === null ? '' : page.locator(`#${id}`).innerText()
}

async function start(page: Page, path = '/graph'): Promise<void> {
  await signIn(page, it)
  await go(page, path)
}

describe('quick switcher', () => {
  browserTest('opens by Ctrl K and /, finds a page by its name, and Enter opens it', async ({ page }) => {
    await start(page)
    for (const keys of ['Control+k', '/']) {
      await page.keyboard.press(keys)
      await field(page).waitFor()
      await expect.poll(async () => field(page).evaluate((one) => one.matches(':focus'))).toBe(true)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator('dialog').count()).toBe(0)
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('wherry')
    await expect.poll(() => page.locator('dialog [role=status]').innerText()).toBe('3 pages')
    await expect.poll(async () => active(page)).toBe('Wherry Page')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => active(page)).toContain('Wherry master')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(async () => active(page)).toContain('Search notes for')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Wherry' }).waitFor()
  })

  browserTest('an answer to earlier letters does not replace that to later ones', async ({ page }) => {
    await start(page)
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/graph\/go\?q=whe$/, async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await page.keyboard.press('/')
    await field(page).waitFor()
    const first = page.waitForRequest(/q=whe$/)
    const isFirst = (request: { url(): string }): boolean => request.url().endsWith('q=whe')
    // The page cancels a request whose letters are not current any more.
    const over = Promise.race([
      page.waitForEvent('requestfailed', isFirst),
      page.waitForEvent('requestfinished', isFirst),
    ])
    await page.keyboard.type('whe')
    await first
    await page.keyboard.type('rry master')
    await expect.poll(() => active(page)).toContain('Wherry master')
    release()
    await over
    await expect.poll(async () => page.locator('dialog [role=status]').innerText()).toBe('1 page')
  })

  browserTest('Enter right after the last letter opens what the letters find', async ({ page }) => {
    await start(page)
    await page.keyboard.press('/')
    await field(page).waitFor()
    await page.keyboard.insertText('wherry master')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Wherry master' }).waitFor()
  })

  browserTest('axe finds nothing at either width and in either theme', async ({ page }) => {
    await start(page)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1_440]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 700 })
        await go(page, '/graph')
        await page.getByRole('link', { name: 'Go to page' }).click()
        await page.locator('dialog [role=option]').first().waitFor()
        const box = (await page.locator('dialog').boundingBox())!
        const at = `${colorScheme}, ${width}`
        expect({
          at,
          findings: await axeFindings(page),
          fits: box.width < width && box.height < 700,
        }).toEqual({ at, findings: [], fits: true })
      }
  })

  browserTest('an ended session leads to the sign-in page', async ({ page, context }) => {
    await start(page)
    await context.clearCookies()
    await page.keyboard.press('/')
    await page.waitForURL(/\/sign-in\?to=/)
  })

  browserTest('without a script the link is a page with the same list', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await start(page)
    await page.getByRole('link', { name: 'Go to page' }).click()
    await page.getByRole('searchbox', { name: 'Page name' }).fill('master')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Wherry master' }).click()
    await page.getByRole('heading', { level: 1, name: 'Wherry master' }).waitFor()
    await context.close()
  })
})

describe('keyboard shortcuts', () => {
  browserTest('g and a letter open a page, p and n go a day back and on', async ({ page }) => {
    await start(page)
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.waitForURL(/\/graph\/day/)
    await page.keyboard.press('p')
    await page.waitForURL(/date=/)
    await page.keyboard.press('n')
    await expect.poll(() => page.locator('.days .muted').count()).toBe(1)
  })

  browserTest('? lists them in a dialog, in which they can be switched off', async ({ page }) => {
    await start(page)
    await page.keyboard.press('?')
    const single = page.getByLabel('Single-key shortcuts')
    await single.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await single.uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    expect(pathOf(page)).toBe('/graph')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.keyboard.press('/')
    await expect.poll(async () => page.locator('dialog').count()).toBe(0)
    await go(page, '/graph/keys')
    await expect.poll(async () => single.isChecked()).toBe(false)
    await single.check()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.waitForURL(/\/graph\/tasks/)
  })

  browserTest('they do nothing while somebody types in a field', async ({ page }) => {
    await start(page)
    const search = page.getByRole('searchbox', { name: 'Search notes' })
    await search.focus()
    await page.keyboard.type('/?gd')
    await page.keyboard.press('Control+k')
    await expect.poll(async () => search.inputValue()).toBe('/?gd')
    expect([await page.locator('dialog').count(), pathOf(page)]).toEqual([0, '/graph'])
  })
})

browserTest(
  'f makes a page a favorite, which is then first in the switcher and in the navigation',
  async ({ page }) => {
    await start(page, '/graph/page?id=switch-3')
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Remove from favorites' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('/')
    await expect.poll(() => active(page)).toContain('favorite')
    await expect.poll(async () => active(page)).toContain('0 a quay by the wherry')
    await go(page, '/graph/day')
    await page
      .getByRole('list', { name: 'Favorites' })
      .getByRole('link', { name: '0 a quay by the wherry' })
      .waitFor()
    expect(await axeFindings(page)).toEqual([])
  },
)
