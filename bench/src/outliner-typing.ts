/** Keys in a page of 5,000 blocks with 1,000 references and ten queries, and commands on a block with 500 below. @see outliner 6.1 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@notegraph/browser-tests/launch'
import { median, type Ratio } from './measure.ts'
import { openFloor, openPlace, RECORD, settled, type Outliner } from './outliner-browser.ts'
import { BEFORE_MOVED, LONG, MOVED, REFERENCES, TYPED } from './outliner-graph.ts'
import { throttle, traced, type MainThread } from './outliner-trace.ts'

const EVERY = 100
const ROUNDS = 4
/** The part of the keys that the bare field gets: its times differ less. */
const FLOOR_PART = 1 / 5
const SLOWER = 4
/** Milliseconds that a key may take beside those of a bare field, and the longest task. */
const MORE = 4
const LONGEST = 50
const SECOND = 1_000
/** Milliseconds of a frame, frames that a command may take beside those of a bare field, and milliseconds until it is stored. */
const FRAME = 1_000 / 60
const MORE_FRAMES = 2
const STORED = 300
const TIMES = 5

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!

/** Rows for keys in one tab. */
export async function typingRatios(outliner: Outliner, keys: number): Promise<Ratio[]> {
  await openPlace(outliner, `/page/${LONG}`)
  await openReferences(outliner.page)
  return typed(outliner, keys, 'typing')
}

/** The same with two more tabs that show the page. */
export async function threeTabs(outliner: Outliner, keys: number): Promise<Ratio[]> {
  const others: Page[] = []
  for (let n = 0; n < 2; n++) {
    const page = await outliner.context.newPage()
    await openPlace({ ...outliner, page }, `/page/${LONG}`)
    others.push(page)
  }
  const ratios = await typed(outliner, keys, 'typing in three tabs')
  for (const page of others) await page.close()
  return ratios
}

async function openReferences(page: Page): Promise<void> {
  const list = page.getByRole('group', { name: 'Linked references' })
  const more = list.getByRole('button', { name: 'Show more' })
  await more.waitFor()
  for (let shown = 0; shown < REFERENCES && (await more.isVisible()); shown += 50) {
    await more.click()
    // The list is asked for again.
    await list.waitFor()
  }
}

