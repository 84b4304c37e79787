/**
 * Commands on the blocks of the outliner, in a real browser with a real server.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage, linesOf, openAt, saved } from './outliner-page.ts'

const it = useServed()

/** Milliseconds. */
const DAY = 86_400_000

/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
)

browserTest(
  '[O3.4] a command behind / sets a marker, and another asks for a day in words',
  async ({ page }) => {
    await addPage(it, 'Deck', ['scrub'])
    await openAt(it, page, '/page/Deck')
    await page.getByText('scrub').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' /tod')
    await page.getByRole('option', { name: 'TODO' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.type('/sched')
    await page.getByRole('option', { name: 'Scheduled' }).waitFor()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Scheduled' })
    await dialog.getByLabel('Day in words').fill('never')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByLabel('Day in words').fill('2026-11-30 09:00')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => linesOf(it, 'Deck'))
      .toEqual(['TODO scrub \nSCHEDULED: <2026-11-30 Mon 09:00>'])
    // The keys go on in the block, and another day keeps the time.
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('End')
    await page.keyboard.type('/sched')
    await page.getByRole('option', { name: 'Scheduled' }).waitFor()
    await page.keyboard.press('Enter')
    // A year that is typed into the calendar is another one before its last digit.
    await dialog.getByLabel('Or from the calendar').fill('0202-12-01')
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await dialog.getByLabel('Or from the calendar').fill('2026-12-01')
    await expect
      .poll(async () => linesOf(it, 'Deck'))
      .toEqual(['TODO scrub \nSCHEDULED: <2026-12-01 Tue 09:00>'])
  },
)

browserTest('[O3.6] blocks move to another page, and Undo brings them back', async ({ page }) => {
  await addPage(it, 'Hold', ['rice', 'tea'])
  await addPage(it, 'Shore', ['sand'])
  await openAt(it, page, '/page/Hold')
  // The other page comes with the first pull.
  await saved(page)
  await page.getByText('rice').click()
  await page.keyboard.press('Control+Shift+m')
  await page.getByRole('combobox', { name: 'Page' }).fill('shore')
  await page.keyboard.press('Enter')
  await expect.poll(async () => linesOf(it, 'Shore')).toEqual(['sand', 'rice'])
  await page.getByText('Moved a block to “Shore”.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => linesOf(it, 'Hold')).toEqual(['rice', 'tea'])

  // The next edit takes the message away, as its button would undo that one.
  await page.getByText('rice').click()
  await page.keyboard.press('Control+Shift+m')
  await page.getByRole('combobox', { name: 'Page' }).fill('shore')
  await page.keyboard.press('Enter')
  await page.getByText('Moved a block to “Shore”.').waitFor()
  // The keys go on in the nearest block.
  await expect.poll(async () => page.getByRole('textbox', { name: 'Block' }).inputValue()).toBe('tea')
  await page.keyboard.type('s')
  await expect.poll(async () => linesOf(it, 'Hold')).toEqual(['teas'])
  await page.getByText('Moved a block to “Shore”.').waitFor({ state: 'detached' })
})

browserTest('[O3.5] a picture is added, shown from the device, and goes to the server', async ({ page }) => {
  await addPage(it, 'Galley', ['menu'])
  await openAt(it, page, '/page/Galley')
  await page.getByText('menu').click()
  await page.keyboard.press('End')
  // The browser hands its dialog over some time after it is asked to.
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.type(' /add a')
  await page.getByRole('option', { name: 'Add a file' }).waitFor()
  await page.keyboard.press('Enter')
  const chooser = await choosing
  await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT })
  await expect.poll(async () => (await linesOf(it, 'Galley'))[0]).toBe('menu [picture: dot.png]')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const picture = page.locator('.tree img')
  await picture.waitFor()
  await expect.poll(async () => picture.getAttribute('src')).toMatch(/^blob:/)
  await expect.poll(async () => page.evaluate("document.querySelector('.tree img').naturalWidth")).toBe(1)
})

browserTest('[O3.4] a file whose block lost the caret meanwhile comes behind it', async ({ page }) => {
  await addPage(it, 'Larder', ['shelf', 'hook'])
  await openAt(it, page, '/page/Larder')
  await page.getByText('shelf').click()
  await page.keyboard.press('End')
  await page.evaluate(`{
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function () {
      await new Promise((goOn) => (globalThis.goOn = goOn))
      return read.call(this)
    }
  }`)
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.type(' /add a')
  await page.getByRole('option', { name: 'Add a file' }).waitFor()
  await page.keyboard.press('Enter')
  const chooser = await choosing
  await chooser.setFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('jam') })
  await page.waitForFunction('globalThis.goOn')
  await page.getByText('hook').click()
  await page.keyboard.type('s ')
  await page.evaluate('globalThis.goOn()')
  await expect.poll(async () => (await linesOf(it, 'Larder'))[1]).toBe('[file: list.txt]')
  expect(await page.locator('textarea').inputValue()).toBe('hooks ')
})

