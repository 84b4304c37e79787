/** A page of 1,000 blocks: its first screen, the whole of it, and scrolling. */
import { median, type Ratio } from './measure.ts'
import { DATABASE, openPlace, type Outliner } from './outliner-browser.ts'
import { SCREENS } from './outliner-graph.ts'

const TURNS = 5
const BLOCKS = 1_000
const SECOND = 1_000
const STEPS = 60
const MOST_BLANK = 2

/** Follows a link to the page. @returns milliseconds until the first screen is painted, and until all rows are there */
const OPEN = `new Promise((done) => {
  const link = document.createElement('a')
  link.href = '/page/${SCREENS}'
  document.querySelector('main').append(link)
  const begin = performance.now()
  let first
  const look = () => {
    const rows = document.querySelectorAll('[data-page="${SCREENS}"] [data-block]').length
    if (first === undefined && rows > 0) setTimeout(() => { first = performance.now() - begin })
    if (first !== undefined && rows === ${BLOCKS}) return done([first, performance.now() - begin])
    requestAnimationFrame(look)
  }
  link.click()
  requestAnimationFrame(look)
})`

const READ = `${DATABASE}.then((db) => new Promise((done) => {
  const begin = performance.now()
  const reading = db.transaction('local').objectStore('local').index('mark').getAll('on:${SCREENS}')
  reading.onsuccess = () => done(performance.now() - begin)
}))`

/** Scrolls by more than a screen in each frame. @returns the most frames in which a place of the screen showed no row */
const SCROLL = `(async () => {
  let blank = 0
  let most = 0
  const isBlank = () => [0.2, 0.4, 0.6, 0.8].some((part) => {
    const at = document.elementFromPoint(innerWidth / 2, innerHeight * part)
    return at !== null && at.matches('.rows, .tree')
  })
  for (let step = 0; step < ${STEPS}; step++) {
    scrollBy(0, 1.3 * innerHeight)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    blank = isBlank() ? blank + 2 : 0
    most = Math.max(most, blank)
  }
  return most
})()`

export async function pageRatios(outliner: Outliner): Promise<Ratio[]> {
  const { page } = outliner
  const floors: number[] = []
  const firsts: number[] = []
  const wholes: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    await openPlace(outliner, '/')
    await page.evaluate(READ)
    floors.push(await page.evaluate<number>(READ))
    const [first, whole] = await page.evaluate<[number, number]>(OPEN)
    firsts.push(first)
    wholes.push(whole)
  }
  const blank = await page.evaluate<number>(SCROLL)
  const [floor, first, whole] = [median(floors), median(firsts), median(wholes)]
  return [
    {
      name: 'outliner: the first screen of a page of 1,000 blocks',
      of: 'from the click on a link until it is painted',
      to: 'a read of the same records from IndexedDB',
      ratio: floor / first,
      target: 0.5,
      notes: `${first.toFixed(0)} ms; the floor took ${floor.toFixed(0)} ms`,
    },
    {
      name: 'outliner: all of a page of 1,000 blocks',
      of: 'from the click until the search of the browser finds each row',
      to: 'a second',
      ratio: SECOND / whole,
      target: 1,
      notes: `${whole.toFixed(0)} ms`,
    },
    {
      name: 'outliner: blank rows while scrolling',
      of: 'the most frames in a row with a blank part of the screen',
      to: `${MOST_BLANK} frames`,
      ratio: MOST_BLANK / Math.max(1, blank),
      target: 1,
      notes: `${blank} frames`,
    },
  ]
}
