/**
 * Changes of programs and assistants since a person last looked, at their places in the outliner.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import type { NotesClient } from '@notegraph/client'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage, assistantOf, linesOf, notesOf, openAt } from './outliner-page.ts'

const it = useServed()
const notes = () => notesOf(it)

const assistant = async (): Promise<NotesClient> => assistantOf(it)

browserTest(
  '[O4.3] a change is marked at its block on every device, until the person has looked',
  async ({ page, browser }) => {
    await addPage(it, 'Boat', ['hull'])
    const { ids } = await notes().addBlock('Boat', { text: 'mast' })
    await notes().updateBlock(ids.blockId, { text: 'tall mast' })
    const other = await browser.newContext()
    const second = await other.newPage()
    await openAt(it, second)
    // Each two seconds after it is shown, together or one by one, which may be before the next line of this test.
    const seen = new Set<string>()
    page.on('response', (response) => {
      if (!response.url().endsWith('/changes/see')) return
      const { ids: told } = response.request().postDataJSON() as { ids: string[] }
      for (const id of told) seen.add(id)
    })
    await openAt(it, page, '/page/Boat')
    const mark = page.getByRole('group', { name: /^Change by/ }).first()
    await mark.waitFor()
    await expect
      .poll(async () => page.getByRole('group', { name: 'Changes on this page' }).innerText())
      .toMatch(/^2 changes by/)
    expect(await axeFindings(page)).toEqual([])
    await mark.getByRole('button', { name: 'What it was before' }).click()
    await mark.locator('ins').waitFor()
    await expect.poll(async () => mark.locator('ins').allInnerTexts()).toEqual(['tall '])
    await looksRight(page)
    // Looked at for two seconds, it is no longer new, and stays until another place is shown.
    await expect.poll(async () => page.locator('.change-line.new').count()).toBe(0)
    await page.getByRole('link', { name: 'Journals' }).first().click()
    await page.goBack()
    await expect.poll(() => seen.size).toBe(2)
    await page.getByText('tall mast').waitFor()
    await expect.poll(async () => page.getByRole('group', { name: /^Change by/ }).count()).toBe(0)
    await second.goto(`${it.served.baseUrl}/page/Boat`)
    await second.getByText('tall mast').waitFor()
    await expect.poll(async () => second.getByRole('group', { name: /^Change by/ }).count()).toBe(0)
    await other.close()
  },
)

browserTest('[O4.3] a server that fails is asked again for the changes', async ({ page }) => {
  await addPage(it, 'Quay', ['bollard'])
  await notes().addBlock('Quay', { text: 'rope' })
  let asked = 0
  await page.route(/changes\?unseen/, async (route) => {
    if (++asked > 2) return route.continue()
    return route.fulfill({ status: 503, json: { code: 'unavailable', error: 'Not now.', hint: '' } })
  })
  await openAt(it, page, '/page/Quay')
  await page
    .getByRole('group', { name: /^Change by/ })
    .first()
    .waitFor()
  expect(asked).toBeGreaterThan(2)
})

browserTest('[O4.3] Undo is of the whole change, and spares later edits', async ({ page }) => {
  await addPage(it, 'Pier', ['planks'])
  await openAt(it, page, '/page/Pier')
  await notes().addOutline('Pier', { text: '- nails\n- paint' })
  await page
    .getByRole('group', { name: /^Change by/ })
    .first()
    .waitFor()
  await page.getByText('paint', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' of mine')
  await page.getByRole('button', { name: 'Undo all 2 blocks' }).first().click()
  await page.getByText(/^Undone: 1 item\. Not undone: 1 item\. Changed again/).waitFor()
  await expect.poll(async () => linesOf(it, 'Pier')).toEqual(['planks', 'paint of mine'])
})

browserTest(
  '[O4.3] one place lists all changes by who made them, and opening one is a look at it',
  async ({ page }) => {
    await addPage(it, 'Mole', ['stones', 'sand'])
    const claude = await assistant()
    await claude.updateBlock('Mole-1', { text: 'great stones' })
    await claude.deleteBlock('Mole-2')
    await openAt(it, page)
    await page.getByText(/changes by .* in your notes since you last looked/).waitFor()
    await page.getByRole('link', { name: /^Changes \d+$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor()
    const entry = page.getByRole('group', { name: 'Claude' }).locator('details').nth(1)
    await entry.locator('summary').focus()
    await page.keyboard.press('Enter')
    await entry.locator('ins').waitFor()
    await looksRight(page)
    await entry.getByText('New').waitFor({ state: 'detached' })
    await entry.getByRole('button', { name: 'Keep' }).click()
    await entry.getByText('Kept').waitFor()
    await page.goto(`${it.served.baseUrl}/page/Mole`)
    // A change that left no block is named above the page.
    const above = page.getByRole('group', { name: 'Changes on this page' })
    await above.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => linesOf(it, 'Mole')).toEqual(['great stones', 'sand'])
  },
)

browserTest(
  '[O4.3] without a network the last known changes show, and Keep and Undo wait',
  async ({ page }) => {
    await addPage(it, 'Weir', ['water'])
    // A change that was looked at is gone after the reload.
    await page.addInitScript('document.hasFocus = () => false')
    await openAt(it, page, '/page/Weir')
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await notes().updateBlock('Weir-1', { text: 'wild water' })
    const mark = page.getByRole('group', { name: /^Change by/ })
    await mark.waitFor()
    await it.stopped(async () => {
      await page.reload()
      await mark.getByRole('button', { name: 'Undo' }).click()
      await mark.getByText('Undo waits for the server.').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('link', { name: 'All changes' }).click()
      await page.getByText('The server does not answer.').waitFor()
    })
    // With a network again, they are sent, and the list is whole.
    await page.getByText('The server does not answer.').waitFor({ state: 'detached' })
    await expect.poll(async () => linesOf(it, 'Weir')).toEqual(['water'])
  },
)

browserTest(
  '[D8.5] an import is one change beside the restores, with who imported, and Undo',
  async ({ page }) => {
    const { served, session } = it
    const OPML = '<?xml version="1.0"?><opml version="2.0"><body><outline text="sails"/></body></opml>'
    const importing = await fetch(`${served.baseUrl}/api/v1/settings/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session}`, 'Content-Type': 'application/octet-stream' },
      body: OPML,
    })
    expect(importing.status).toBe(200)
    await expect.poll(async () => linesOf(it, 'Outline').catch(() => [])).toEqual(['sails'])
    await openAt(it, page)
    await page.goto(`${served.baseUrl}/changes`)
    const imports = page.getByRole('region', { name: 'Imports and restores' })
    await imports.getByText('Imported 1 page and 1 block').click()
    await imports.locator('summary').getByText('Phone').waitFor()
    await looksRight(page)
    await imports.getByRole('button', { name: 'Undo' }).click()
    await imports.getByText('Undone', { exact: true }).waitFor()
    expect(
      (
        await fetch(`${served.baseUrl}/api/v1/notes/pages/Outline`, {
          headers: { Authorization: `Bearer ${served.token}` },
        })
      ).status,
    ).toBe(404)
  },
)
