/**
 * The outliner in a real browser with a real server: a page that one writes in.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { expect } from 'vitest'
import { addRecords, rewordBlock, useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage as addOne, boxOf, linesOf as linesIn, notesOf, openAt, saved } from './outliner-page.ts'

const it = useServed()
const notes = () => notesOf(it)

const linesOf = async (page: string): Promise<string[]> => linesIn(it, page)
const open = async (page: Page, path = '/'): Promise<void> => openAt(it, page, path)

browserTest('[O3.1] lines are typed, nested and joined, and the server has them', async ({ page }) => {
  const now = Date.now()
  await addRecords(it, [
    makePage({ id: 'harbour', name: 'Harbour', props: [], now }),
    makeBlock({ id: 'first', content: 'first', rev: 'r1', pageId: 'harbour', parentId: null, order: 1, now }),
  ])
  await open(page, '/page/harbour')
  await page.getByText('first').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' line')
  await page.keyboard.press('Enter')
  await page.keyboard.type('second')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('third')
  await page.keyboard.press('Shift+Tab')
  await saved(page)
  await expect.poll(async () => linesOf('Harbour')).toEqual(['first line', '  second', 'third'])
  await looksRight(page)

  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await expect.poll(async () => linesOf('Harbour')).toEqual(['first line', '  secondthird'])
  const steps = [
    ['first line', '  second', 'third'],
    ['first line', '  second', '  third'],
    ['first line', '  second', '  '],
    // The block of the caret is gone, and the keys go on.
    ['first line', '  second'],
    ['first line', 'second'],
  ]
  for (const step of steps) {
    await page.keyboard.press('Control+z')
    await expect.poll(async () => linesOf('Harbour')).toEqual(step)
  }
  for (const step of steps.toReversed().slice(1)) {
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => linesOf('Harbour')).toEqual(step)
  }
  await page.keyboard.type(' end')
  await expect.poll(async () => linesOf('Harbour')).toEqual(['first line', '  second', 'third end'])
})

browserTest('[O3.1, O3.9] arrows take the caret through blocks, and change no words', async ({ page }) => {
  const lines = ['one', 'two', 'three', 'four']
  await addOne(it, 'Steps', lines)
  await open(page, '/page/Steps')
  await page.getByText('one', { exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Block' })
  for (const [key, words] of [
    ['ArrowDown', 'two'],
    ['ArrowDown', 'three'],
    ['ArrowDown', 'four'],
    ['ArrowUp', 'three'],
    ['ArrowUp', 'two'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(async () => field.inputValue()).toBe(words)
  }
  await page.keyboard.press('Escape')
  await saved(page)
  expect(await linesOf('Steps')).toEqual(lines)
})

browserTest(
  '[O3.1] arrows go through the lines that the browser wraps, and leave from the first and the last one',
  async ({ page }) => {
    const long = Array.from({ length: 120 }, (_, n) => `word${n}`).join(' ')
    await addOne(it, 'Wrapped', ['above', long, 'below'])
    await open(page, '/page/Wrapped')
    await page.getByText('above').click()
    const caret = async (): Promise<string> =>
      page.evaluate(`[document.activeElement.value, document.activeElement.selectionStart].join('|')`)
    const press = async (key: string): Promise<string> => {
      const before = await caret()
      await page.keyboard.press(key)
      await expect.poll(caret).not.toBe(before)
      return (await caret()).split('|')[0]!
    }
    const down = [await press('ArrowDown')]
    while (down.at(-1) === long) down.push(await press('ArrowDown'))
    expect(down.length).toBeGreaterThan(3)
    expect(down.at(-1)).toBe('below')
    const up = [await press('ArrowUp')]
    while (up.at(-1) === long) up.push(await press('ArrowUp'))
    expect(up).toEqual([...down.slice(1).map(() => long), 'above'])
    await page.getByText('word60').click()
    expect(await press('ArrowUp')).toBe(long)
    await page.keyboard.press('Control+Home')
    await expect.poll(caret).toBe(`${long}|0`)
    expect(await press('ArrowUp')).toBe('above')
  },
)

browserTest('[O3.1] a click puts the caret at its letter, in older browsers too', async ({ page }) => {
  await addOne(it, 'Letters', ['iiii **mmmm** iiii'])
  await open(page, '/page/Letters')
  const carets: unknown[] = []
  for (const older of ['', 'delete Document.prototype.caretPositionFromPoint']) {
    await page.addInitScript(older)
    await page.reload()
    const { x, y, width, height } = await boxOf(page.locator('.tree strong'))
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.getByRole('textbox', { name: 'Block' }).waitFor()
    carets.push(await page.evaluate('document.activeElement.selectionStart'))
  }
  expect(carets).toEqual([9, 9])
})

browserTest('[O3.1] a click moves no block, and a block is added at the end', async ({ page }) => {
  await addPage('Slip', 'rails')
  await notes().addBlock('Slip', { text: 'winch' })
  await open(page, '/page/Slip')
  await page.getByText('winch').waitFor()
  // The line of the program that wrote it makes its row higher.
  await page.getByRole('group', { name: /^Change by/ }).waitFor()
  await saved(page)
  const box = page.getByRole('treeitem').last()
  const before = await box.boundingBox()
  await page.getByText('rails').click()
  await page.getByRole('textbox', { name: 'Block' }).waitFor()
  await expect.poll(async () => box.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: 'New block at the end' }).click()
  await page.keyboard.type('chain')
  await expect.poll(async () => linesOf('Slip')).toEqual(['rails', 'winch', 'chain'])
  await looksRight(page)
  // An address alone makes no page.
  await page.goto(`${it.served.baseUrl}/page?name=Weir`)
  await page.getByRole('button', { name: 'Write here' }).waitFor()
  await page.goto(`${it.served.baseUrl}/page?name=Sluice`)
  await page.getByRole('button', { name: 'Write here' }).click()
  await page.keyboard.type('gate')
  await page.waitForURL(/\/page\/[^/]+\/Sluice$/)
  await page.keyboard.type(' of oak')
  await expect.poll(async () => linesOf('Sluice').catch(() => [])).toEqual(['gate of oak'])
  await page.reload()
  await page.getByText('gate of oak').waitFor()
  expect(await linesOf('Weir').catch(() => 'none')).toBe('none')
})

browserTest('[O3.2] a page that was undone is made again in the same view', async ({ page }) => {
  await addPage('Canal', 'locks')
  await open(page, '/page/Canal')
  await saved(page)
  await page.goto(`${it.served.baseUrl}/page?name=Barge`)
  const write = page.getByRole('button', { name: 'Write here' })
  for (const words of ['coal', 'timber']) {
    await write.click()
    await page.keyboard.type(words)
    await expect.poll(async () => linesOf('Barge').catch(() => [])).toEqual([words])
    while ((await write.count()) === 0) await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => linesOf('Barge').catch(() => 'none')).toBe('none')
  }
})

const addPage = async (id: string, text: string): Promise<void> => addOne(it, id, [text])

browserTest(
  '[O1.2] without a network one opens, writes and reloads; the words go when it is back',
  async ({ page }) => {
    const thrown: string[] = []
    page.on('pageerror', ({ message }) => thrown.push(message))
    await addPage('Quay', 'ropes')
    await open(page, '/page/Quay')
    await saved(page)
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await it.stopped(async () => {
      await page.reload()
      await page.getByText('ropes').click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('and knots')
      await expect
        .poll(async () => page.getByRole('status').first().innerText())
        .toMatch(/^Offline \(\d changes? waiting\)$/)
      await page.reload()
      await page.getByText('and knots').waitFor()
    })
    await page.reload()
    await expect.poll(async () => linesOf('Quay')).toEqual(['ropes', 'and knots'])
    expect(thrown).toEqual([])
  },
)

browserTest(
  '[O1.2, O1.4] a network that brings nothing is as none, until the answer comes that nobody is signed in',
  async ({ page, context }) => {
    await addPage('Calm', 'sails')
    await open(page, '/page/Calm')
    await saved(page)
    const session = '**/api/v1/settings/device'
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route(session, async (route) => {
      await isAnswered
      await route.continue()
    })
    await page.reload()
    await page.getByText('sails').waitFor()
    await context.clearCookies()
    answer()
    await page.waitForURL(/\/sign-in/)
    await expect.poll(async () => page.evaluate('indexedDB.databases().then((all) => all.length)')).toBe(0)
  },
)