/** Types into the bare field and into the outliner in turns, in a browser that is slowed down. */
async function typed(outliner: Outliner, keys: number, name: string): Promise<Ratio[]> {
  const { page } = outliner
  const floor = await openFloor(outliner)
  const throttled = [await throttle(page, SLOWER), await throttle(floor, SLOWER)]
  const ours: MainThread[] = []
  const bare: MainThread[] = []
  let elsewhere = 0
  const count = Math.ceil(keys / ROUNDS)
  for (let round = 0; round < ROUNDS; round++) {
    await floor.bringToFront()
    await floor.locator('textarea').click()
    bare.push(await traced(floor, async () => type(floor, Math.ceil(count * FLOOR_PART))))
    await page.bringToFront()
    await page
      .locator(`[data-page="${LONG}"]:not([data-root]) [data-block="${TYPED}"] .block`)
      .first()
      .click()
    await page.keyboard.press('End')
    await sleep(2 * SECOND)
    ours.push(
      await traced(page, async () => {
        await type(page, count)
        elsewhere = Math.max(elsewhere, await shownAfter(page, `w${round}x${keys}`))
      }),
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  for (const session of throttled) await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await floor.close()
  const own = p95(ours.flatMap((one) => one.keys))
  const least = p95(bare.flatMap((one) => one.keys))
  const tasks = ours.flatMap((one) => one.tasks)
  const longest = tasks.reduce((most, ms) => Math.max(most, ms), 0) // too many for arguments
  const over = tasks.filter((ms) => ms > LONGEST).length
  return [
    {
      name: `outliner: ${name}, a key`,
      of: 'main thread from keydown to the frame, p95, four times slower',
      to: `a bare text field and ${MORE} ms`,
      ratio: (least + MORE) / own,
      target: 1,
      notes: `${own.toFixed(1)} ms; the floor took ${least.toFixed(1)} ms`,
    },
    {
      name: `outliner: ${name}, the longest task`,
      of: 'the longest task of the main thread, four times slower, saving included',
      to: `${LONGEST} ms`,
      ratio: LONGEST / longest,
      target: 1,
      notes: `${longest.toFixed(0)} ms; ${over} tasks over ${LONGEST} ms in ${keys} keys`,
    },
    {
      name: `outliner: ${name}, words elsewhere`,
      of: 'from the last key until references and queries show the words',
      to: 'a second',
      ratio: SECOND / elsewhere,
      target: 1,
      notes: `${elsewhere.toFixed(0)} ms at most`,
    },
  ]
}

async function type(page: Page, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const begin = performance.now()
    await page.keyboard.press(n % 7 === 6 ? 'Space' : 'abcdefghij'[n % 10]!)
    await sleep(Math.max(0, EVERY - (performance.now() - begin)))
  }
}

/**
 * Enters a word at once. Looking for it by text in the whole page would take longer on the main thread than all else there.
 *
 * @returns milliseconds until a reference and a result of a query show it
 */
async function shownAfter(page: Page, word: string): Promise<number> {
  await page.evaluate(`globalThis.bench = new Promise((done) => {
    let begin
    let lists = ['.references', '.embed']
    addEventListener('input', ({ timeStamp }) => (begin = timeStamp), { once: true, capture: true })
    const seen = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const at = target.nodeType === Node.TEXT_NODE ? target.parentElement : target
        if (lists.some((list) => at?.closest(list)) && at.textContent.includes('${word}'))
          lists = lists.filter((list) => !at.closest(list))
      }
      if (lists.length > 0) return
      seen.disconnect()
      done(performance.now() - begin)
    })
    seen.observe(document.body, { subtree: true, childList: true, characterData: true })
  }); 0`)
  await page.keyboard.insertText(` ${word}`)
  return page.evaluate<number>('globalThis.bench')
}

/** A key, and whether the page shows what it did. `back` takes it back. */
interface Keys {
  readonly name: string
  readonly press: string
  readonly back: string
  readonly shown: string
}

const item = (id: string): string => `document.querySelector('[data-page="${LONG}"] [data-block="${id}"]')`
const COMMANDS: readonly Keys[] = [
  { name: 'Tab', press: 'Tab', back: 'Shift+Tab', shown: `${item(MOVED)}.ariaLevel === '2'` },
  {
    name: 'a move',
    press: 'Alt+Shift+ArrowDown',
    back: 'Alt+Shift+ArrowUp',
    shown: `${item(MOVED)}.previousElementSibling.dataset.block === 'bench-behind'`,
  },
  {
    name: 'Enter',
    press: 'Enter',
    back: 'Control+z',
    shown: `document.activeElement.closest('[data-block]').dataset.block !== '${MOVED}'`,
  },
]

/** Commands on a block with 500 blocks below it. */
export async function commandRatios(outliner: Outliner): Promise<Ratio[]> {
  const { page } = outliner
  await openPlace(outliner, `/page/${LONG}`)
  await page.locator(`[data-block="${BEFORE_MOVED}"]`).first().waitFor()
  const floor = await openFloor(outliner)
  const ratios: Ratio[] = []
  for (const { name, press, back, shown } of COMMANDS) {
    const ours: number[] = []
    const bare: number[] = []
    const stored: number[] = []
    for (let turn = 0; turn < TIMES; turn++) {
      await floor.bringToFront()
      await floor.locator('textarea').fill('moved')
      bare.push(
        (await pressed(floor, 'Enter', `document.querySelector('textarea').value !== 'moved'`)).frames,
      )
      await page.bringToFront()
      await page.locator(`[data-block="${MOVED}"] > .row > :is(.block, .field)`).first().click()
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      const { frames, ms } = await pressed(page, press, shown)
      ours.push(frames)
      stored.push(ms)
      await page.keyboard.press(back)
      await settled(page)
    }
    const [own, least, kept] = [median(ours), median(bare), median(stored)]
    ratios.push(
      {
        name: `outliner: ${name} with 500 blocks below`,
        of: 'frames from the key until it shows',
        to: `a bare text field and ${MORE_FRAMES} frames`,
        ratio: (least + MORE_FRAMES) / own,
        target: 1,
        notes: `${own} frames; the floor took ${least}`,
      },
      {
        name: `outliner: ${name} with 500 blocks below, stored`,
        of: 'from the key until the database has it',
        to: `${STORED} ms`,
        ratio: STORED / kept,
        target: 1,
        notes: `${kept.toFixed(0)} ms`,
      },
    )
  }
  await floor.close()
  return ratios
}

/** Presses a key. @returns the frames until the page shows it, and milliseconds until the record is another one */
async function pressed(page: Page, key: string, shown: string): Promise<{ frames: number; ms: number }> {
  const isOurs = shown.includes(LONG) || shown.includes(MOVED)
  await page.evaluate(`globalThis.bench = new Promise((done) => {
    addEventListener('keydown', ({ timeStamp }) => {
      const look = () => {
        if (!(${shown})) return requestAnimationFrame(look)
        requestAnimationFrame((at) => done([at - timeStamp, timeStamp]))
      }
      requestAnimationFrame(look)
    }, { capture: true, once: true })
  })
  ${
    isOurs
      ? `globalThis.stored = ${RECORD}('${MOVED}').then(async (before) => {
    while (await ${RECORD}('${MOVED}') === before);
    return performance.now()
  })`
      : 'globalThis.stored = 0'
  }; 0`)
  await page.keyboard.press(key)
  const [ms, from, at] = await page.evaluate<[number, number, number]>(
    'Promise.all([bench, stored]).then(([[ms, from], at]) => [ms, from, at])',
  )
  return { frames: Math.round(ms / FRAME), ms: at - from }
}
