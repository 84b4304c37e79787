/**
 * History and snapshots in a real browser, by keyboard, with and without a script. @see history 5
 *
 * @module-tag browser
 */
import { browserTest, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 240_000

beforeAll(async () => {
  const now = Date.now()
  const long = `https://quay.example/${'x'.repeat(200)}`
  await addRecords(it, [
    makePage({ id: 'boats', name: 'Boats', props: [['harbour', long]], now }),
    makeBlock({ id: 'rig', content: 'rig the old mast', rev: 'r1', pageId: 'boats', parentId: null, order: 1, now }), // prettier-ignore
    makeBlock({ id: 'long', content: long, rev: 'r2', pageId: 'boats', parentId: 'rig', order: 1, now }),
    makeBlock({ id: 'rtl', content: 'اللغة العربية', rev: 'r3', pageId: 'boats', parentId: null, order: 2, now }), // prettier-ignore
  ])
})

async function reword(text: string): Promise<void> {
  const answer = await fetch(`${it.served.baseUrl}/api/v1/notes/blocks/rig`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${it.served.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  expect(answer.status).toBe(200)
}

async function press(page: Page, role: 'link' | 'button', name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

browserTest(
  '[H5] by keyboard a page is restored from its history, and that is undone',
  { timeout: PATIENCE },
  async ({ page }) => {
    await reword('rig the new mast')
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/graph/page?id=boats`)
    await press(page, 'link', 'History')
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await looksRight(page)
    await page.locator('tbody tr a').last().focus()
    await page.keyboard.press('Enter')
    await page.getByText('Changed: 1 block').waitFor()
    await looksRight(page)
    await press(page, 'button', 'Restore this page')
    await page.getByText('Restored. Changed: 1 block.').waitFor()
    await expect
      .poll(async () => page.locator('[data-block="rig"]').innerText())
      .toContain('rig the old mast')
    await press(page, 'button', 'Undo')
    await page.getByText('Undone.').waitFor()
    await expect
      .poll(async () => page.locator('[data-block="rig"]').innerText())
      .toContain('rig the new mast')
  },
)

browserTest(
  '[H5] without a script a snapshot is created, restored and removed',
  { timeout: PATIENCE },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/settings/snapshots`)
    const name = 'Before the clean-up'
    await page.getByLabel('Name').fill(name)
    await press(page, 'button', 'Create snapshot')
    await page.getByText('Snapshot created.').waitFor()
    await reword('rig no mast')
    await press(page, 'link', name)
    await page.getByText('Changed: 1 block').waitFor()
    await press(page, 'button', 'Restore the graph')
    await page.getByText('Restored. Changed: 1 block.').waitFor()
    await press(page, 'link', name)
    await press(page, 'link', 'Remove snapshot')
    await press(page, 'button', 'Remove snapshot')
    await page.getByText('No snapshots yet.').waitFor()
    await context.close()
  },
)

browserTest('[H5] the pages of a snapshot look right', { timeout: PATIENCE }, async ({ page }) => {
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/settings/snapshots`)
  await page.getByLabel('Name').fill('x'.repeat(200))
  await press(page, 'button', 'Create snapshot')
  await page.getByText('Snapshot created.').waitFor()
  await looksRight(page)
  await reword('rig one mast')
  await page.locator('tbody tr a').first().click()
  await page.getByText('Changed: 1 block').waitFor()
  await looksRight(page)
  await press(page, 'link', 'Remove snapshot')
  await looksRight(page)
})

browserTest(
  '[D9.10] by keyboard the earlier states of a page are forgotten',
  { timeout: PATIENCE },
  async ({ page }) => {
    await reword('rig two masts')
    await reword('rig three masts')
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/graph/page/history?id=boats`)
    await press(page, 'link', 'Forget earlier states')
    await page.getByRole('heading', { name: 'Forget earlier states?' }).waitFor()
    await looksRight(page)
    await press(page, 'button', 'Forget earlier states')
    await page.getByText(/^Forgotten: \d+ earlier state/).waitFor()
    await looksRight(page)
    await page.locator('tbody tr a').last().click()
    await page.getByText('The page as it was').waitFor()
    await expect.poll(async () => page.locator('main').innerText()).not.toContain('two masts')
  },
)
