/**
 * A page as a whole: its first screen, what leads on from it, its export, its print, its name and its deletion.
 *
 * @module-tag browser
 */
import { text } from 'node:stream/consumers'
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { addPage, boxOf, linesOf, notesOf, openAt, saved } from './outliner-page.ts'

const it = useServed()

browserTest('[O2.7] a page is exported as Markdown, with what was just typed', async ({ page }) => {
  await addPage(it, 'Chart', ['reef'], [['scale', 'large']])
  await openAt(it, page, '/page/Chart')
  await page.getByText('reef').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and rocks')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('button', { name: 'Export page as Markdown' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('Chart.md')
  expect(await text(await file.createReadStream())).toBe('scale:: large\n\n- reef and rocks\n')
})

browserTest('[O2.7] a page is printed without what is around it', async ({ page }) => {
  await addPage(it, 'Paper', ['words to print'])
  await page.addInitScript('globalThis.print = () => { globalThis.isPrinted = true }')
  await openAt(it, page, '/page/Paper')
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  expect(await page.evaluate('globalThis.isPrinted')).toBe(true)
  await page.getByText('words to print').click()
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('treeitem', { name: 'words to print' }).waitFor()
  await expect.poll(async () => page.getByRole('navigation').or(page.getByRole('button')).count()).toBe(0)
})

browserTest('[O3.6] a page is renamed and deleted, and Undo brings it back', async ({ page }) => {
  await addPage(it, 'Wharf', ['barrels'])
  await addPage(it, 'Log', ['to the [[Wharf]]'])
  await openAt(it, page, '/page/Wharf')
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^More about/ }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  await choose('Rename')
  await page.getByLabel('Name of the page').fill('Quay')
  await page.getByText('Change them in 1 block').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Name of the page').press('Enter')
  await page.getByRole('heading', { name: 'Quay' }).waitFor()
  await expect.poll(async () => linesOf(it, 'Log')).toEqual(['to the [[Quay]]'])

  await choose('Rename')
  await page.getByLabel('Name of the page').fill('Dock')
  await page.getByLabel('Keep “Quay” as an alias').check()
  await page.getByRole('button', { name: 'Rename', exact: true }).last().click()
  await expect
    .poll(async () => (await notesOf(it).readPage('Quay')).page)
    .toMatchObject({ name: 'Dock', aliases: ['Quay'] })

  await choose('Delete')
  await page.getByText('Deleted “Dock”.').waitFor()
  await page.waitForURL(/\/$/)
  await saved(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => linesOf(it, 'Dock').catch(() => [])).toEqual(['barrels'])
})

browserTest(
  '[O3.6] a rename onto another page makes one of both, without a network and with one undo',
  async ({ page }) => {
    await addPage(it, 'Bow', ['front'])
    await addPage(it, 'Stem', ['post'])
    await addPage(it, 'Plan', ['see [[Bow]]'])
    await openAt(it, page, '/page/Bow')
    // The other pages come with the first pull.
    await saved(page)
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await it.stopped(async () => {
      await page.getByRole('button', { name: /^More about/ }).click()
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await page.getByLabel('Name of the page').fill('stem')
      await page.getByLabel('Name of the page').press('Enter')
      await page.getByText('A page named “stem” is there already.').waitFor()
      // Nothing else says that the name is taken, and the choices are below the name.
      expect(await page.getByText('Choose another name').count()).toBe(0)
      const name = await boxOf(page.getByLabel('Name of the page'))
      const choices = await boxOf(page.getByRole('group', { name: 'Links to' }))
      expect(choices.y).toBeGreaterThan(name.y + name.height)
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Make them one page' }).click()
      await page.getByRole('heading', { name: 'Stem', level: 1 }).waitFor()
    })
    await page.reload()
    await expect.poll(async () => (await linesOf(it, 'Stem')).toSorted()).toEqual(['front', 'post'])
    await expect.poll(async () => linesOf(it, 'Plan')).toEqual(['see [[Stem]]'])
  },
)

browserTest('[O2.2] history, sharing and publishing of a page are one click away', async ({ page }) => {
  await addPage(it, 'Chest', ['gold'])
  await openAt(it, page, '/page/Chest')
  const links = page.getByRole('group', { name: 'About Chest' })
  await page.getByText('gold').click()
  for (const [name, heading, path] of [
    ['History', /History/, '/graph/page/history'],
    ['Share', /[Ss]hare/, '/settings/sharing/new'],
    ['Publish', /[Ss]ites|[Pp]ublish/, '/settings/sites'],
  ] as const) {
    await links.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.goBack()
    // With the caret, as from another place.
    await page.getByRole('textbox', { name: 'Block' }).waitFor()
  }
})

/** Script: follows a link to a page. Once it has `all` rows, resolves with the number of those that were drawn at first. */
const firstRows = (id: string, all: number): string => `new Promise((done) => {
  const link = document.createElement('a')
  link.href = '/page/${id}'
  document.querySelector('main').append(link)
  let first = 0
  // After each turn in which the page changed, whenever the browser paints.
  new MutationObserver(() => {
    const { length } = document.querySelectorAll('[data-page="${id}"] [data-block]')
    first ||= length
    if (length === ${all}) done(first)
  }).observe(document.body, { childList: true, subtree: true })
  link.click()
})`

browserTest('[O6.3] the first screen of a long page is drawn first, and then all of it', async ({ page }) => {
  await addPage(
    it,
    'Ledger',
    Array.from({ length: 400 }, (_, n) => `entry ${n}`),
  )
  await openAt(it, page)
  await saved(page)
  expect(await page.evaluate(firstRows('Ledger', 400))).toBe(50)
  // A place behind the first screen, at once.
  await page.goto(`${it.served.baseUrl}/page/Ledger`)
  await page.getByRole('button', { name: 'New block at the end' }).click()
  await page.keyboard.type('the last')
  await page.keyboard.press('Escape')
  await expect.poll(async () => page.locator('[data-page="Ledger"] [data-block]').count()).toBe(401)
  expect(await page.locator('[data-page="Ledger"] [data-block]').last().innerText()).toBe('the last')
})
