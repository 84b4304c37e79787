/** The page: connects this device, then shows the blocks of today and the status of the sync engine. */
import { isoDay } from '@notegraph/block-text'
import { dayAt, journalId } from '@notegraph/graph'
import { createEngine, fetchTransport, type Engine } from '@notegraph/sync'
import { indexedDbStore } from '@notegraph/sync/indexeddb'
import { blockList } from './block-list.ts'
import { statusText } from './status-text.ts'

const SESSION = 'notegraph-session'
const element = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T
const show = (id: string, isShown: boolean): void => void (element(id).hidden = !isShown)

// The service worker keeps the page itself, so that it opens without a network.
void navigator.serviceWorker?.register('./service-worker.js')

element('connect').addEventListener('submit', (event) => {
  event.preventDefault()
  localStorage.setItem(SESSION, element<HTMLInputElement>('session').value.trim())
  location.reload()
})

const session = localStorage.getItem(SESSION)
if (session === null) show('connect', true)
else await open(session)

async function open(session: string): Promise<void> {
  const engine = createEngine({
    store: await indexedDbStore('today'),
    transport: fetchTransport({ url: location.origin, session }),
  })
  const draw = oneAtATime(drawer(engine))
  engine.on('change', draw)
  engine.on('state', draw)
  document.addEventListener('visibilitychange', draw) // the day may be another one
  element('add').addEventListener('submit', (event) => {
    event.preventDefault()
    void addBlock(engine)
  })
  await engine.start() // pulls now and after each change elsewhere, and pushes two seconds after an edit
  show('notes', true)
  draw()
}

const today = () => dayAt(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)

/** @returns a function that shows what the engine has now */
function drawer(engine: Engine): () => Promise<void> {
  const drawBlocks = blockList(element('blocks'), engine)
  return async () => {
    const { state } = engine
    element('day').textContent = isoDay(today())
    if (state.status === 'waiting') return void (element('status').textContent = statusText(state))
    drawBlocks(await engine.blocks(journalId(today())))
    // A pass every minute is no news; the first one shows its progress.
    if (state.status !== 'pulling' || state.progress)
      element('status').textContent = statusText(state, await engine.pending())
    show('connect', state.status === 'error' && state.reason.code === 'unauthorized')
  }
}

async function addBlock(engine: Engine): Promise<void> {
  const input = element<HTMLInputElement>('new')
  const page = await engine.openDay(today())
  const added = page.ok ? await engine.addBlock({ pageId: page.id }, input.value) : page
  if (added.ok) input.value = ''
  else element('status').textContent = added.error
}

/** A call during a run asks for one more run after it. */
function oneAtATime(run: () => Promise<void>): () => void {
  let isRunning = false
  let isWanted = false
  return () => void loop()

  async function loop(): Promise<void> {
    isWanted = true
    if (isRunning) return
    isRunning = true
    try {
      while (isWanted) {
        isWanted = false
        await run()
      }
    } finally {
      isRunning = false
    }
  }
}
