/**
 * Blocks of the outliner that are picked, folded and numbered, in a real browser with a real server.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { addPage, boxOf, linesOf, notesOf, onDevice, openAt, saved } from './outliner-page.ts'

const it = useServed()

browserTest('[O3.1] a click with Shift selects up to a block, and keys act on all', async ({ page }) => {
  await addPage(it, 'Row', ['one', 'two', 'three', 'four'])
  await openAt(it, page, '/page/Row')
  await page.getByText('two').click()
  await page.getByText('four').click({ modifiers: ['Shift'] })
  await expect.poll(async () => page.locator('[aria-selected="true"]').count()).toBe(3)
  await looksRight(page)
  await page.keyboard.press('Tab')
  await expect.poll(async () => linesOf(it, 'Row')).toEqual(['one', '  two', '  three', '  four'])
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => linesOf(it, 'Row'))
    .toEqual(['one', '  TODO two', '  TODO three', '  TODO four'])
})

browserTest('[O3.1] a fold stays over a reload, is no edit, and all fold to a level', async ({ page }) => {
  await addPage(it, 'Stack', ['deep', 'deeper', 'deepest'])
  await openAt(it, page, '/page/Stack')
  for (const [words, times] of [
    ['deeper', 1],
    ['deepest', 2],
  ] as const) {
    await page.getByText(words, { exact: true }).click()
    for (let i = 0; i < times; i++) await page.keyboard.press('Tab')
  }
  await expect.poll(async () => linesOf(it, 'Stack')).toEqual(['deep', '  deeper', '    deepest'])
  await saved(page)
  const { rev } = (await notesOf(it).readPage('Stack')).blocks[0]! as { rev?: string }
  await page.getByText('deep', { exact: true }).click()
  await page.keyboard.press('Control+ArrowUp')
  await page.getByText('deeper').waitFor({ state: 'detached' })
  // The folds are stored after the key. A reload before that would lose them.
  await expect.poll(async () => onDevice(page)).toContain('[\\"Stack-1\\",true]')
  await page.reload()
  await page.getByText('deep', { exact: true }).waitFor()
  await expect.poll(async () => page.getByRole('treeitem').count()).toBe(1)
  // The sign beside the block, while nothing has the focus.
  const folds = async (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click()
  await folds('Unfold')
  await page.getByText('deepest').waitFor()
  await folds('Fold')
  await expect.poll(async () => page.getByRole('treeitem').count()).toBe(1)
  expect(((await notesOf(it).readPage('Stack')).blocks[0]! as { rev?: string }).rev).toBe(rev)
  await page.getByText('deep', { exact: true }).click()
  await page.keyboard.press('Control+/')
  await page.getByRole('button', { name: 'Unfold all' }).click()
  await page.getByText('deepest').waitFor()
  await page.keyboard.press('Control+/')
  await page.getByRole('button', { name: 'Fold to level 2' }).click()
  await page.getByText('deepest').waitFor({ state: 'detached' })
  await page.getByText('deeper').waitFor()
})

browserTest(
  '[O3.1] a mouse that is drawn over blocks selects them, and letters within one',
  async ({ page }) => {
    await addPage(it, 'Oars', ['first **oar**', 'second oar', 'third oar', 'rowlock'])
    await openAt(it, page, '/page/Oars')
    // The head of the page changes its height until all is there.
    await saved(page)
    await page.getByRole('button', { name: 'More about Oars' }).waitFor()
    const selected = page.locator('[role="treeitem"][aria-selected="true"]')
    const { mouse } = page
    /** Its script is loaded when the button is pressed, so the mouse moves until it is there. */
    const draw = async (from: ReturnType<Page['locator']>, to: string): Promise<void> => {
      const [a, b] = [await boxOf(from), await boxOf(page.getByText(to))]
      await mouse.move(a.x + 30, a.y + a.height / 2)
      await mouse.down()
      await expect
        .poll(async () => {
          await mouse.move(b.x + 30, b.y + b.height / 2 - 4, { steps: 4 })
          await mouse.move(b.x + 40, b.y + b.height / 2 + 4)
          return selected.count()
        })
        .toBeGreaterThan(1)
      await mouse.up()
    }
    await draw(page.getByText('second oar'), 'third oar')
    await expect.poll(async () => selected.allInnerTexts()).toEqual(['second oar', 'third oar'])
    expect(await page.evaluate('getSelection().toString()')).toBe('')
    await page.keyboard.press('Tab')
    await expect
      .poll(async () => linesOf(it, 'Oars'))
      .toEqual(['first **oar**', '  second oar', '  third oar', 'rowlock'])
    // From the field with the caret, upwards.
    await page.getByText('rowlock').click()
    await page.keyboard.type('s')
    await draw(page.locator('textarea.field'), 'second oar')
    await page.keyboard.press('Delete')
    await expect.poll(async () => linesOf(it, 'Oars')).toEqual(['first **oar**'])
    await page.keyboard.press('Escape')
    const words = await boxOf(page.locator('.tree strong'))
    await mouse.move(words.x, words.y + words.height / 2)
    await mouse.down()
    await mouse.move(words.x + words.width + 40, words.y + words.height / 2, { steps: 4 })
    await mouse.up()
    await page.locator('textarea.field').waitFor()
    expect(await page.evaluate('getSelection().toString()')).toBe('oar')
    await page.keyboard.type('rope')
    await expect.poll(async () => linesOf(it, 'Oars')).toEqual(['first **rope**'])
  },
)

