/**
 * Writing on the pages in a real browser, by keyboard, with a script and without.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeEach, describe, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()

/** The page of each test. */
let name = ''
let count = 0
beforeEach(async () => {
  name = `Harbour ${++count}`
  const now = Date.now()
  const texts = ['TODO rig the mast', 'a plain block', 'TODO mend the sail']
  await addRecords(it, [
    makePage({ id: `page-${count}`, name, now }),
    ...texts.map((content, order) =>
      makeBlock({
        id: `block-${count}-${order}`,
        content,
        rev: 'r',
        pageId: `page-${count}`,
        parentId: null,
        order,
        now,
      }),
    ),
  ])
})

async function open(page: Page, path = `/graph/page?name=${encodeURIComponent(name)}`): Promise<void> {
  await signIn(page, it)
  await page.goto(it.served.baseUrl + path)
}

/** Findings of axe, and whether the page is wider than the window, in both themes and widths. */
async function looks(page: Page): Promise<void> {
  await page.waitForLoadState() // the text is there before the style
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1_440]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      const at = `${colorScheme}, ${width}`
      const findings = await axeFindings(page)
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      expect({ at, findings, wide }).toEqual({ at, findings: [], wide: width })
    }
}

const button = (page: Page, name: string) => page.getByRole('button', { name })

describe('a task', () => {
  browserTest('is ticked by a key where it is; the focus stays, and Undo is offered', async ({ page }) => {
    await open(page)
    await button(page, 'Mark as done: mend the sail').press('Enter')
    await page.getByRole('status').getByText('Task done.').waitFor()
    await expect
      .poll(async () => page.locator(':focus').getAttribute('aria-label'))
      .toBe('Reopen: mend the sail')
    await expect.poll(async () => button(page, 'Mark as done: rig the mast').count()).toBe(1)
    await looks(page)
    // A click fails where the bar of phones covers the button.
    await page.setViewportSize({ width: 360, height: 900 })
    await button(page, 'Undo').click()
    await page.getByText('Undone.').waitFor()
    await expect.poll(async () => button(page, 'Mark as done: mend the sail').count()).toBe(1)
  })

  browserTest('is ticked without a script', async ({ page, context }) => {
    await context.route('**/assets/script-*', (route) => route.abort())
    await open(page)
    await button(page, 'Mark as done: rig the mast').click()
    await page.getByRole('status').getByText('Task done.').waitFor()
    expect(page.url()).toContain(`/graph/page?name=Harbour`)
    await button(page, 'Reopen: rig the mast').waitFor()
    await looks(page)
  })
})

describe('the dates of a task', () => {
  browserTest('are set where it is, by keyboard; Escape leaves them', async ({ page }) => {
    await open(page)
    const dates = page.getByRole('link', { name: 'Dates: rig the mast' })
    await dates.press('Enter')
    await page.getByLabel('State').waitFor()
    await expect
      .poll(async () => page.getByLabel('State').evaluate((one) => one.matches(':focus')))
      .toBe(true)
    await looks(page)
    await page.keyboard.press('Escape')
    await expect.poll(async () => dates.evaluate((one) => one.matches(':focus'))).toBe(true)
    await dates.press('Enter')
    await page.getByLabel('Deadline').fill('2030-01-02')
    await page.getByLabel('Deadline').press('Control+Enter')
    await page.getByRole('status').getByText('Task saved.').waitFor()
    await expect.poll(async () => page.getByText('2030-01-02').isVisible()).toBe(true)
    await expect.poll(async () => dates.evaluate((one) => one.matches(':focus'))).toBe(true)
  })

  browserTest('are set on a page of their own without a script', async ({ page, context }) => {
    await context.route('**/assets/script-*', (route) => route.abort())
    await open(page)
    await page.getByRole('link', { name: 'Dates: mend the sail' }).press('Enter')
    await page.getByLabel('Scheduled').fill('2030-01-02')
    await page.getByLabel('Priority').selectOption('A')
    await looks(page)
    await button(page, 'Save').click()
    await page.getByText('Task saved.').waitFor()
    await page.getByText('2030-01-02').waitFor()
  })
})

describe('a note for today', () => {
  browserTest('Enter adds it and keeps the focus; Undo takes it back', async ({ page }) => {
    await open(page, '/graph/day')
    const field = page.getByLabel('Add a note')
    await field.focus()
    const note = `by key ${count}`
    await page.keyboard.type(note)
    await page.keyboard.press('Enter')
    await page.locator('.outline').getByText(note).waitFor()
    await expect.poll(async () => field.evaluate((one) => one.matches(':focus'))).toBe(true)
    await expect.poll(async () => field.inputValue()).toBe('')
    await page.keyboard.type('TODO and a task')
    await page.keyboard.press('Enter')
    await button(page, 'Mark as done: and a task').first().waitFor()
    await looks(page)
    await button(page, 'Undo').click()
    await page.getByText('Undone.').waitFor()
    await expect.poll(async () => page.locator('.outline').getByText('and a task').count()).toBe(0)
  })

  browserTest('without a script, the next page has the focus in the field', async ({ page, context }) => {
    await context.route('**/assets/script-*', (route) => route.abort())
    await open(page, '/capture')
    const field = page.getByLabel('Add a note')
    await field.focus()
    await page.keyboard.type('without a script')
    await page.keyboard.press('Enter')
    await page.getByText('Note added.').waitFor()
    await page.locator(':focus').and(field).waitFor()
  })

  browserTest(
    'typed text stays while the server is away, and after signing out',
    async ({ page, context }) => {
      await open(page, '/graph/day')
      const field = page.getByLabel('Add a note')
      await context.route('**/graph/capture', (route) => route.abort())
      await field.fill('not lost')
      await field.press('Enter')
      await page.getByRole('status').getByText('The server did not answer.').waitFor()
      await expect.poll(async () => field.inputValue()).toBe('not lost')
      await context.unroute('**/graph/capture')
      await context.clearCookies({ name: /session/ })
      await field.press('Enter')
      await page.getByRole('status').getByText('You are signed out').waitFor()
      await expect.poll(async () => field.inputValue()).toBe('not lost')
    },
  )
})

