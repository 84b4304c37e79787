/**
 * The first steps of an account in a real browser: the list by keyboard, and an archive that is dropped on its form.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()

const OUTLINE =
  '<opml version="2.0"><body><outline text="Dropped"><outline text="a line"/></outline></body></opml>'

browserTest('a dropped file is previewed first, and then imported', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/graph`)
  await page.getByRole('link', { name: 'Import your notes' }).click()
  const drop = async () => {
    const files = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File([${JSON.stringify(OUTLINE)}], 'notes.opml', { type: 'text/x-opml' }))
      return data
    })()`)
    await page.locator('.drop').dispatchEvent('dragover', { dataTransfer: files })
    await expect.poll(async () => page.locator('[data-over]').count()).toBe(1)
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: files })
    await expect.poll(async () => page.locator('[data-over]').count()).toBe(0)
    await expect
      .poll(async () => page.evaluate("document.querySelector('#archive').files[0].name"))
      .toBe('notes.opml')
  }
  await drop()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Preview: an import would add 1 page').waitFor()
  await drop()
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByText('Added 1 page').waitFor()
  await page.goto(`${it.served.baseUrl}/graph`)
  // A phone shows the beginning of the list too, above the bar.
  expect((await page.locator('ul.pages a').first().boundingBox())!.y).toBeLessThan(640)
  await expect
    .poll(async () => page.locator('.first-steps .done').allInnerTexts())
    .toEqual(['Import your notes Done', 'Add a device Done'])
})

browserTest('the list is hidden by keyboard, also without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/graph`)
  await page.getByRole('button', { name: 'Hide' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('.first-steps').waitFor({ state: 'detached' })
  await page.waitForURL(/\/graph$/)
  await context.close()
})
