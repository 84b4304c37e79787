/**
 * Input methods, phones' keyboards, replacements and right-to-left text in the field of a block. The browser composes as it
 * does for a person. The field has to end as a bare text area does after the same steps.
 *
 * @module-tag browser
 */
import { browserTest, type Page } from '@notegraph/browser-tests'
import { conflictsClient } from '@notegraph/client'
import { expect } from 'vitest'
import { rewordBlock, useServed } from '../served.ts'
import { addPage, linesOf, notesOf, openAt } from './outliner-page.ts'

const it = useServed()

/** One step of an input method, as the browser gets it from the system. */
type Step =
  /** Shows a text that is being composed, with its caret at the end. */
  | { readonly compose: string }
  /** Ends the composition with a text. */
  | { readonly commit: string }
  /** Composes over the last letters, as swipe keyboards do with a word that is there. */
  | { readonly compose: string; readonly over: number }
  | { readonly key: string }

const HANGUL: readonly Step[] = [
  { compose: 'ㅎ' },
  { compose: '하' },
  { compose: '한' },
  // The next syllable takes the last consonant along.
  { compose: '하나' },
  { commit: '하나' },
]

/** As recorded from the input methods: the texts that they show, one after another. */
const INPUTS: readonly (readonly [what: string, before: string, steps: readonly Step[]])[] = [
  ['Pinyin', 'tea ', [{ compose: 'n' }, { compose: 'ni' }, { compose: "ni'h" }, { compose: "ni'hao" }, { commit: '你好' }, { commit: '，' }]], // prettier-ignore
  ['Japanese, two clauses', '', [{ compose: 'ｋ' }, { compose: 'か' }, { compose: 'かん' }, { compose: 'かんじ' }, { compose: '漢字' }, { compose: '感じ' }, { commit: '感じ' }]], // prettier-ignore
  ['Korean', 'go ', HANGUL],
  ['Korean, given up with Backspace', '', [{ compose: 'ㅎ' }, { compose: '하' }, { compose: 'ㅎ' }, { compose: '' }, { commit: '물' }]], // prettier-ignore
  ['a dead key', 'caf', [{ compose: '´' }, { commit: 'é' }]],
  ['a dead key twice', '', [{ compose: '´' }, { commit: '´´' }]],
  ['Backspace of Android, inside a word that it composes again', 'harbour', [{ compose: 'harbou', over: 7 }, { compose: 'harbo' }, { commit: 'harbo' }]], // prettier-ignore
  ['a swiped word with its blank', 'the ', [{ compose: 'boat' }, { commit: 'boat' }, { commit: ' ' }, { compose: 'sails' }, { commit: 'sails' }]], // prettier-ignore
  ['brackets of an input method', '', [{ commit: '「' }, { compose: 'あ' }, { commit: 'あ' }, { commit: '」' }]], // prettier-ignore
  ['an emoji of several parts', 'x', [{ commit: '👩‍👩‍👧' }, { key: 'Backspace' }]],
]

async function play(page: Page, steps: readonly Step[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const step of steps) {
    if ('key' in step) await page.keyboard.press(step.key)
    else if ('commit' in step) await session.send('Input.insertText', { text: step.commit })
    else {
      const { compose: text } = step
      const over = 'over' in step ? await page.evaluate('document.activeElement.selectionStart') : undefined
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
        ...('over' in step && { replacementStart: Number(over) - step.over, replacementEnd: Number(over) }),
      })
    }
  }
  await session.detach()
}

/** @returns the text of a bare text area after the steps */
async function bareValue(page: Page, before: string, steps: readonly Step[]): Promise<string> {
  const bare = await page.context().newPage()
  await bare.setContent('<textarea></textarea>')
  await bare.locator('textarea').fill(before)
  await bare.locator('textarea').focus()
  await bare.keyboard.press('End')
  await play(bare, steps)
  const value = await bare.locator('textarea').inputValue()
  await bare.close()
  return value
}