browserTest('[O3.9] keys right before a reload are stored', async ({ page }) => {
  await addPage('Deck', 'oak')
  await open(page, '/page/Deck')
  const lines = ['oak']
  for (const round of ['a', 'b', 'c', 'd']) {
    await page.getByText(lines.at(-1)!, { exact: true }).click()
    await page.keyboard.press('End')
    // The device is still busy with the first of these when the window goes.
    for (let i = 1; i <= 12; i++) {
      lines.push(`plank ${round}${i}`)
      await page.keyboard.press('Enter')
      await page.keyboard.insertText(lines.at(-1)!)
    }
    await page.reload()
  }
  await page.getByText(lines.at(-1)!, { exact: true }).waitFor()
  await expect.poll(async () => linesOf('Deck')).toEqual(lines)
})

browserTest(
  '[O1.3] two windows write over one engine, and either may be closed',
  async ({ page, context }) => {
    await addPage('Pier', 'planks')
    await open(page, '/page/Pier')
    const other = await context.newPage()
    await other.goto(`${it.served.baseUrl}/page/Pier`)
    await other.getByText('planks').click()
    await other.keyboard.press('End')
    await other.keyboard.type(' and nails')
    await page.getByText('planks and nails').waitFor()
    await page.close()
    await other.keyboard.press('Enter')
    await other.keyboard.type('paint')
    await expect.poll(async () => linesOf('Pier')).toEqual(['planks and nails', 'paint'])
  },
)

