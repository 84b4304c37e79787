/**
 * Blocks that are copied, cut and pasted, in a real browser with a real server.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { addPage, linesOf, notesOf, openAt, saved } from './outliner-page.ts'

const it = useServed()

/** Cuts or copies by the browser's event, and gives the texts that it put on the clipboard. */
const take = async (page: Page, event: 'copy' | 'cut'): Promise<{ text: string; html: string }> =>
  page.evaluate(`(() => {
    const data = new DataTransfer()
    document.activeElement.dispatchEvent(new ClipboardEvent('${event}', { clipboardData: data, bubbles: true, cancelable: true }))
    return { text: data.getData('text/plain'), html: data.getData('text/html') }
  })()`)

const paste = async (page: Page, text: string, html = ''): Promise<void> =>
  page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    if (${JSON.stringify(html)}) data.setData('text/html', ${JSON.stringify(html)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)

const idsOf = async (page: string): Promise<string[]> =>
  (await notesOf(it).readPage(page, { limit: 200 })).blocks.map(({ id }) => id)

browserTest('[O3.3] the first paste of a cut moves the blocks, also to another page', async ({ page }) => {
  await addPage(it, 'Store', ['rope', 'sail'])
  await addPage(it, 'Wharf', ['gull'])
  await openAt(it, page, '/page/Store')
  // The other page comes with the first pull.
  await saved(page)
  await page.getByText('rope').click()
  await page.keyboard.press('Escape')
  const cut = await take(page, 'cut')
  await page.getByText('rope').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).fill('wharf')
  await page.keyboard.press('Enter')
  await page.getByText('gull').click()
  await page.keyboard.press('End')
  await paste(page, cut.text, cut.html)
  await expect.poll(async () => linesOf(it, 'Wharf')).toEqual(['gull', 'rope'])
  await expect.poll(async () => idsOf('Wharf')).toEqual(['Wharf-1', 'Store-1'])
  await paste(page, cut.text, cut.html)
  await expect.poll(async () => linesOf(it, 'Wharf')).toEqual(['gull', 'roperope'])
})

browserTest(
  '[O3.2, O3.3] a file is pasted behind selected blocks, and undone where no outline has the keys',
  async ({ page }) => {
    await addPage(it, 'Trunk', ['lid', 'base'])
    await openAt(it, page, '/page/Trunk')
    await page.getByText('lid').click()
    await page.keyboard.press('Escape')
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['by hand'], 'plan.txt', { type: 'text/plain' }))
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })()`)
    const file = page.getByRole('link', { name: 'plan.txt' })
    await file.waitFor()
    await expect.poll(async () => linesOf(it, 'Trunk')).toEqual(['lid', '[file: plan.txt]', 'base'])
    await page.keyboard.press('Escape')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Control+z')
    await file.waitFor({ state: 'detached' })
    await expect.poll(async () => linesOf(it, 'Trunk')).toEqual(['lid', 'base'])
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => linesOf(it, 'Trunk')).toEqual(['lid', '[file: plan.txt]', 'base'])
    // The caret comes to the step, so the block shows its text until Escape.
    await expect.poll(async () => page.locator('textarea.field').inputValue()).toContain('plan.txt')
    await page.keyboard.press('Escape')
    await file.waitFor()
  },
)

browserTest(
  '[O3.3] HTML lists and OPML are pasted as outlines, and nothing of them runs',
  async ({ page }) => {
    await addPage(it, 'Crate', ['top'])
    await openAt(it, page, '/page/Crate')
    await page.getByText('top').click()
    await page.keyboard.press('End')
    const list =
      '<ul><li>bread<ul><li>rye</li></ul></li><li>salt<img src=x onerror="globalThis.ran = 1"></li></ul>'
    await paste(page, 'bread rye salt', list)
    await expect.poll(async () => linesOf(it, 'Crate')).toEqual(['top', 'bread', '  rye', 'salt'])
    await paste(
      page,
      '<opml version="2.0"><body><outline text="tea"><outline text="black"/></outline></body></opml>',
    )
    await expect
      .poll(async () => linesOf(it, 'Crate'))
      .toEqual(['top', 'bread', '  rye', 'salt', 'tea', '  black'])
    await expect.poll(async () => page.evaluate("'ran' in globalThis")).toBe(false)
  },
)

browserTest('[O3.3] a block is copied as reference, embed and address', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await addPage(it, 'Locker', ['flag'])
  await openAt(it, page, '/page/Locker')
  await page.getByText('flag').click()
  expect((await take(page, 'copy')).text).toBe('((Locker-1))')
  for (const [words, text] of [
    ['Copy reference', '((Locker-1))'],
    ['Copy embed', '{{embed ((Locker-1))}}'],
    ['Copy address', `${it.served.baseUrl}/block/Locker-1`],
  ] as const) {
    await page.keyboard.press('Control+/')
    const menu = page.getByRole('dialog', { name: 'Commands of the block' })
    await menu.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await menu.getByRole('button', { name: words }).click()
    await expect.poll(async () => page.evaluate('navigator.clipboard.readText()')).toBe(text)
  }
  await page.getByRole('link', { name: 'Open this block alone' }).click({ button: 'right' })
  await page.getByRole('dialog', { name: 'Commands of the block' }).waitFor()
})

browserTest('[O3.3] copied blocks are rich text in other programs', async ({ page }) => {
  await addPage(it, 'Lantern', ['a **bright** lamp of [[Brass]]'])
  await openAt(it, page, '/page/Lantern')
  await page.locator('main strong').click()
  await page.keyboard.press('Escape')
  await page.locator('[aria-selected="true"]').waitFor()
  const { text, html } = await take(page, 'copy')
  expect(text).toBe('- a **bright** lamp of [[Brass]]')
  expect(html).toMatch(/^<ul><li>.*a <strong>bright<\/strong> lamp of Brass.*<\/li><\/ul>$/s)
})
