/**
 * Words that outlive a browser that dies, and pages that say where their blocks come from.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { addPage, assistantOf, linesOf, notesOf, onDevice, openAt, saved } from './outliner-page.ts'

const it = useServed()

/** Kills the process of a page, and with it all that runs there. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers.
  void session.send('Page.crash').catch(() => {})
  await crashed
}

browserTest(
  '[O1.3, O3.9] a browser that dies while somebody types loses no stored word',
  async ({ page, context }) => {
    await addPage(it, 'Crash', ['boat', 'pier'])
    await openAt(it, page, '/page/Crash')
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await saved(page)
    await it.stopped(async () => {
      await page.getByText('boat').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' and oars')
      // The latest keys are stored within 300 ms, and the server knows nothing of them.
      await expect.poll(async () => onDevice(page)).toContain('and oars')
      await crash(page)
      const next = await context.newPage()
      await next.goto(`${it.served.baseUrl}/page/Crash`)
      await next.getByText('and oars').waitFor()
      await next.close()
    })
    const last = await context.newPage()
    await last.goto(`${it.served.baseUrl}/page/Crash`)
    await expect.poll(async () => linesOf(it, 'Crash')).toEqual(['boat and oars', 'pier'])
  },
)

browserTest(
  '[O1.3, O3.9] a window that dies with the worker of all stops no other, and no word is lost',
  async ({ page, context }) => {
    await addPage(it, 'Twins', ['one', 'two'])
    await openAt(it, page, '/page/Twins')
    await saved(page)
    const other = await context.newPage()
    await other.goto(`${it.served.baseUrl}/page/Twins`)
    await other.getByText('two').click()
    await other.keyboard.press('End')
    await other.keyboard.type(' before')
    await page.getByText('one').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' first')
    await other.getByText('one first').waitFor()
    await crash(page)
    await other.keyboard.type(' and after')
    await expect.poll(async () => linesOf(it, 'Twins')).toEqual(['one first', 'two before and after'])
  },
)

browserTest('[O4.4] the page of recovered blocks says where they come from', async ({ page }) => {
  await addPage(it, 'Wreck', ['gold'])
  await openAt(it, page, '/page/Wreck')
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await saved(page)
  await it.stopped(async () => {
    await page.getByText('gold').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('and silver')
    await expect.poll(async () => page.getByRole('status').first().innerText()).toMatch(/waiting/)
  })
  await (await assistantOf(it)).deletePage('Wreck')
  await expect.poll(async () => linesOf(it, 'Recovered blocks').catch(() => [])).toEqual(['and silver'])
  await page.goto(`${it.served.baseUrl}/page?name=Recovered%20blocks`)
  await page.getByText('and silver').waitFor()
  await page.getByText(/^The pages of these blocks were deleted, or never came here/).waitFor()
  expect(await axeFindings(page)).toEqual([])
})

browserTest(
  '[O4.4] a page that was merged with one of its name says so, until that was read',
  async ({ page }) => {
    await addPage(it, 'Ferry', ['from here'])
    await openAt(it, page, '/page/Ferry')
    await saved(page)
    const now = Date.now()
    await addRecords(it, [
      makePage({ id: 'other', name: 'Ferry', props: [], now }),
      makeBlock({
        id: 'there',
        content: 'from there',
        rev: 'r1',
        pageId: 'other',
        parentId: null,
        order: 1,
        now,
      }),
    ])
    // A write through the server makes the browser look.
    await notesOf(it).addBlock('today', { text: 'a bell' })
    await page.getByText('from there').waitFor()
    const said = page.getByText(/^Another device had a page with this name/)
    await said.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Understood' }).click()
    await said.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('from there').waitFor()
    expect(await said.count()).toBe(0)
  },
)
