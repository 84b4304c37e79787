/**
 * Back and a reload: the scroll, the caret and the selection of a place, in a real browser.
 *
 * @module-tag browser
 */
import { readDay } from '@notegraph/block-text'
import { browserTest } from '@notegraph/browser-tests'
import { journalId, makePage } from '@notegraph/graph'
import { expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { addPage, linesOf, openAt } from './outliner-page.ts'

const it = useServed()

browserTest(
  '[O2.1] Back finds a day far below again, and its link has the name in its address',
  async ({ page }) => {
    const days = Array.from({ length: 30 }, (_, n) => `2019-11-${`${n + 1}`.padStart(2, '0')}`)
    const now = Date.now()
    await addRecords(
      it,
      days.map((day) =>
        makePage({ id: journalId(readDay(day)!), name: day, kind: 'journal', props: [], now }),
      ),
    )
    await openAt(it, page)
    const last = page.getByRole('region', { name: days[0]!, exact: true })
    await expect
      .poll(async () => {
        await page.evaluate('scrollBy(0, 5_000)')
        return last.count()
      })
      .toBe(1)
    await last.getByRole('link').first().click()
    await page.getByRole('heading', { name: days[0]!, level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/${days[0]}$`))
    await page.goBack()
    await expect
      .poll(async () =>
        page.evaluate(`(() => {
        const top = document.querySelector('[aria-label="${days[0]!}"]')?.getBoundingClientRect().top
        return top >= 0 && top < innerHeight
      })()`),
      )
      .toBe(true)
  },
)

browserTest(
  '[O2.1] Back and a reload find the block at the top, however tall those above are',
  async ({ page }) => {
    const tall = Array.from({ length: 40 }, (_, n) => `tall ${n} ${'line\n'.repeat(5 + (n % 7))}`)
    await addPage(it, 'Tower', [...tall, 'door to [[Cellar]]', ...tall])
    await addPage(it, 'Cellar', ['coal'])
    await openAt(it, page, '/page/Tower')
    const door = page.getByRole('main').getByRole('link', { name: 'Cellar', exact: true })
    const top = async (): Promise<number> => door.evaluate((link) => link.getBoundingClientRect().top)
    await door.scrollIntoViewIfNeeded()
    await page.evaluate('scrollBy(0, 100)')
    const before = await top()
    const isBack = async (): Promise<void> =>
      expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2)
    await door.click()
    await page.getByText('coal').waitFor()
    await page.goBack()
    await isBack()
    await page.evaluate('location.reload()')
    await isBack()
    await page.reload()
    await isBack()
  },
)

browserTest('[O2.1] Back finds the caret and the selection where they were', async ({ page }) => {
  await addPage(it, 'Sail', ['white canvas', 'see [[Rope]]'])
  await addPage(it, 'Rope', ['hemp'])
  await openAt(it, page, '/page/Sail')
  await page.getByText('white canvas').click()
  await page.keyboard.press('Home')
  await page.getByRole('link', { name: 'Rope', exact: true }).click()
  await page.getByText('hemp').waitFor()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Block' }).waitFor()
  await page.keyboard.type('old ')
  await expect.poll(async () => (await linesOf(it, 'Sail'))[0]).toBe('old white canvas')

  // Selected blocks too, also from a block that was opened alone.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+.')
  await page.waitForURL(/\/block\//)
  await page.goBack()
  await expect.poll(async () => page.locator('[aria-selected="true"]').count()).toBe(2)
  await page.keyboard.press('Delete')
  await expect.poll(async () => linesOf(it, 'Sail')).toEqual([])
})
