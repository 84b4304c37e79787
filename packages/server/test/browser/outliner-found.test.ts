/**
 * The lists that the outliner makes from the notes of the device: references, tasks, results of search and of queries.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage, assistantOf, boxOf, linesOf, notesOf, openAt, saved } from './outliner-page.ts'

const it = useServed()

async function addBlock(name: string, text: string): Promise<{ readonly id: string }> {
  await addPage(it, name, [])
  const { ids } = await notesOf(it).addBlock(name, { text })
  return { id: ids.blockId }
}

browserTest(
  '[O2.2] linked references are filtered by the pages they name, and edited in place',
  async ({ page }) => {
    await addPage(it, 'Anchor', ['iron'])
    await addPage(it, 'Chain', ['holds the [[Anchor]] for [[Mira]]', 'and the [[Anchor]] again'])
    await openAt(it, page, '/page/Anchor')
    const references = page.getByRole('group', { name: 'Linked references' })
    await references.getByText('and the').waitFor()
    await references.getByRole('heading', { name: 'Linked references 2', level: 2 }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await references.getByRole('button', { name: 'Mira' }).click()
    await expect.poll(async () => references.getByText('and the').count()).toBe(0)
    await references.getByText('holds the').click()
    await page.keyboard.press('Home')
    await page.keyboard.type('it ')
    await expect
      .poll(async () => (await linesOf(it, 'Chain'))[0])
      .toBe('it holds the [[Anchor]] for [[Mira]]')
    await looksRight(page)
    // The last block that names her names her no more.
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('it holds the [[Anchor]]')
    await references.getByText('and the').waitFor()
  },
)

browserTest('[O2.2] the filter of references is about those too that are not shown yet', async ({ page }) => {
  await addPage(it, 'Mooring', ['ring'])
  await addPage(it, 'Berths', [
    'the [[Mooring]] of [[Edda]]',
    ...Array.from({ length: 60 }, (_, n) => `${n} at the [[Mooring]]`),
    'another [[Mooring]] of [[Edda]]',
  ])
  await openAt(it, page, '/page/Mooring')
  const references = page.getByRole('group', { name: 'Linked references' })
  await references.getByRole('button', { name: 'Edda' }).click()
  await references.getByText('another').waitFor()
  expect(await references.getByText('at the').count()).toBe(0)
})

browserTest(
  '[O2.2, O2.4] more references and results come below those that are shown, which stay',
  async ({ page }) => {
    const many = (count: number, words: string): string[] =>
      Array.from({ length: count }, (_, n) => `${words} ${n}`)
    await addPage(it, 'Buoy', ['{{query (todo LATER)}}'])
    await addPage(it, 'Bay', many(60, 'at the [[Buoy]]'))
    await addPage(it, 'Chores', many(110, 'LATER scrub'))
    await openAt(it, page, '/page/Buoy')
    for (const [name, last] of [
      ['Linked references', 'at the Buoy 59'],
      ['Results of the query', 'scrub 109'],
    ] as const) {
      const list = page.getByRole('group', { name })
      const more = list.getByRole('button', { name: 'Show more' })
      const stays = await list.elementHandle()
      await more.click()
      await list.getByText(last).waitFor()
      await expect.poll(async () => more.count()).toBe(0)
      expect(await stays.isVisible()).toBe(true)
    }
  },
)

browserTest('[O2.2] unlinked mentions are shown on demand, and one click links each', async ({ page }) => {
  await addPage(it, 'Tidepool', ['crabs'])
  await addPage(it, 'Beachwalk', ['TODO visit the tidepool', '`tidepool` in code'])
  await openAt(it, page, '/page/Tidepool')
  await page.getByRole('button', { name: 'Show unlinked mentions' }).click()
  const mentions = page.getByRole('group', { name: 'Unlinked mentions' })
  await mentions.getByText('visit the').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await looksRight(page)
  await mentions.getByRole('button', { name: 'Link' }).last().click()
  await page.getByText('The name is in code').waitFor()
  await mentions.getByRole('button', { name: 'Link' }).first().click()
  await expect
    .poll(async () => linesOf(it, 'Beachwalk'))
    .toEqual(['TODO visit the [[tidepool]]', '`tidepool` in code'])
  await page.getByRole('group', { name: 'Linked references' }).getByText('visit the').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await linesOf(it, 'Beachwalk'))[0]).toBe('TODO visit the tidepool')
})

browserTest('[O2.3] the switcher finds blocks', async ({ page }) => {
  await addPage(it, 'Galley', ['peel the quince', '你好世界和平'])
  await openAt(it, page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).fill('quince')
  await page.getByRole('option', { name: 'peel the quince Block' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/block\/Galley-1$/)
  // Two letters are words in a script without blanks.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Page' }).fill('世界')
  await page.getByRole('option', { name: '你好世界和平 Block' }).waitFor()
})

browserTest('[O2.1] a block shows how many refer to it, and they open', async ({ page }) => {
  const { id } = await addBlock('Keel', 'long plank')
  await addBlock('Plan', `see ((${id}))`)
  await openAt(it, page, '/page/Keel')
  await page.getByRole('link', { name: '1 block refers to this one' }).click()
  await page.waitForURL(new RegExp(`/block/${id}$`))
  await page.getByRole('group', { name: 'Linked references' }).getByText('see').waitFor()
})

browserTest('[O2.1] tasks are under their days, and are edited in place', async ({ page }) => {
  await addPage(it, 'Watch', [
    'TODO ring the bell\nSCHEDULED: <2020-01-01 Wed>',
    'TODO [#A] look out',
    'DONE sleep',
  ])
  await openAt(it, page)
  await page.getByRole('link', { name: 'Tasks' }).first().click()
  const overdue = page.getByRole('group', { name: 'Overdue' })
  await overdue.getByText('ring the bell').waitFor()
  await page.getByRole('group', { name: 'No date' }).getByText('look out').waitFor()
  await expect.poll(async () => page.getByText('sleep').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await overdue.getByText('ring the bell').click()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await linesOf(it, 'Watch'))[0]).toMatch(/^DONE ring/)
  await page.getByLabel('Show').selectOption('done')
  await page.getByText('sleep').waitFor()
})

browserTest('[O2.1] words and queries are searched as one types, without a network', async ({ page }) => {
  await addPage(it, 'Cargo', ['crates of Ångström lamps', 'TODO count the [[Crates]]'])
  await openAt(it, page, '/page/Cargo')
  await saved(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await it.stopped(async () => {
    await page.goto(`${it.served.baseUrl}/search`)
    const field = page.getByRole('searchbox')
    await field.fill('angstrom')
    const blocks = page.getByRole('group', { name: 'Blocks' })
    await blocks.getByText('crates of').waitFor()
    await field.fill('(todo todo) [[Crates]]')
    await blocks.getByText('count the').waitFor()
    await expect.poll(async () => blocks.getByText('crates of').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await blocks.getByText('count the').click()
    await page.getByRole('textbox', { name: 'Block' }).waitFor()
    await field.fill('(tood todo)')
    await page.getByRole('alert').waitFor()
    await page.reload()
    await expect.poll(async () => field.inputValue()).toBe('(tood todo)')
  })
})

browserTest('[O2.4] an embedded page and the results of a query are edited in place', async ({ page }) => {
  await addPage(it, 'Crew', ['cook'])
  await addPage(it, 'Ship', ['{{embed [[Crew]]}}', '{{query (todo todo) "swab"}}'])
  await addPage(it, 'Jobs', ['TODO swab'])
  await openAt(it, page, '/page/Ship')
  const embedded = page.getByRole('group', { name: 'Embedded page Crew' })
  await embedded.getByText('cook').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('mate')
  await expect.poll(async () => linesOf(it, 'Crew')).toEqual(['cook', 'mate'])
  const results = page.getByRole('group', { name: 'Results of the query' })
  await results.getByText('swab').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' the deck')
  await expect.poll(async () => linesOf(it, 'Jobs')).toEqual(['TODO swab the deck'])
  expect(await axeFindings(page)).toEqual([])
})

browserTest('[O3.4] a block is found behind its brackets', async ({ page }) => {
  const { id } = await addBlock('Rudder', 'oak blade')
  await addPage(it, 'Tiller', ['turns'])
  await openAt(it, page, '/page/Tiller')
  await page.getByText('turns').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' ((blade')
  await page.getByRole('option', { name: 'oak blade' }).waitFor()
  // Stored by now, the typed words are no answer.
  await saved(page)
  await expect.poll(async () => page.getByRole('option').allInnerTexts()).toEqual(['oak blade'])
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await linesOf(it, 'Tiller'))[0]).toBe(`turns ((${id}))`)
})

browserTest('[O3.5] a block is dragged by its bullet under another', async ({ page }) => {
  await addPage(it, 'Stack', ['box', 'lid'])
  await openAt(it, page, '/page/Stack')
  const bullets = page.getByRole('link', { name: 'Open this block alone' })
  const from = await boxOf(bullets.nth(1))
  const to = await boxOf(bullets.first())
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + 12, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => linesOf(it, 'Stack')).toEqual(['box', '  lid'])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => linesOf(it, 'Stack')).toEqual(['box', 'lid'])
})

browserTest('[O3.5] a block that is dragged to an edge of the window scrolls the page', async ({ page }) => {
  await addPage(
    it,
    'Pile',
    Array.from({ length: 80 }, (_, n) => `plank ${n}`),
  )
  await openAt(it, page, '/page/Pile')
  const bullet = await boxOf(page.locator('[data-block="Pile-3"] .bullet'))
  const [x, y] = [bullet.x + bullet.width / 2, bullet.y + bullet.height / 2]
  const last = page.getByRole('treeitem', { name: 'plank 79' })
  const bottom = page.viewportSize()!.height
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, bottom - 4, { steps: 5 })
  const isAtEnd = 'scrollY + innerHeight >= document.documentElement.scrollHeight - 1'
  await expect.poll(async () => page.evaluate(isAtEnd)).toBe(true)
  const end = await boxOf(last)
  await page.mouse.move(x, end.y + end.height - 2)
  await page.mouse.up()
  await expect.poll(async () => (await linesOf(it, 'Pile')).at(-1)).toBe('plank 2')
})

browserTest(
  '[O3.5] a block is dragged by its bullet with a finger, also after a long press',
  async ({ browser }) => {
    await addPage(it, 'Crates', ['apples', 'pears', 'plums'])
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await openAt(it, page, '/page/Crates')
    const touch = await context.newCDPSession(page)
    const bulletOf = async (words: string) =>
      boxOf(page.getByRole('treeitem', { name: words }).locator('.bullet').first())
    const send = async (type: string, points: readonly { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: [...points] })
    /** Drags the bullet of a block to a place beside that of another one. */
    const drag = async (
      words: string,
      other: string,
      by: readonly [x: number, y: number],
      rests?: () => Promise<unknown>,
    ) => {
      const [from, to] = [await bulletOf(words), await bulletOf(other)]
      const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
      const end = { x: to.x + to.width / 2 + by[0], y: to.y + to.height / 2 + by[1] }
      await send('touchStart', [start])
      await rests?.()
      for (const part of [0.3, 0.7, 1])
        await send('touchMove', [
          { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part },
        ])
      await page.locator('[data-drop]').waitFor()
      await send('touchEnd', [])
    }
    await drag('plums', 'apples', [0, -12])
    await expect.poll(async () => linesOf(it, 'Crates')).toEqual(['plums', 'apples', 'pears'])
    // A finger that rests asks for a menu, which opens when it is lifted, and not if it drags.
    const rest = async (id: string): Promise<unknown> =>
      page.evaluate(`{
        const bullet = document.querySelector('[data-block="${id}"] .bullet')
        const { x, y, width, height } = bullet.getBoundingClientRect()
        const at = { clientX: x + width / 2, clientY: y + height / 2 }
        const how = { pointerType: 'touch', bubbles: true, cancelable: true }
        bullet.dispatchEvent(new PointerEvent('contextmenu', { ...at, ...how }))
      }`)
    await drag('pears', 'plums', [60, 8], async () => rest('Crates-2'))
    await expect.poll(async () => linesOf(it, 'Crates')).toEqual(['plums', '  pears', 'apples'])
    const menu = page.getByRole('dialog', { name: 'Commands of the block' })
    expect(await menu.count()).toBe(0)
    const at = await bulletOf('apples')
    await send('touchStart', [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }])
    await rest('Crates-1')
    await send('touchEnd', [])
    await menu.waitFor()
    expect(new URL(page.url()).pathname).toBe('/page/Crates')
    await context.close()
  },
)

