/**
 * Eight tasks by keyboard alone, and by thumb on a phone. Keys and taps are counted, but for the words themselves, and are those
 * of the table in docs/outliner.md.
 *
 * @module-tag browser
 */
import { readFileSync } from 'node:fs'
import { browserTest, type BrowserContext, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { addPage, assistantOf, linesOf, openAt, saved } from './outliner-page.ts'
import { slowProxy } from './slow-proxy.ts'

const it = useServed()

/** Milliseconds. */
const LATENCY = 300
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

type How = 'by keyboard' | 'by thumb'
type Locator = ReturnType<Page['locator']>

/** The hands of a person, which count what they press. */
class Hands {
  readonly page: Page
  count = 0

  constructor(page: Page) {
    this.page = page
  }

  async key(...keys: readonly string[]): Promise<void> {
    for (const one of keys) {
      this.count++
      await this.page.keyboard.press(one)
    }
  }

  /** Types marks and letters that are no words of the note. */
  async marks(text: string): Promise<void> {
    this.count += text.length
    await this.page.keyboard.type(text)
  }

  /** Types words of the note. They are not counted. */
  async words(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  async tap(target: Locator): Promise<void> {
    this.count++
    await target.tap()
  }

  /** A button of the bar above the keyboard of a phone. */
  tool(name: string): Locator {
    return this.page.getByRole('toolbar', { name: 'Edit the block' }).getByRole('button', { name })
  }

  option(name: string): Locator {
    return this.page.getByRole('option', { name }).first()
  }
}

const times = <T>(count: number, one: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => one(n + 1))

/** A meeting of 40 lines: eight topics with four points each. */
const TOPICS = times(8, (n) => n)
const pointsOf = (topic: number): string[] => times(4, (n) => `point ${topic}.${n}`)
const linesOfTopic = (topic: number, indent = ''): string[] => [
  `${indent}Topic ${topic}`,
  ...pointsOf(topic).map((point) => `${indent}  ${point}`),
]

async function addMeeting(id: string): Promise<void> {
  const now = Date.now()
  const block = (own: string, content: string, order: number, parentId: string | null) =>
    makeBlock({ id: `${id}-${own}`, content, rev: `${id}-${own}`, pageId: id, parentId, order, now })
  await addRecords(it, [
    makePage({ id, name: id, props: [], now }),
    ...TOPICS.flatMap((topic) => [
      block(`${topic}`, `Topic ${topic}`, topic, null),
      ...pointsOf(topic).map((point, i) => block(`${topic}-${i}`, point, i + 1, `${id}-${topic}`)),
    ]),
  ])
}

/** Opens a new page with the caret in its first block. */
async function startPage(page: Page, name: string): Promise<void> {
  await openAt(it, page)
  await page.goto(`${it.served.baseUrl}/page?name=${name}`)
  await page.getByRole('button', { name: 'Write here' }).click()
}

/** Opens today with the caret in a new block. */
async function startToday(page: Page): Promise<void> {
  await openAt(it, page)
  await page
    .getByRole('region')
    .first()
    .getByRole('button', { name: /^(Write here|New block at the end)$/ })
    .last()
    .click()
  await page.getByRole('textbox', { name: 'Block' }).waitFor()
}

const typeThree = async (hands: Hands, words: readonly string[]): Promise<void> => {
  for (const [n, note] of words.entries()) {
    if (n > 0) await hands.key('Enter')
    await hands.words(note)
  }
}

/** The name of today's page. */
const today = (): string => new Date().toLocaleDateString('sv')

const endsWith = async (page: string, lines: readonly string[]): Promise<void> =>
  expect.poll(async () => (await linesOf(it, page)).slice(-lines.length)).toEqual(lines)

interface Task {
  readonly latency?: number
  /** @param name differs for each way, and has no blank */
  readonly start: (page: Page, name: string) => Promise<void>
  readonly keys: (hands: Hands, name: string) => Promise<void>
  readonly thumb: (hands: Hands, name: string) => Promise<void>
  readonly ends: (page: Page, name: string, context: BrowserContext) => Promise<void>
}

const notesOf = (name: string): string[] => ['milk', 'Ann', 'rent'].map((word) => `${word} ${name}`)
const captures = async (hands: Hands, name: string): Promise<void> => typeThree(hands, notesOf(name))

const TASKS: Readonly<Record<string, Task>> = {
  'Capture three notes at 300 ms latency': {
    latency: LATENCY,
    start: startToday,
    keys: captures,
    thumb: captures,
    ends: async (_, name) => endsWith(today(), notesOf(name)),
  },
  'Outline a meeting of 40 lines': {
    start: startPage,
    keys: async (hands) => {
      for (const topic of TOPICS) {
        if (topic > 1) await hands.key('Enter', 'Shift+Tab')
        await hands.words(`Topic ${topic}`)
        for (const [n, point] of pointsOf(topic).entries()) {
          await hands.key('Enter', ...(n === 0 ? ['Tab'] : []))
          await hands.words(point)
        }
      }
    },
    thumb: async (hands) => {
      for (const topic of TOPICS) {
        if (topic > 1) {
          await hands.key('Enter')
          await hands.tap(hands.tool('Outdent'))
        }
        await hands.words(`Topic ${topic}`)
        for (const [n, point] of pointsOf(topic).entries()) {
          await hands.key('Enter')
          if (n === 0) await hands.tap(hands.tool('Indent'))
          await hands.words(point)
        }
      }
    },
    ends: async (_, name) =>
      endsWith(
        name,
        TOPICS.flatMap((topic) => linesOfTopic(topic)),
      ),
  },
  'Move its last topic to the top, and the first one into it': {
    start: async (page, name) => {
      await addMeeting(name)
      await openAt(it, page, `/page/${name}`)
      await page.getByText('point 8.4').click()
      await page.keyboard.press('End')
    },
    keys: async (hands) => {
      await hands.key(...times(4, () => 'ArrowUp'))
      await hands.key(...times(7, () => 'Alt+Shift+ArrowUp'))
      await hands.key(...times(5, () => 'ArrowDown'), 'Tab')
    },
    thumb: async (hands) => {
      await hands.tap(hands.page.getByText('Topic 8'))
      for (let n = 0; n < 7; n++) await hands.tap(hands.tool('Move up'))
      await hands.tap(hands.page.getByText('Topic 1'))
      await hands.tap(hands.tool('Indent'))
    },
    ends: async (_, name) =>
      endsWith(name, [
        ...linesOfTopic(8),
        ...linesOfTopic(1, '  '),
        ...TOPICS.slice(1, -1).flatMap((topic) => linesOfTopic(topic)),
      ]),
  },
  'Find a page by a typing error': {
    start: async (page) => {
      await openAt(it, page)
      await saved(page)
    },
    keys: async (hands) => {
      await hands.key('Control+k')
      await hands.page.getByRole('combobox', { name: 'Page' }).waitFor()
      await hands.words('harbuor')
      await hands.option('The Harbour Loaf').waitFor()
      await hands.key('Enter')
    },
    thumb: async (hands) => {
      await hands.tap(hands.page.getByRole('button', { name: 'Go to page' }))
      await hands.page.getByRole('combobox', { name: 'Page' }).waitFor()
      await hands.words('harbuor')
      await hands.option('The Harbour Loaf').waitFor()
      await hands.key('Enter')
    },
    ends: async (page) => page.getByRole('heading', { level: 1, name: 'The Harbour Loaf' }).waitFor(),
  },
  'Link a page, embed it, and follow': {
    start: startPage,
    keys: async (hands) => {
      await hands.words('see ')
      await hands.marks('@')
      await hands.words('harbour')
      await hands.option('The Harbour Loaf').waitFor()
      await hands.key('Enter', 'Enter')
      await hands.marks('@')
      await hands.words('harbour')
      await hands.option('The Harbour Loaf').waitFor()
      await hands.key('Shift+Enter', 'Control+o')
    },
    thumb: async (hands) => {
      await hands.words('see ')
      await hands.tap(hands.tool('Link a page'))
      await hands.words('harbour')
      await hands.tap(hands.option('The Harbour Loaf'))
      await hands.key('Enter')
      await hands.marks('/e')
      await hands.tap(hands.option('Embed a page'))
      await hands.words('harbour')
      await hands.tap(hands.option('The Harbour Loaf'))
      await hands.tap(
        hands.page.getByRole('treeitem').first().getByRole('link', { name: 'The Harbour Loaf' }),
      )
    },
    ends: async (page, name) => {
      await page.getByRole('heading', { level: 1, name: 'The Harbour Loaf' }).waitFor()
      await endsWith(name, ['see [[The Harbour Loaf]]', '{{embed [[The Harbour Loaf]]}}'])
    },
  },
  'Settle a conflict': {
    start: async (page, name) => {
      const now = Date.now()
      const block = makeBlock({
        id: `${name}-1`,
        content: 'tea at nine',
        rev: `${name}-1`,
        pageId: name,
        parentId: null,
        order: 1,
        now,
      })
      const versions = [{ text: 'tea at ten', rev: `${name}-2`, at: now, device: 'Phone' }]
      await addRecords(it, [makePage({ id: name, name, props: [], now }), { ...block, versions }])
      await openAt(it, page, `/page/${name}`)
      await page.getByRole('group', { name: 'Two devices changed this block' }).waitFor()
    },
    keys: async (hands) => hands.key('Enter', 'Escape', 'Tab', 'Enter'),
    thumb: async (hands) => hands.tap(hands.page.getByRole('button', { name: 'Use this text' })),
    ends: async (_, name) => endsWith(name, ['tea at ten']),
  },
  'Undo one of three changes of an assistant': {
    start: async (page, name) => {
      await addPage(it, name, ['hull', 'mast', 'sail'])
      const claude = await assistantOf(it)
      for (const [n, words] of ['blue hull', 'tall mast', 'white sail'].entries())
        await claude.updateBlock(`${name}-${n + 1}`, { text: words })
      await openAt(it, page)
      await page.getByRole('link', { name: 'All changes' }).first().waitFor()
    },
    // The skip link, the link to all changes, then the second entry with its page, its block and Keep.
    keys: async (hands) => {
      await hands.key('Tab', 'Enter', 'Tab', 'Enter')
      const entries = hands.page.locator('details')
      await entries.nth(2).waitFor()
      await hands.key('Tab', 'Tab', 'Enter')
      await entries.nth(1).getByRole('button', { name: 'Undo' }).waitFor()
      await hands.key('Tab', 'Tab', 'Tab', 'Tab', 'Enter')
    },
    thumb: async (hands) => {
      const { page } = hands
      await hands.tap(page.getByRole('link', { name: 'All changes' }).first())
      await hands.tap(page.locator('details').nth(1).locator('summary'))
      await hands.tap(page.locator('details').nth(1).getByRole('button', { name: 'Undo' }))
    },
    ends: async (_, name) => endsWith(name, ['blue hull', 'mast', 'white sail']),
  },
  'Write three notes without a network, and come back': {
    start: async (page) => {
      await startToday(page)
      await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    },
    keys: captures,
    thumb: captures,
    ends: async (_, name, context) => {
      const next = await context.newPage()
      await next.goto(it.served.baseUrl)
      await endsWith(today(), notesOf(name))
    },
  },
}
const OFFLINE = 'Write three notes without a network, and come back'

/** The counts of the table in the documents, by task: ours by keyboard and by thumb, then those of others. */
const TABLE: ReadonlyMap<string, readonly (number | undefined)[]> = new Map(
  readFileSync(new URL('../../../../docs/outliner.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, task]) => Object.hasOwn(TASKS, task ?? ''))
    .map(([, task, ...cells]) => [
      task!,
      cells.slice(0, -1).map((cell) => (/^\d/.test(cell) ? parseInt(cell) : undefined)),
    ]),
)

test('[O5.1] no other outliner has fewer keys for a task in the documents about it', () => {
  expect([...TABLE.keys()]).toEqual(Object.keys(TASKS))
  for (const [task, [ours, , ...others]] of TABLE)
    expect({ task, fewer: others.filter((count) => count !== undefined && count < ours!) }).toEqual({
      task,
      fewer: [],
    })
})

for (const [n, [task, { latency, start, keys, thumb, ends }]] of Object.entries(TASKS).entries())
  for (const how of ['by keyboard', 'by thumb'] satisfies How[])
    browserTest(`[O5.1, O5.2] ${task}, ${how}`, async ({ browser }) => {
      const context = await browser.newContext({
        ...(how === 'by thumb' && PHONE),
        ...(latency !== undefined && { proxy: { server: await slowProxy(it.served.baseUrl, latency) } }),
      })
      const page = await context.newPage()
      const name = `Task-${n}-${how === 'by thumb' ? 'thumb' : 'keys'}`
      await start(page, name)
      const hands = new Hands(page)
      const play = async (): Promise<void> => (how === 'by thumb' ? thumb : keys)(hands, name)
      if (task === OFFLINE) {
        await saved(page)
        await it.stopped(async () => {
          await play()
          await expect
            .poll(async () => page.getByRole('status').first().innerText())
            .toMatch(/[3-9] changes waiting/)
          await page.close()
        })
      } else await play()
      await ends(page, name, context)
      const [byKeys, byThumb] = TABLE.get(task)!
      expect(hands.count).toBe(how === 'by thumb' ? byThumb : byKeys)
      await context.close()
    })
