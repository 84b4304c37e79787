/**
 * The keys, the window and the columns of the outliner after a mouse or a dialog, in a real browser with a real server.
 *
 * @module-tag browser
 */
import { browserTest, type Page } from '@notegraph/browser-tests'
import { makePage } from '@notegraph/graph'
import { expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { addPage, boxOf, linesOf, openAt, saved } from './outliner-page.ts'

const it = useServed()

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Block' })

browserTest('[O2.3] after the switcher the keys go on in the field', async ({ page }) => {
  await addPage(it, 'Kayak', ['paddle'])
  await openAt(it, page, '/page/Kayak')
  await page.getByText('paddle').click()
  const leaves = [
    async () => page.keyboard.press('Escape'),
    async () => {
      await page.getByRole('combobox', { name: 'Page' }).fill('print pa')
      await page.getByRole('option', { name: 'Print page' }).waitFor()
      await page.keyboard.press('Enter')
    },
  ]
  await page.evaluate('window.print = () => {}')
  for (const leave of leaves) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Page' }).waitFor()
    await leave()
    await page.getByRole('combobox', { name: 'Page' }).waitFor({ state: 'detached' })
    await page.keyboard.type('s')
  }
  await expect.poll(async () => linesOf(it, 'Kayak')).toEqual(['paddless'])
})

browserTest('[O2.3] arrows keep the chosen one of a long list in sight', async ({ page }) => {
  const now = Date.now()
  const names = Array.from({ length: 20 }, (_, n) => `Mooring${n}`)
  await addRecords(
    it,
    names.map((name) => makePage({ id: name, name, props: [], now })),
  )
  await addPage(it, 'Bay', ['calm'])
  await openAt(it, page, '/page/Bay')
  await saved(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).fill('mooring')
  await expect.poll(async () => page.getByRole('option').count()).toBe(21)
  for (let n = 0; n < 18; n++) await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('option', { selected: true })
  await expect.poll(async () => chosen.getAttribute('id')).toBe('choice-18')
  const [item, list] = [await boxOf(chosen), await boxOf(page.getByRole('listbox'))]
  expect(item.y + item.height).toBeLessThanOrEqual(list.y + list.height)
})

browserTest(
  '[O3.1, O3.5] a mouse that folds or drags leaves the keys to the caret and the selection',
  async ({ page }) => {
    await addPage(it, 'Shelf', ['box', 'lid', 'jar', 'can'])
    await openAt(it, page, '/page/Shelf')
    await page.getByText('lid').click()
    await page.keyboard.press('Tab')
    await page.getByText('jar').click()
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Fold', exact: true }).click()
    await page.keyboard.type('s')
    await expect.poll(async () => linesOf(it, 'Shelf')).toEqual(['box', '  lid', 'jars', 'can'])
    // Both selected blocks are dragged above the first one, and the keys still act on them.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+ArrowDown')
    const bullets = page.getByRole('link', { name: 'Open this block alone' })
    const [from, to] = [await boxOf(bullets.nth(2)), await boxOf(bullets.first())]
    await page.mouse.move(from.x + 4, from.y + 4)
    await page.mouse.down()
    await page.mouse.move(to.x + 4, to.y - 2, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => linesOf(it, 'Shelf')).toEqual(['jars', 'can', 'box', '  lid'])
    await page.keyboard.press('Delete')
    await expect.poll(async () => linesOf(it, 'Shelf')).toEqual(['box', '  lid'])
  },
)

browserTest(
  '[O2.1, O3.6] a page beside that is renamed onto another or deleted leaves the main column',
  async ({ page }) => {
    await addPage(it, 'Fleet', ['[[Sloop]] and [[Sloop]]'])
    await addPage(it, 'Sloop', ['jib'])
    await addPage(it, 'Cutter', ['boom'])
    await openAt(it, page, '/page/Fleet')
    await saved(page)
    await page
      .getByRole('link', { name: 'Sloop' })
      .first()
      .click({ modifiers: ['Shift'] })
    const beside = page.getByRole('complementary', { name: 'Beside' })
    const menu = async (command: string): Promise<void> => {
      await beside.getByRole('button', { name: /^More about/ }).click()
      await beside.getByRole('button', { name: command, exact: true }).click()
    }
    await menu('Rename')
    await beside.getByLabel('Name of the page').fill('Cutter')
    await page.keyboard.press('Enter')
    await beside.getByRole('button', { name: 'Make them one page' }).click()
    await beside.getByRole('heading', { level: 1, name: 'Cutter' }).waitFor()
    await beside.getByText('jib').waitFor()
    await menu('Delete')
    await expect.poll(async () => beside.count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/page/Fleet')
  },
)

browserTest('[O2.1] what opens beside in a narrow window is in sight', async ({ page }) => {
  await addPage(
    it,
    'Coast',
    Array.from({ length: 50 }, (_, n) => `mile ${n}`),
  )
  await openAt(it, page, '/page/Coast')
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByText('mile 1', { exact: true }).click()
  await fieldOf(page).waitFor()
  await page.keyboard.press('Control+/')
  await page.getByRole('button', { name: 'Open beside' }).click()
  const beside = page.getByRole('complementary', { name: 'Beside' })
  await expect
    .poll(async () => (await boxOf(beside.getByText('mile 1', { exact: true }))).y)
    .toBeLessThan(640)
})

browserTest('[O3.1] on a Mac, Cmd is the key, also in what the outliner says', async ({ page }) => {
  await page.addInitScript(`Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })`)
  await addPage(it, 'Orchard', ['apple', 'pear'])
  await openAt(it, page, '/page/Orchard')
  const key = page.locator('.go kbd')
  expect(await key.textContent()).toBe('⌘ K')
  await page.getByText('apple').click()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Meta+Enter')
  await expect.poll(async () => linesOf(it, 'Orchard')).toEqual(['TODO apple', 'pear'])
  await page.goto(`${it.served.baseUrl}/page/nowhere`)
  await page.getByText('Press ⌘ K to go to another page').waitFor()
})

browserTest('[O3.6] the button that undoes leaves the keys in the field', async ({ page }) => {
  await addPage(it, 'Dock', ['rope', 'chain'])
  await addPage(it, 'Depot', ['tar'])
  await openAt(it, page, '/page/Dock')
  await saved(page)
  await page.getByText('rope').click()
  await page.keyboard.press('Control+Shift+m')
  await page.getByRole('combobox', { name: 'Page' }).fill('depot')
  await page.getByRole('option', { name: 'Depot' }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => fieldOf(page).inputValue()).toBe('chain')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => linesOf(it, 'Dock')).toEqual(['rope', 'chain'])
  await page.keyboard.type('s')
  await expect.poll(async () => linesOf(it, 'Dock')).toEqual(['rope', 'chains'])
})