browserTest('[O2.4] an embedded block follows to another page', async ({ page }) => {
  const { id } = await addBlock('Attic', 'trunk')
  await addPage(it, 'Cellar', ['barrel'])
  await addPage(it, 'House', [`{{embed ((${id}))}}`])
  await openAt(it, page, '/page/House')
  const embedded = page.getByRole('group', { name: 'Embedded block' })
  await embedded.getByText('trunk').waitFor()
  await (await assistantOf(it)).moveBlock(id, { page: 'Cellar' })
  await expect.poll(async () => linesOf(it, 'Cellar')).toEqual(['barrel', 'trunk'])
  // A caret in the view of the page before would go with that view.
  await embedded.locator('[data-page="Cellar"]').getByText('trunk').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' of oak')
  await expect.poll(async () => linesOf(it, 'Cellar')).toEqual(['barrel', 'trunk of oak'])
})

browserTest(
  '[O2.1] a link shows its page while the pointer rests on it, and Escape closes it',
  async ({ page }) => {
    const { id } = await addBlock('Reef', 'blue fish')
    await notesOf(it).addBlock('Reef', { text: 'coral' })
    await addPage(it, 'Lagoon', [`sees [[Reef]] and ((${id})) and [[Atoll]]`])
    await openAt(it, page, '/page/Lagoon')
    const words = page.getByRole('tree').first()
    const reef = page.getByRole('group', { name: 'Preview of Reef' })
    await words.getByRole('link', { name: 'Reef' }).hover()
    await reef.getByText('coral').waitFor()
    await reef.getByText('blue fish').waitFor()
    expect(await axeFindings(page)).toEqual([])
    // The pointer can go onto it, and reads on.
    await reef.getByText('blue fish').hover()
    await reef.getByText('coral').waitFor()
    await page.keyboard.press('Escape')
    await reef.waitFor({ state: 'detached' })
    await words.getByRole('link', { name: 'blue fish' }).hover()
    await reef.getByText('blue fish').waitFor()
    expect(await reef.getByText('coral').count()).toBe(0)
    await page.keyboard.press('Escape')
    await words.getByRole('link', { name: 'Atoll' }).hover()
    await page
      .getByRole('group', { name: 'Preview of Atoll' })
      .getByText('There are no blocks yet.')
      .waitFor()
    // A look makes no page.
    await expect(notesOf(it).readPage('Atoll')).rejects.toMatchObject({ status: 404 })
  },
)
