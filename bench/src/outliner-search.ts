/** Search as one types, and after a cold start. */
import { median, type Ratio } from './measure.ts'
import { DATABASE, openFloor, type Outliner } from './outliner-browser.ts'

const READY = 3_000
const SLOWER = 3
const WORDS = ['kelo', 'mike', 'nuba', 'tersti', 'lovo']

/** A worker with the folded words of all blocks, which looks for a word in each. */
const SCANNER = `(async () => {
  const code = 'let texts; onmessage = ({ data }) => postMessage(Array.isArray(data)' +
    ' ? (texts = data).length : texts.filter((text) => text.includes(data)).length)'
  const worker = new Worker(URL.createObjectURL(new Blob([code])))
  globalThis.ask = (data) => new Promise((done) => {
    worker.onmessage = ({ data }) => done(data)
    worker.postMessage(data)
  })
  const reading = (await ${DATABASE}).transaction('local').objectStore('local').getAll()
  await new Promise((done) => { reading.onsuccess = done })
  return ask(reading.result.flatMap(({ local: { record } }) =>
    record.kind === 'block' ? [record.words.text.normalize('NFKD').toLowerCase()] : []))
})()`

/** Types a word. @returns milliseconds until its results are there, letter by letter */
const SEARCH = `(async (words) => {
  const field = document.querySelector('input[type=search]')
  const isThere = () => document.querySelector('section[aria-label="Blocks"]') !== null
  const until = (holds) => new Promise((done) => {
    if (holds()) return done()
    const watch = new MutationObserver(() => { if (holds()) { watch.disconnect(); done() } })
    watch.observe(document.body, { subtree: true, childList: true })
  })
  const times = []
  for (const word of words) for (let end = 2; end <= word.length; end++) {
    field.value = word.slice(0, end)
    const begin = performance.now()
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await until(() => !isThere())
    await until(isThere)
    times.push(performance.now() - begin)
    await new Promise((done) => setTimeout(done, 100))
  }
  return times
})`

export async function searchRatios(outliner: Outliner): Promise<Ratio[]> {
  const { context, base } = outliner
  const floor = await openFloor(outliner)
  // Without a window, the worker of all windows ends.
  await outliner.page.goto('about:blank')
  await new Promise((done) => setTimeout(done, 2_000))
  const page = await context.newPage()
  const begin = performance.now()
  await page.goto(`${base}/search?q=kelo`)
  await page.getByRole('group', { name: 'Blocks' }).waitFor()
  const ready = performance.now() - begin
  await floor.evaluate(SCANNER)
  const ours: number[] = []
  const bare: number[] = []
  for (const word of WORDS) {
    const words = JSON.stringify([word])
    bare.push(
      ...(await floor.evaluate<number[]>(`(async () => {
        const times = []
        for (let end = 2; end <= ${word.length}; end++) {
          const begin = performance.now()
          await ask(${words}[0].slice(0, end))
          times.push(performance.now() - begin)
        }
        return times
      })()`)),
    )
    ours.push(...(await page.evaluate<number[]>(`${SEARCH}(${words})`)))
  }
  await page.close()
  await floor.close()
  const [own, least] = [median(ours), median(bare)]
  return [
    {
      name: 'outliner: search as one types',
      of: 'from a letter until its results are in the page',
      to: 'a scan of the folded words of all blocks in a worker',
      ratio: least / own,
      target: Number((1 / SLOWER).toFixed(2)),
      notes: `${own.toFixed(0)} ms; the floor took ${least.toFixed(0)} ms`,
    },
    {
      name: 'outliner: search after a cold start',
      of: 'from the opening of the place until results are in it',
      to: '3 s',
      ratio: READY / ready,
      target: 1,
      notes: `${ready.toFixed(0)} ms`,
    },
  ]
}