browserTest(
  '[O3.8] input methods put the same letters into a block as into a bare text area',
  async ({ page }) => {
    await addPage(
      it,
      'Ink',
      INPUTS.map((_, n) => `line ${n}`),
    )
    await openAt(it, page, '/page/Ink')
    const field = page.getByRole('textbox', { name: 'Block' })
    const wanted: string[] = []
    for (const [n, [what, before, steps]] of INPUTS.entries()) {
      wanted.push(await bareValue(page, before, steps))
      await page.bringToFront()
      await page.getByText(`line ${n}`, { exact: true }).click()
      await page.keyboard.press('ControlOrMeta+a')
      if (before === '') await page.keyboard.press('Backspace')
      else await page.keyboard.insertText(before)
      await play(page, steps)
      expect([what, await field.inputValue()]).toEqual([what, wanted.at(-1)])
    }
    await page.keyboard.press('Escape')
    await expect.poll(async () => linesOf(it, 'Ink')).toEqual(wanted)
  },
)

browserTest(
  '[O3.8] a composition goes on while its text is stored and an edit of others arrives',
  async ({ page }) => {
    await addPage(it, 'Brush', ['line', 'other'])
    await openAt(it, page, '/page/Brush')
    await page.getByText('line', { exact: true }).click()
    await page.keyboard.press('End')
    await play(page, [{ compose: 'か' }])
    // Stored, and back from the server, while the person composes.
    await expect.poll(async () => linesOf(it, 'Brush')).toEqual(['lineか', 'other'])
    await notesOf(it).addBlock('Brush', { text: 'from elsewhere' })
    await page.getByText('from elsewhere').waitFor()
    await play(page, [{ compose: 'かん' }, { commit: '缶' }])
    await expect.poll(async () => linesOf(it, 'Brush')).toEqual(['line缶', 'other', 'from elsewhere'])
  },
)

/** A person composes in the block of a page, and another device changes its words meanwhile. */
async function composeBeside(page: Page, name: string): Promise<void> {
  await addPage(it, name, ['line'])
  await openAt(it, page, `/page/${name}`)
  await page.getByText('line', { exact: true }).click()
  await page.keyboard.press('End')
  await play(page, [{ compose: 'か' }])
  await expect.poll(async () => linesOf(it, name)).toEqual(['lineか'])
  await rewordBlock(it, `${name}-1`, 'the lineか')
  await notesOf(it).addBlock(name, { text: 'from elsewhere' })
  await page.getByText('from elsewhere').waitFor()
}

browserTest('[O3.8] words of others for the same block wait until a composition ends', async ({ page }) => {
  await composeBeside(page, 'Stroke')
  await play(page, [{ compose: 'かん' }, { commit: '缶' }])
  expect(await page.getByRole('textbox', { name: 'Block' }).inputValue()).toBe('line缶')
  // Neither text replaces the other.
  await page.getByRole('group', { name: 'Two devices changed this block' }).waitFor()
  await page.getByText('the lineか').first().waitFor()
})

browserTest('[O3.8] keys of an input method choose nothing in the outline', async ({ page }) => {
  await addPage(it, 'Reed', ['one', 'two'])
  await openAt(it, page, '/page/Reed')
  await page.getByText('two').click()
  await page.keyboard.press('End')
  await play(page, [{ compose: 'か' }])
  // Enter takes the candidate, and makes no block.
  await page.evaluate(`document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))`)
  await play(page, [{ commit: '蚊' }])
  await expect.poll(async () => linesOf(it, 'Reed')).toEqual(['one', 'two蚊'])
})

browserTest('[O3.8] a replacement by spelling or autocorrect is stored once', async ({ page }) => {
  await addPage(it, 'Quill', ['teh boat'])
  await openAt(it, page, '/page/Quill')
  await page.getByText('teh boat').click()
  await page.evaluate(`(() => {
    document.activeElement.setSelectionRange(0, 3)
    document.execCommand('insertText', false, 'the')
  })()`)
  await expect.poll(async () => linesOf(it, 'Quill')).toEqual(['the boat'])
  expect(await page.getByRole('textbox', { name: 'Block' }).inputValue()).toBe('the boat')
})

