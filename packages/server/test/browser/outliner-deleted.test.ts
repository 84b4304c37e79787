/**
 * Deletions of any device are listed in the outliner, and come back by one click.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage, assistantOf, linesOf, notesOf, openAt, saved } from './outliner-page.ts'

const it = useServed()

browserTest('[O2.7] what was deleted can be looked at, and is restored in one click', async ({ page }) => {
  await addPage(it, 'Boat', ['hull', 'mast'])
  await addPage(it, 'Rope', ['knots'])
  const { ids } = await notesOf(it).addOutline('Boat', { text: '- sail\n  - batten' })
  await openAt(it, page, '/page/Boat')
  await saved(page)

  // In this browser, and by a program.
  await page.getByRole('treeitem', { name: 'mast' }).getByText('mast').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  const assistant = await assistantOf(it)
  await assistant.deleteBlock(ids.blockIds[0]!)
  await assistant.deletePage('Rope')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).fill('deleted')
  await page.getByRole('option', { name: 'Deleted Command' }).click()
  const item = (words: string) => page.getByRole('listitem').filter({ hasText: words })
  await item('sail').waitFor()
  await item('mast').waitFor()
  await item('Rope').waitFor()
  await expect.poll(async () => item('sail').innerText()).toMatch(/2 blocks of\s+Boat/)
  await item('sail').getByRole('button', { name: 'Show' }).click()
  await item('sail').getByText('batten').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await looksRight(page)

  await page.getByRole('button', { name: 'Restore sail' }).click()
  await page.getByText('Restored “sail”.').waitFor()
  await page.getByRole('treeitem', { name: 'batten' }).waitFor()
  await expect.poll(async () => linesOf(it, 'Boat')).toEqual(['hull', 'sail', '  batten'])
  await page.goto(`${it.served.baseUrl}/deleted`)
  await item('mast').waitFor()
  await expect.poll(async () => item('sail').count()).toBe(0)
  await page.getByRole('button', { name: 'Restore Rope' }).click()
  await page.getByRole('treeitem', { name: 'knots' }).waitFor()
  await expect.poll(async () => linesOf(it, 'Rope').catch(() => [])).toEqual(['knots'])
})

browserTest('[O2.7] a browser that comes later says where the deletions of before are', async ({ page }) => {
  await addPage(it, 'Fog', ['a bell in the fog', 'left'])
  await (await assistantOf(it)).deleteBlock('Fog-1')
  await openAt(it, page, '/page/Fog')
  await saved(page)
  await page.goto(`${it.served.baseUrl}/deleted`)
  await page.getByText('Nothing was deleted since then.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Changes' }).click()
  const change = page.locator('.change-entry').filter({ hasText: 'Fog' })
  await change.locator('summary').click()
  await change.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => linesOf(it, 'Fog')).toEqual(['a bell in the fog', 'left'])
})