browserTest(
  '[O3.5] dropped files are added at their place, and only pictures are shown',
  async ({ page }) => {
    await addPage(it, 'Pantry', ['flour', 'sugar'])
    await openAt(it, page, '/page/Pantry')
    await page.getByText('flour').waitFor()
    await page.evaluate(`{
      const flour = [...document.querySelectorAll('.tree .block')].find((block) => block.innerText.trim() === 'flour')
      const { x, bottom } = flour.getBoundingClientRect()
      const y = bottom - 2
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob('${DOT.toString('base64')}'), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))
      data.items.add(new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'lines.svg', { type: 'image/svg+xml' }))
      document.elementFromPoint(x, y).dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, clientX: x, clientY: y, bubbles: true, cancelable: true }))
    }`)
    await expect
      .poll(async () => linesOf(it, 'Pantry'))
      .toEqual(['flour', '[picture: dot.png]', '[picture: lines.svg]', 'sugar'])
    const picture = page.locator('.tree img')
    await expect.poll(async () => picture.getAttribute('src')).toMatch(/^blob:/)
    expect(await picture.count()).toBe(1)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'lines.svg' }).click()
    expect((await downloading).suggestedFilename()).toBe('lines.svg')
  },
)

browserTest(
  '[O3.5] a file is dropped below the blocks of a page, also on a day without notes',
  async ({ page }) => {
    await openAt(it, page)
    await page.goto(`${it.served.baseUrl}/page?name=2020-11-20`)
    await page.getByRole('button', { name: 'Write here' }).waitFor()
    const drop = async (name: string): Promise<void> => {
      await page.evaluate(`{
      const data = new DataTransfer()
      data.items.add(new File(['${name}'], '${name}', { type: 'text/plain' }))
      document.querySelector('.add-last').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }`)
      await page.getByRole('treeitem', { name }).waitFor()
    }
    await drop('first.txt')
    await drop('second.txt')
    await expect
      .poll(async () => linesOf(it, '2020-11-20').catch(() => []))
      .toEqual(['[file: first.txt]', '[file: second.txt]'])
  },
)

browserTest('[O5.2] on a phone, a bar above the keyboard nests and marks', async ({ browser }) => {
  await addPage(it, 'Bilge', ['pump', 'hose'])
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await openAt(it, page, '/page/Bilge')
  await page.getByText('hose').tap()
  const bar = page.getByRole('toolbar', { name: 'Edit the block' })
  // The keyboard of an iPhone covers the page.
  const bottomAt = async (height: number): Promise<void> => {
    await page.evaluate(`{
      Object.defineProperty(visualViewport, 'height', { value: ${height}, configurable: true })
      visualViewport.dispatchEvent(new Event('resize'))
    }`)
    const { y, height: own } = (await bar.boundingBox())!
    expect(Math.round(y + own)).toBe(height)
  }
  await bottomAt(400)
  await bottomAt(740)
  await bar.getByRole('button', { name: 'Indent' }).tap()
  await bar.getByRole('button', { name: 'Next task marker' }).tap()
  await page.keyboard.type(' red')
  await expect.poll(async () => linesOf(it, 'Bilge')).toEqual(['pump', '  TODO hose red'])
  expect(await axeFindings(page)).toEqual([])
  await looksRight(page)
  await bar.getByRole('button', { name: 'Done' }).tap()
  await expect.poll(async () => bar.count()).toBe(0)
  await context.close()
})

browserTest('[O3.6] /template inserts a block or a page by name, as one undo', async ({ page }) => {
  await addPage(it, 'Forms', ['Meeting\ntemplate:: meeting', 'no template'])
  await addPage(it, 'Voyage', ['wind on <% current page %>', 'crew'], [['tags', 'template']])
  await addPage(it, 'Log', ['first', 'last'])
  await openAt(it, page, '/page/Log')
  const insert = async (name: string): Promise<void> => {
    await page.keyboard.type(' /templ')
    await page.getByRole('option', { name: 'Template' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Template' }).fill(name)
    await page.getByRole('option', { name, exact: false }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
  }
  await page.getByText('first').click()
  await page.keyboard.press('End')
  await insert('Voyage')
  await expect.poll(async () => linesOf(it, 'Log')).toEqual(['first ', 'wind on [[Log]]', 'crew', 'last'])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => linesOf(it, 'Log')).toEqual(['first ', 'last'])
  await page.getByText('last').click()
  await page.keyboard.press('End')
  await insert('meeting')
  await expect.poll(async () => linesOf(it, 'Log')).toEqual(['first ', 'last ', 'Meeting'])
})

browserTest('[O3.6] a new day starts with the template that the person chose', async ({ page }) => {
  await addPage(it, 'Habits', ['Morning\ntemplate:: morning'])
  await openAt(it, page, '/page/Habits')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).fill('template for')
  await page.getByRole('option', { name: 'Template for new days' }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Template for new days' })
  await dialog.getByRole('option', { name: 'morning' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('option', { name: 'morning' }).click()
  await page.getByText('New days start with “morning”.').waitFor()
  // The sample notes have a page for today.
  await page.clock.setFixedTime(Date.now() + 40 * DAY)
  await page.goto(`${it.served.baseUrl}/`)
  await page.getByRole('tree').first().getByText('Morning', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('tree').first().getByText('Morning', { exact: true }).waitFor()
  await expect.poll(async () => page.getByRole('tree').first().getByRole('treeitem').count()).toBe(1)
})