browserTest('[O3.1] Ctrl A selects the text, then the block, then all blocks', async ({ page }) => {
  await addPage(it, 'Rig', ['mast', 'boom'])
  await openAt(it, page, '/page/Rig')
  const selected = page.locator('[role="treeitem"][aria-selected="true"]')
  await page.getByText('mast').click()
  await page.keyboard.press('Control+a')
  await expect.poll(async () => page.evaluate('getSelection().toString()')).toBe('mast')
  await page.keyboard.press('Control+a')
  await expect.poll(async () => selected.allInnerTexts()).toEqual(['mast'])
  await page.keyboard.press('Control+a')
  await expect.poll(async () => selected.count()).toBe(2)
})

browserTest(
  '[O3.2] a mark is a step of undo, and one on another page says where it was',
  async ({ page }) => {
    await addPage(it, 'Near', ['sail'])
    await addPage(it, 'Far', ['harbour'])
    await openAt(it, page, '/page/Near')
    await saved(page)
    const field = page.locator('textarea.field')
    await page.getByText('sail').click()
    await page.keyboard.press('End')
    await page.keyboard.type('or boy')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await page.keyboard.press('Control+b')
    await expect.poll(async () => field.inputValue()).toBe('sailor **boy**')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => field.inputValue()).toBe('sailor boy')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Page' }).fill('Far')
    await page.keyboard.press('Enter')
    await page.getByText('harbour').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone on “Near”.').waitFor()
    await expect.poll(async () => linesOf(it, 'Near')).toEqual(['sail'])
    await page.getByText('harbour').click()
    await page.keyboard.press('Control+Shift+z')
    await page.getByText('Redone on “Near”.').waitFor()
    await expect.poll(async () => linesOf(it, 'Near')).toEqual(['sailor boy'])
  },
)

browserTest('[O3.1] the caret leaves an embedded page when it comes to another block', async ({ page }) => {
  await addPage(it, 'Inner', ['**inside**'])
  await addPage(it, 'Outer', ['outside', '{{embed [[Inner]]}}'])
  await openAt(it, page, '/page/Outer')
  const inside = page.locator('.embed .block strong')
  await inside.click()
  const fields = page.locator('textarea.field')
  await expect.poll(async () => fields.inputValue()).toBe('**inside**')
  await page.getByText('outside').click()
  await inside.waitFor()
  await expect.poll(async () => fields.inputValue()).toBe('outside')
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect.poll(async () => linesOf(it, 'Outer')).toEqual(['outside!', '{{embed [[Inner]]}}'])
})