browserTest(
  '[O4.1] an edit of a program shows without moving the caret of the person who types',
  async ({ page }) => {
    await addPage('Dock', 'crane')
    await open(page, '/page/Dock')
    await page.getByText('crane').click()
    await page.keyboard.press('Home')
    await page.keyboard.type('the ')
    await notes().addBlock('Dock', { text: 'from a program' })
    await page.getByText('from a program').waitFor()
    await page.keyboard.type('old ')
    await expect.poll(async () => linesOf('Dock')).toEqual(['the old crane', 'from a program'])
  },
)

browserTest(
  '[O4.1] an edit of the same block moves neither the caret, nor the selection, a fold or the scroll',
  async ({ page }) => {
    const id = 'Lock'
    await addOne(it, id, ['gate', 'sluice of oak', ...Array.from({ length: 60 }, (_, n) => `stone ${n}`)])
    await notes().addBlock('Lock', { text: 'folded', parentId: `${id}-1` })
    await open(page, `/page/${id}`)
    await page.getByText('gate').click()
    await page.keyboard.press('Control+ArrowUp')
    const last = page.getByText('stone 40', { exact: true })
    await last.scrollIntoViewIfNeeded()
    await last.click()
    const field = page.getByRole('textbox', { name: 'Block' })
    const selected = async (): Promise<unknown> =>
      field.evaluate((area) => {
        const {
          value,
          selectionStart: start,
          selectionEnd: end,
        } = area as unknown as {
          value: string
          selectionStart: number
          selectionEnd: number
        }
        return [value.slice(start, end), value]
      })
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    expect(await selected()).toEqual(['stone 40', 'stone 40'])
    const place = async (): Promise<number> => (await field.boundingBox())!.y
    const before = await place()
    await rewordBlock(it, `${id}-43`, 'the stone 40 of the wall')
    await notes().addBlock(id, { text: 'on top', position: 'start' })
    await expect.poll(selected).toEqual(['stone 40', 'the stone 40 of the wall'])
    await expect.poll(async () => page.getByText('on top').count()).toBe(1)
    // The browser scrolls by whole pixels.
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(1)
    expect(await page.getByText('folded').isVisible()).toBe(false)
  },
)

browserTest(
  '[O4.2] words of two devices for one block stay, and are settled at the block',
  async ({ page }) => {
    await addPage('Jetty', 'plank')
    await open(page, '/page/Jetty')
    await saved(page)
    await it.stopped(async () => {
      await page.getByText('plank').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' of oak')
      await expect.poll(async () => page.getByRole('status').first().innerText()).toMatch(/waiting/)
      await rewordBlock(it, 'Jetty-1', 'plank of pine')
    })
    await page.reload()
    const conflict = page.getByRole('group', { name: 'Two devices changed this block' })
    await conflict.waitFor()
    expect(await axeFindings(page)).toEqual([])
    // The words that differ, in both texts.
    await expect
      .poll(async () => (await conflict.locator('del, ins').allInnerTexts()).toSorted())
      .toEqual(['oak', 'pine'])
    await conflict.getByRole('button', { name: 'Write another text' }).click()
    await conflict.getByLabel('The new text').fill('plank of oak and pine')
    await conflict.getByRole('button', { name: 'Save this text' }).click()
    await conflict.waitFor({ state: 'detached' })
    await expect.poll(async () => linesOf('Jetty')).toEqual(['plank of oak and pine'])
  },
)