browserTest('[O3.8] a block is aligned by its own text', async ({ page }) => {
  await addPage(it, 'Scribe', ['ships', 'سفينة في الميناء'])
  await openAt(it, page, '/page/Scribe')
  const direction = async (of: string) => page.evaluate(`getComputedStyle(${of}).direction`)
  const [ltr, rtl] = [0, 1].map((n) => `document.querySelectorAll('.tree .block')[${n}]`)
  await page.getByText('سفينة').waitFor()
  expect([await direction(ltr!), await direction(rtl!)]).toEqual(['ltr', 'rtl'])
  await page.getByText('سفينة').click()
  await page.getByRole('textbox', { name: 'Block' }).waitFor()
  expect(await direction('document.activeElement')).toBe('rtl')
  // There the left arrow goes on in the words.
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('-')
  await expect.poll(async () => linesOf(it, 'Scribe')).toEqual(['ships', 'س-فينة في الميناء'])
  await page.getByText('ships').click()
  await expect.poll(async () => direction('document.activeElement')).toBe('ltr')
})

browserTest(
  '[O3.2] words after an arrow or a tap are another step of undo, and those after a bracket are not',
  async ({ page }) => {
    await addPage(it, 'Nib', ['ink'])
    await openAt(it, page, '/page/Nib')
    const field = page.getByRole('textbox', { name: 'Block' })
    const undone = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+z')
      await expect.poll(async () => field.inputValue()).toBe(text)
    }
    await page.getByText('ink', { exact: true }).click()
    await page.keyboard.press('Home')
    await page.keyboard.type('a')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('b')
    await undone('aink')
    // Keyboards of phones send no keys. The caret moves by a tap.
    await page.evaluate('document.activeElement.setSelectionRange(2, 2)')
    await page.keyboard.insertText('c')
    await page.evaluate('document.activeElement.setSelectionRange(4, 4)')
    await page.keyboard.insertText('d')
    await expect.poll(async () => field.inputValue()).toBe('aicndk')
    await undone('aicnk')
    await undone('aink')
    await undone('ink')
    await page.keyboard.press('End')
    await page.keyboard.type('(blue) pen')
    await undone('ink')
  },
)

browserTest('[O4.2] a merged text stays in its form when other words arrive', async ({ page }) => {
  await composeBeside(page, 'Seal')
  await play(page, [{ commit: '蚊' }])
  const conflict = page.getByRole('group', { name: 'Two devices changed this block' })
  await conflict.getByRole('button', { name: 'Write another text' }).click()
  await conflict.getByLabel('The new text').fill('red line')
  await rewordBlock(it, 'Seal-1', 'green line')
  await conflict.getByText('The words above changed while you wrote.').waitFor()
  expect(await conflict.getByLabel('The new text').inputValue()).toBe('red line')
  await conflict.getByRole('button', { name: 'Save this text' }).click()
  await expect.poll(async () => linesOf(it, 'Seal')).toEqual(['red line', 'from elsewhere'])
})

browserTest(
  '[O4.2] a conflict that another device settled goes, after its form was left too',
  async ({ page }) => {
    await composeBeside(page, 'Wake')
    await play(page, [{ commit: '蚊' }])
    const conflict = page.getByRole('group', { name: 'Two devices changed this block' })
    await conflict.getByRole('button', { name: 'Write another text' }).click()
    await conflict.getByLabel('The new text').fill('red line')
    await page.getByRole('link', { name: 'Tasks' }).click()
    await page.getByRole('heading', { name: 'Tasks' }).waitFor()
    const conflicts = conflictsClient({ url: it.served.baseUrl, token: it.session })
    const wake = async () => (await conflicts.list()).blocks.find(({ id }) => id === 'Wake-1')
    await expect.poll(wake).toBeDefined()
    await conflicts.pick('Wake-1', (await wake())!.words!.rev)
    await page.goBack()
    await page.getByText('from elsewhere').waitFor()
    await expect.poll(async () => conflict.count()).toBe(0)
  },
)
