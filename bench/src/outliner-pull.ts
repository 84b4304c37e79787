/** The first pull, and the second start. */
import { median, type Ratio } from './measure.ts'
import { DATABASE, openFloor, openPlace, type Outliner } from './outliner-browser.ts'

const STARTS = 7

/** Puts the records of the archive into a plain database, each line in one durable transaction. */
const PULL = `(async () => {
  const { account, id } = JSON.parse(localStorage.getItem('notegraph-device'))
  const begin = performance.now()
  const opening = indexedDB.open('floor')
  opening.onupgradeneeded = () => opening.result.createObjectStore('local', { keyPath: 'id' })
  await new Promise((done) => { opening.onsuccess = done })
  const headers = { 'Notegraph-Account': account, 'Notegraph-Device': id, Accept: 'application/x-ndjson' }
  const answer = await fetch('/api/sync/archive', { headers })
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let count = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (text + value).split('\\n')
    text = lines.pop()
    for (const line of lines) {
      const { records } = JSON.parse(line)
      const putting = opening.result.transaction('local', 'readwrite', { durability: 'strict' })
      for (const one of records) putting.objectStore('local').put(one)
      count += records.length
      await new Promise((stored) => { putting.oncomplete = stored })
    }
  }
  opening.result.close()
  indexedDB.deleteDatabase('floor')
  return [performance.now() - begin, count]
})()`

/** Pulls everything into a new browser. */
export async function pullRatio(outliner: Outliner): Promise<Ratio> {
  const begin = performance.now()
  await openPlace(outliner, '/')
  const ours = performance.now() - begin
  const floor = await openFloor(outliner)
  const [least, records] = await floor.evaluate<[number, number]>(PULL)
  await floor.close()
  if (records < 100_000) throw new Error(`the archive has ${records} records`)
  return {
    name: 'outliner: the first pull of 100,000 blocks',
    of: 'from the first opening until everything is on the device',
    to: 'the archive put into IndexedDB, each of its parts in one durable transaction',
    ratio: least / ours,
    target: 0.5,
    notes: `${(ours / 1_000).toFixed(1)} s; the floor took ${(least / 1_000).toFixed(1)} s`,
  }
}

const FIRST_BLOCK = `(() => {
  const look = () => {
    if (document.querySelector('[data-block]') === null) return requestAnimationFrame(look)
    setTimeout(() => { globalThis.painted = performance.now() })
  }
  requestAnimationFrame(look)
})()`
const ONE_RECORD = `${DATABASE}.then((db) => {
  const reading = db.transaction('local').objectStore('local').get('bench-ref-0')
  reading.onsuccess = () => {
    document.body.textContent = reading.result.local.record.words.text
    requestAnimationFrame(() => setTimeout(() => { globalThis.painted = performance.now() }))
  }
})`

/** A start with the notes on the device, in turns with an empty page that reads one of them. */
export async function startRatio(outliner: Outliner): Promise<Ratio> {
  const page = await outliner.context.newPage()
  await page.addInitScript(FIRST_BLOCK)
  const floor = await openFloor(outliner)
  const painted =
    'new Promise((done) => { const look = () => globalThis.painted ? done(painted) : setTimeout(look, 5); look() })'
  const ours: number[] = []
  const bare: number[] = []
  for (let turn = 0; turn < STARTS; turn++) {
    // A tab behind another one is drawn once a second.
    await floor.bringToFront()
    await floor.reload()
    await floor.evaluate(ONE_RECORD + ';0')
    bare.push(await floor.evaluate<number>(painted))
    await page.bringToFront()
    await page.goto(`${outliner.base}/page/bench-refers-0`)
    ours.push(await page.evaluate<number>(painted))
  }
  await page.close()
  await floor.close()
  const [own, least] = [median(ours), median(bare)]
  return {
    name: 'outliner: the second start',
    of: 'from the opening until the first block is painted',
    to: 'an empty page that opens the database and reads one record',
    ratio: least / own,
    target: 0.5,
    notes: `${own.toFixed(0)} ms; the floor took ${least.toFixed(0)} ms`,
  }
}
