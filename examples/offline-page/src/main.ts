/** The page: connects this device, then shows the blocks of today and the status of the client. */
import { indexedDbStore } from '@notegraph/sync/indexeddb'
import { openClient, type NotesOfToday } from '../../client/client.ts'
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
  const client = openClient({
    url: location.origin,
    session,
    store: await indexedDbStore('today'),
    device: 'page',
  })
  const drawStatus = oneAtATime(() => showStatus(client))
  const drawBlocks = blockList(element('blocks'), client)
  client.onState(drawStatus)
  element('add').addEventListener('submit', (event) => {
    event.preventDefault()
    void addBlock(client)
  })
  await client.start()
  show('notes', true)
  client.follow((lines) => {
    element('day').textContent = client.day()
    drawBlocks(lines)
    drawStatus()
  })
  // The day may be another one.
  document.addEventListener('visibilitychange', () => void client.lines().then(drawBlocks))
}

async function showStatus(client: NotesOfToday): Promise<void> {
  const state = client.state()
  // The store belongs to another window.
  if (state.status === 'waiting') return void (element('status').textContent = statusText(state))
  // A pass every minute is no news; the first one shows its progress.
  if (state.status !== 'pulling' || state.progress)
    element('status').textContent = statusText(state, await client.pending())
  show('connect', state.status === 'error' && state.reason.code === 'unauthorized')
}

async function addBlock(client: NotesOfToday): Promise<void> {
  const input = element<HTMLInputElement>('new')
  const added = await client.add(input.value)
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
