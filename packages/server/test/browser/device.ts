/**
 * A small app around the sync engine, for the page of a test. It shows a page's outline, a button for each version of a
 * conflict, and a field that replaces a block's text.
 */
import { createEngine, fetchTransport, systemEnvironment, type Engine } from '@notegraph/sync'
import { indexedDbStore } from '@notegraph/sync/indexeddb'

/** The parts of `window` that are used, so that packages do not need its types. */
interface Window {
  readonly location: { readonly origin: string }
  readonly document: { readonly body: Element; createElement(name: string): Element }
}
interface Element {
  textContent: string
  replaceChildren(...children: Element[]): void
  append(...children: Element[]): void
  addEventListener(event: string, run: () => void): void
}

const window = globalThis as unknown as Window

/** @param isTimerOff whether timers never fire: no push two seconds after an edit, no pull every minute */
async function startDevice(device: string, session: string, isTimerOff: boolean): Promise<Engine> {
  const engine = createEngine({
    device,
    store: await indexedDbStore('device'),
    transport: fetchTransport({ url: window.location.origin, token: session }),
    environment: { ...systemEnvironment(), ...(isTimerOff && { later: () => () => {} }) },
  })
  const drawAll = () => void draw(engine)
  engine.on('change', drawAll)
  engine.on('state', drawAll)
  await engine.start()
  await draw(engine)
  return engine
}

async function draw(engine: Engine): Promise<void> {
  const items: Element[] = [element('p', engine.state.status)]
  for (const page of (await engine.pages()).toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    for (const { record, depth } of await engine.blocks(page.id)) {
      const item = element('li', '')
      item.append(element('span', `${'> '.repeat(depth)}${record.words.text}`))
      for (const { rev, text } of record.versions ?? []) {
        const button = element('button', text)
        button.addEventListener('click', () => void engine.pick(record.id, rev))
        item.append(button)
      }
      items.push(item)
    }
  window.document.body.replaceChildren(...items)
}

function element(name: string, text: string): Element {
  const made = window.document.createElement(name)
  made.textContent = text
  return made
}

Object.assign(globalThis, {
  begin: async (device: string, session: string, isTimerOff = false) => {
    Object.assign(globalThis, { engine: await startDevice(device, session, isTimerOff) })
  },
})