describe('a block', () => {
  const edit = (page: Page, words: string) => page.getByRole('link', { name: `Edit: ${words}` })
  const field = (page: Page) => page.getByLabel('Text of the block')

  browserTest(
    'is edited where it is: Enter opens, Ctrl and Enter save, the focus returns',
    async ({ page }) => {
      await open(page)
      await edit(page, 'a plain block').press('Enter')
      await field(page).waitFor()
      await expect.poll(async () => field(page).evaluate((one) => one.matches(':focus'))).toBe(true)
      await looks(page)
      await field(page).fill('**new** words\ncolour:: red')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('status').getByText('Block saved.').waitFor()
      await expect.poll(async () => page.locator(':focus').getAttribute('aria-label')).toBe('Edit: new words')
      await expect.poll(async () => page.locator('.outline strong').innerText()).toBe('new')
      await expect.poll(async () => field(page).count()).toBe(0)
    },
  )

  browserTest('Escape closes the form; what was typed is there when it opens again', async ({ page }) => {
    await open(page)
    await edit(page, 'a plain block').click()
    await field(page).fill('half a thought')
    await page.keyboard.press('Escape')
    await expect.poll(async () => page.getByText('a plain block').isVisible()).toBe(true)
    await expect
      .poll(async () => page.locator(':focus').getAttribute('aria-label'))
      .toBe('Edit: a plain block')
    await page.reload()
    await edit(page, 'a plain block').click()
    await expect.poll(async () => field(page).inputValue()).toBe('half a thought')
    await button(page, 'Discard my unsaved text').click()
    await expect.poll(async () => field(page).inputValue()).toBe('a plain block')
  })

  browserTest(
    'changed on another device meanwhile: both texts are shown, nothing is lost',
    async ({ page, context }) => {
      await open(page)
      await edit(page, 'a plain block').click()
      await field(page).fill('mine')
      const other = await context.newPage()
      await other.goto(page.url())
      await edit(other, 'a plain block').click()
      await field(other).fill('theirs')
      await field(other).press('Control+Enter')
      await other.getByRole('status').getByText('Block saved.').waitFor()
      await page.bringToFront()
      await field(page).press('Control+Enter')
      await page.getByText('Your text', { exact: true }).waitFor()
      await expect.poll(async () => page.locator('pre').innerText()).toBe('theirs')
      await expect.poll(async () => field(page).inputValue()).toBe('mine')
      await looks(page)
      await field(page).press('Control+Enter')
      await page.getByRole('status').getByText('Block saved.').waitFor()
      await expect.poll(async () => page.locator('.outline').getByText('mine').count()).toBe(1)
    },
  )

  browserTest('is edited on a page of its own without a script', async ({ page, context }) => {
    await context.route('**/assets/script-*', (route) => route.abort())
    await open(page)
    await edit(page, 'a plain block').press('Enter')
    await looks(page)
    await field(page).fill('by hand')
    await button(page, 'Save').click()
    await page.getByText('Block saved.').waitFor()
    await page.locator('.outline').getByText('by hand').waitFor()
  })

  browserTest(
    'too large to be read, without a script: the browser keeps what was typed',
    async ({ page, context }) => {
      await context.route('**/assets/script-*', (route) => route.abort())
      await open(page)
      await edit(page, 'a plain block').press('Enter')
      const long = 'x'.repeat(1_200_000)
      // Typing would take long.
      await field(page).evaluate((one, value) => Object.assign(one, { value }), long)
      await button(page, 'Save').click()
      await page.getByText('The form is larger than 1 MB, so nothing was saved.').waitFor()
      await looks(page)
      await page.goBack()
      // The browser fills in the form after it has shown the page.
      await expect.poll(async () => (await field(page).inputValue()).length).toBe(long.length)
    },
  )
})

describe('the properties of a page', () => {
  browserTest('are edited where they are', async ({ page }) => {
    await open(page)
    const edit = page.getByRole('link', { name: 'Edit properties' })
    await edit.press('Enter')
    await page.getByLabel('Type').selectOption('organization')
    await page.getByLabel('Name').fill('colour')
    await page.getByLabel('Value').fill('red')
    await looks(page)
    await page.getByLabel('Value').press('Control+Enter')
    await page.getByRole('status').getByText('Properties saved.').waitFor()
    await expect.poll(async () => page.locator('dl.props').innerText()).toContain('colour')
    await expect.poll(async () => edit.evaluate((one) => one.matches(':focus'))).toBe(true)
    await expect.poll(async () => page.locator('.outline').getByText('a plain block').isVisible()).toBe(true)
  })

  browserTest('are edited on a page of their own without a script', async ({ page, context }) => {
    await context.route('**/assets/script-*', (route) => route.abort())
    await open(page)
    await page.getByRole('link', { name: 'Edit properties' }).press('Enter')
    await page.getByLabel('Name').fill('colour')
    await page.getByLabel('Value').fill('red')
    await looks(page)
    await button(page, 'Save').click()
    await page.getByText('Properties saved.').waitFor()
    await expect.poll(async () => page.locator('dl.props').innerText()).toContain('colour')
  })
})
