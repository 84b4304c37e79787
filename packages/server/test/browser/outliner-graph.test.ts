/**
 * The graph in the outliner, in a real browser with a real server.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage, openAt } from './outliner-page.ts'

const it = useServed()

const counted = async (page: Page, words: string): Promise<void> =>
  page.locator('main').getByText(words, { exact: true }).waitFor()

browserTest('[O2.6] the graph is filtered, listed, and opens pages', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addPage(it, 'Harbour', ['crane of [[Boat]]', 'TODO paint #Work'])
  await addPage(it, 'Boat', ['hull of [[Timber]]'], [['type', 'book']])
  await addPage(it, 'Timber', ['oak of [[Forest]]'])
  await addPage(it, 'Forest', ['green'])
  await addPage(it, 'Work', ['hard'])
  await openAt(it, page, '/page/Harbour')
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('link', { name: 'Graph of this page' }).click()
  await page.waitForURL(/\/map\/Harbour$/)
  await counted(page, '3 pages, 2 links.')
  await page.getByLabel('Steps').selectOption('2')
  await counted(page, '4 pages, 3 links.')
  await page.reload()
  await counted(page, '4 pages, 3 links.')
  expect(new URL(page.url()).search).toBe('?steps=2')
  await page.getByLabel('Steps').selectOption('3')
  await counted(page, '5 pages, 4 links.')

  await page.getByRole('checkbox', { name: /^Books/ }).uncheck()
  await counted(page, '2 pages, 1 link.')
  await page.getByRole('checkbox', { name: /^Books/ }).check()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Work')
  await counted(page, '2 pages, 1 link.')
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Any')
  const query = page.getByRole('searchbox', { name: 'With blocks that match a query' })
  await query.fill('(todo now todo)')
  await counted(page, '1 page, 0 links.')
  await query.fill('(todo')
  await page.getByRole('alert').waitFor()
  await query.fill('')
  await counted(page, '5 pages, 4 links.')

  // Every page is in the list, for the keyboard. The focused one shows its neighbours.
  await page.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => page.locator('.page-list a').count()).toBe(5)
  await looksRight(page)
  await page.getByRole('searchbox', { name: 'Filter' }).fill('timb')
  await page.keyboard.press('Tab')
  await page.getByText('Timber: Boat, Forest', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/page\/Timber/)
  await page.goBack()
  await counted(page, '5 pages, 4 links.')

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).fill('whole gr')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/map$/)
  await page.getByRole('heading', { name: 'Graph', exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

browserTest('[O2.1, O2.6] the filters of the graph are in its address', async ({ page }) => {
  await addPage(it, 'Mill', ['TODO grind #Corn', 'to [[Bakery]]'])
  await addPage(it, 'Bakery', ['bread'], [['type', 'book']])
  await addPage(it, 'Corn', ['gold'])
  await openAt(it, page, '/page/Mill')
  await page.goto(`${it.served.baseUrl}/map/Mill`)
  await counted(page, '3 pages, 2 links.')
  await page.getByRole('checkbox', { name: /^Books/ }).uncheck()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Corn')
  const query = page.getByRole('searchbox', { name: 'With blocks that match a query' })
  await query.fill('(todo todo)')
  await counted(page, '1 page, 0 links.')
  await page.reload()
  await counted(page, '1 page, 0 links.')
  expect(await query.inputValue()).toBe('(todo todo)')
  await query.fill('')
  await counted(page, '2 pages, 1 link.')
  expect(await page.getByRole('checkbox', { name: /^Books/ }).isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Open the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mill' }).waitFor()
  await page.goBack()
  await counted(page, '2 pages, 1 link.')
  // The days of the whole graph are hidden at first, and can all be shown.
  await page.goto(`${it.served.baseUrl}/map`)
  const days = page.getByRole('checkbox', { name: /^Days/ })
  await days.waitFor()
  expect(await days.isChecked()).toBe(false)
  await days.check()
  await page.reload()
  await expect.poll(async () => days.isChecked()).toBe(true)
})

browserTest('[O2.6] the graph is drawn, and a click on a page of it opens the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addPage(it, 'Alone', ['nothing'])
  await openAt(it, page, '/page/Alone')
  await page.goto(`${it.served.baseUrl}/map/Alone`)
  const canvas = page.getByRole('application', { name: 'Graph of Alone' })
  // The only page is in the middle. Until the worker has drawn it, nothing is there.
  await expect
    .poll(async () => {
      await canvas.hover()
      return page.getByText('Alone: no links here.').count()
    })
    .toBe(1)
  await canvas.click({ modifiers: ['Shift'] })
  await page.getByRole('complementary', { name: 'Beside' }).getByText('nothing').waitFor()
  await canvas.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('+')
  await page.keyboard.press('0')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect
    .poll(async () => {
      // The graph may have gone since the address was read, and then the click would wait for it.
      if (page.url().includes('/map/')) await canvas.click({ timeout: 5_000 }).catch(() => {})
      return new URL(page.url()).pathname
    })
    .toBe('/page/Alone/Alone')
})