browserTest('[O3.4] a page is completed behind its brackets, and followed', async ({ page }) => {
  await addPage('Anchor', 'iron')
  await open(page, '/page/Anchor')
  await page.getByText('iron').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' of [[The Harb')
  await page.getByRole('option', { name: 'The Harbour Loaf' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.type(' today')
  await expect.poll(async () => linesOf('Anchor')).toEqual(['iron of [[The Harbour Loaf]] today'])
  await page.keyboard.press('Escape')
  await page.getByRole('tree').getByRole('link', { name: 'The Harbour Loaf' }).click()
  await page.getByRole('heading', { level: 1, name: 'The Harbour Loaf' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Anchor' }).waitFor()
})

browserTest('[O3.4] properties, their values and tags are completed, each once', async ({ page }) => {
  await addOne(it, 'Ferry', ['slow'], [['type', 'location']])
  await open(page, '/page/Ferry')
  await page.getByText('slow').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('::ki')
  await page.getByRole('option', { name: 'kind' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('ci')
  await page.getByRole('option', { name: 'City' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(async () => linesOf('Ferry')).toEqual(['slow', 'kind:: City'])

  await page.keyboard.press('Enter')
  await page.keyboard.type('go #Fer')
  await page.getByRole('option', { name: 'Ferry', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  // The list is closed, also when the caret comes back to the tag.
  await page.keyboard.press('Enter')
  await page.keyboard.type('then')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('now')
  await expect.poll(async () => linesOf('Ferry')).toEqual(['slow', 'kind:: City', 'go #Ferry', 'now', 'then'])

  // A key that is written whole comes first, and then those with its letters.
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('count::')
  await page.getByRole('option', { name: 'New property “count”', selected: true }).waitFor()
  await page.getByRole('option', { name: 'country' }).click()
  await page.keyboard.type('Norway')
  await expect.poll(async () => (await linesOf('Ferry'))[3]).toBe('now\ncountry:: Norway')
})

browserTest('[O3.3] selected blocks are copied, and a pasted outline keeps its nesting', async ({ page }) => {
  await addPage('Chart', 'north')
  await open(page, '/page/Chart')
  await page.getByText('north').click()
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '- east\\n  - sunrise\\n- west')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)
  await expect.poll(async () => linesOf('Chart')).toEqual(['north', 'east', '  sunrise', 'west'])
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/html', '<style>p {}</style><!--StartFragment--><ul><li style="color: red">fog</li>' +
      '<li><b style="font-weight:normal">rain</b><!-- no words --></li></ul><!--EndFragment-->')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })()`)
  const lines = ['north', 'east', '  sunrise', 'west', 'fog', 'rain']
  await expect.poll(async () => linesOf('Chart')).toEqual(lines)
  expect(said).toEqual([])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => linesOf('Chart')).toEqual(lines.slice(0, 4))
  await page.getByText('sunrise').click()
  await page.keyboard.press('Escape')
  const copied = await page.evaluate(`(() => {
    const data = new DataTransfer()
    document.activeElement.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }))
    return data.getData('text/plain')
  })()`)
  expect(copied).toContain('sunrise')
  await page.keyboard.press('Delete')
  await expect.poll(async () => linesOf('Chart')).toEqual(['north', 'east', 'west'])
})

browserTest(
  '[O1.2, O1.3] a browser without shared workers has it in one window at a time, and the next goes on',
  async ({ page, context }) => {
    await context.addInitScript('delete globalThis.SharedWorker')
    await addPage('Raft', 'logs')
    await open(page, '/page/Raft')
    await page.getByText('logs').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and rope')
    const other = await context.newPage()
    await other.goto(`${it.served.baseUrl}/page/Raft`)
    await expect
      .poll(async () => other.locator('.device-state').innerText())
      .toMatch(/^Open in another window/)
    await page.close()
    await other.getByText('logs and rope').click()
    await other.keyboard.press('End')
    await other.keyboard.press('Enter')
    await other.keyboard.type('oars')
    await expect.poll(async () => linesOf('Raft')).toEqual(['logs and rope', 'oars'])
  },
)

browserTest(
  '[O3.1] Ctrl and . opens a block alone with its address, and Back leads out',
  async ({ page }) => {
    await addPage('Hull', 'keel')
    await open(page, '/page/Hull')
    await page.getByText('keel').click()
    await page.keyboard.press('Control+.')
    await page.waitForURL(/\/block\/Hull-1$/)
    await page.getByRole('group', { name: 'Way to the block' }).waitFor()
    await page.keyboard.type('oak ')
    await expect.poll(async () => (await linesOf('Hull'))[0]).toContain('oak ')
    await page.goBack()
    await page.waitForURL(/\/page\/Hull$/)
  },
)