browserTest('[O3.1] a refusal is in sight on a long page, too', async ({ page }) => {
  await addPage(it, 'Voyage', [
    'sail\nSCHEDULED: <2026-12-01 Tue>',
    ...Array.from({ length: 60 }, (_, i) => `mile ${i}`),
  ])
  await openAt(it, page, '/page/Voyage')
  for (const width of [360, 1_440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.getByText('mile 0', { exact: true }).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Backspace')
    const said = page.getByText('The block above has a date.')
    await expect.poll(async () => (await said.boundingBox())!.y).toBeLessThan(700)
    await looksRight(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await said.waitFor({ state: 'detached' })
  }
})

browserTest('[O3.1] numbered siblings show their numbers', async ({ page }) => {
  await addPage(it, 'Steps', [
    'cast off\nlogseq.order-list-type:: number',
    'row\nlogseq.order-list-type:: number',
    'rest',
  ])
  await openAt(it, page, '/page/Steps')
  const numbers = page.locator('.bullet')
  await expect.poll(async () => numbers.allInnerTexts()).toEqual(['1.', '2.', ''])
  await expect
    .poll(async () => page.locator('.row .block').allInnerTexts())
    .toEqual(['cast off', 'row', 'rest'])
  await page.getByText('row').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect.poll(async () => numbers.allInnerTexts()).toEqual(['1.', '2.', '3.', ''])
  await looksRight(page)
})

browserTest('[O3.1] the line of a number is no place for keys', async ({ page }) => {
  const number = '\nlogseq.order-list-type:: number'
  await addPage(it, 'Count', [`one${number}`, 'two'])
  await openAt(it, page, '/page/Count')
  const caret = async (): Promise<string> =>
    page.evaluate(`[document.activeElement.value, document.activeElement.selectionStart].join('|')`)
  for (const key of ['ArrowRight', 'ArrowDown']) {
    await page.getByText('one').click()
    await page.keyboard.press('End')
    await page.keyboard.press(key)
    await expect.poll(caret).toMatch(/^two/)
  }
  // The browser goes back with this key.
  await page.keyboard.press('Home')
  expect(
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }))`),
  ).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(caret).toBe(`one${number}|3`)
  await page.keyboard.press('Delete')
  await expect.poll(async () => linesOf(it, 'Count')).toEqual([`onetwo${number}`])
})

browserTest(
  '[O3.6] the menu of a block moves that block, and not the one with the caret',
  async ({ page }) => {
    await addPage(it, 'Quay', ['crate', 'barrel'])
    await addPage(it, 'Barge', ['coal'])
    await openAt(it, page, '/page/Quay')
    // The other page comes with the first pull.
    await saved(page)
    await page.getByText('crate').click()
    await page.getByRole('link', { name: 'Open this block alone' }).last().click({ button: 'right' })
    await page.getByRole('button', { name: 'Move to another page' }).click()
    await page.getByRole('combobox', { name: 'Page' }).fill('barge')
    await page.keyboard.press('Enter')
    await expect.poll(async () => linesOf(it, 'Barge')).toEqual(['coal', 'barrel'])
    await expect.poll(async () => linesOf(it, 'Quay')).toEqual(['crate'])
  },
)

browserTest('[O3.1] a person sets other keys, and clashes are said', async ({ page }) => {
  await addPage(it, 'Keyed', ['bold words'])
  await openAt(it, page, '/page/Keyed')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('button', { name: 'Set other keys' }).click()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Bold' }).fill('Mod+I')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Ctrl I is for “Bold” and “Italic”.').waitFor()
  await dialog.getByRole('textbox', { name: 'Bold' }).fill('ctrl+shift+b')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Ctrl Shift B').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await page.getByText('bold words').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+Shift+b')
  await expect.poll(async () => linesOf(it, 'Keyed')).toEqual(['**bold words**'])
})

browserTest(
  '[O3.1] other keys join blocks and break lines, and those of the browser stay',
  async ({ page }) => {
    await addPage(it, 'Switch', ['red', 'green', 'blue'])
    await openAt(it, page, '/page/Switch')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('button', { name: 'Set other keys' }).click()
    for (const [command, keys] of [
      ['At the start: join with the block above', 'F6'],
      ['At the end: join with the block below', 'F7'],
      ['New line in the block', 'F8'],
    ] as const)
      await dialog.getByRole('textbox', { name: command }).fill(keys)
    await dialog.getByText('Ctrl C, by the browser').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Copy' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('green', { exact: true }).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('F6')
    await page.keyboard.press('F8')
    await expect.poll(async () => linesOf(it, 'Switch')).toEqual(['red\ngreen', 'blue'])
    await page.keyboard.press('End')
    await page.keyboard.press('F7')
    await expect.poll(async () => linesOf(it, 'Switch')).toEqual(['red\ngreenblue'])
  },
)
