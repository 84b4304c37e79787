/**
 * Words that outlive a browser that dies, and pages that say where their blocks come from.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { expect } from 'vitest'
import { addRecords, removeRecord, useServed } from '../served.ts'
import { addPage, linesOf, notesOf, onDevice, openAt, saved } from './outliner-page.ts'

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

/** The lines that a page shows, nested ones behind two spaces for each level. */
const shownLines = async (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main [role=treeitem]')].map((item) => {
    const words = item.querySelector(':scope > .row > :is(.block, .field)')
    return '  '.repeat(Number(item.ariaLevel) - 1) + (words.value ?? words.innerText).trim()
  })`)

/** Steps of an edit at the block “pier”, with the lines after it. */
const STEPS = [
  { name: 'a new block', keys: ['Enter'], after: ['boat', 'pier of oak', ''] },
  { name: 'nesting', keys: ['Tab'], after: ['boat', '  pier of oak'] },
  { name: 'a move', keys: ['Alt+Shift+ArrowUp'], after: ['pier of oak', 'boat'] },
  { name: 'a join', keys: ['Home', 'Backspace'], after: ['boatpier of oak'] },
] as const
const BEFORE = ['boat', 'pier of oak']

for (const { name, keys, after, when } of STEPS.flatMap(
  (step) =>
    [
      { ...step, when: 'at once' },
      { ...step, when: 'stored' },
    ] as const,
))
  browserTest(
    `[O1.3, O3.9] a browser that dies after ${name}, ${when}, shows the lines before or after, and no word is lost`,
    async ({ page, context }) => {
      const id = `${name} ${when}`.replaceAll(' ', '-')
      await addPage(it, id, ['boat', 'pier'])
      await openAt(it, page, `/page/${id}`)
      await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
      await saved(page)
      await it.stopped(async () => {
        await page.getByText('pier').click()
        await page.keyboard.press('End')
        await page.keyboard.type(' of oak')
        await expect.poll(async () => onDevice(page)).toContain('pier of oak')
        for (const key of keys) await page.keyboard.press(key)
        await expect.poll(async () => shownLines(page)).toEqual(after)
        if (when === 'stored')
          await expect
            .poll(async () => page.getByRole('status').first().innerText())
            .toMatch(/^Offline \(\d changes? waiting\)$/)
        await crash(page)
        const next = await context.newPage()
        await next.goto(`${it.served.baseUrl}/page/${id}`)
        await next.getByText('of oak').waitFor()
        const shown = await shownLines(next)
        expect(when === 'stored' ? [after] : [BEFORE, after]).toContainEqual(shown)
        await next.close()
      })
      const last = await context.newPage()
      await last.goto(`${it.served.baseUrl}/page/${id}`)
      await last.getByText('of oak').waitFor()
      await saved(last)
      const lines = await shownLines(last)
      await expect.poll(async () => linesOf(it, id)).toEqual(lines)
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

/**
 * Hides windows, as far as an app knows: tests show each window to its page. Browsers slow the timers of hidden windows down, and
 * these have none at all.
 */
const hide = async (...pages: readonly Page[]): Promise<unknown> =>
  Promise.all(
    pages.map(async (page) =>
      page.evaluate(`(() => {
        globalThis.shownTimeout = setTimeout
        globalThis.setTimeout = () => 0
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })()`),
    ),
  )

const show = async (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    globalThis.setTimeout = shownTimeout
    delete document.visibilityState
    document.dispatchEvent(new Event('visibilitychange'))
  })()`)

for (const how of ['is closed', 'dies'] as const)
  browserTest(
    `[O1.3] while all windows are hidden, the window with the worker of all ${how}, and a hidden one goes on`,
    async ({ page, context }) => {
      const id = how.replace(' ', '-')
      await addPage(it, id, ['one', 'two', 'three'])
      await openAt(it, page, `/page/${id}`)
      await saved(page)
      const others = [await context.newPage(), await context.newPage()]
      for (const other of others) {
        await other.goto(`${it.served.baseUrl}/page/${id}`)
        await saved(other)
      }
      const [next, third] = others as [Page, Page]
      const typed = async (at: Page, line: string, words: string): Promise<void> => {
        await at.getByText(line).click()
        await at.keyboard.press('End')
        await at.keyboard.type(words)
      }
      await typed(next, 'two', ' before')
      await hide(page, ...others)
      await (how === 'dies' ? crash(page) : page.close())
      // Each hidden window has an engine that hears of others.
      await notesOf(it).addBlock(id, { text: 'from a program' })
      for (const other of others) await other.getByText('from a program').waitFor()
      // The one that went on may go too.
      await (how === 'dies' ? crash(next) : next.close())
      await notesOf(it).addBlock(id, { text: 'from another' })
      await third.getByText('from another').waitFor()
      await show(third)
      await typed(third, 'three', ' after')
      await expect
        .poll(async () => linesOf(it, id))
        .toEqual(['one', 'two before', 'three after', 'from a program', 'from another'])
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
    for (const id of ['Wreck-1', 'Wreck']) await removeRecord(it, id)
  })
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
    // The device stores one after the other. A reload before that would lose the click.
    await page.getByText('from there').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await expect.poll(async () => onDevice(page)).toContain('from there now')
    await page.reload()
    await page.getByText('from there now').waitFor()
    await saved(page)
    expect(await said.count()).toBe(0)
  },
)
