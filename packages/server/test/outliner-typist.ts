/** A person at the outliner of one browser: an engine over a store that outlives crashes, and two windows over it. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import {
  caretIn,
  deletionsOf,
  focusIn,
  outlineOf,
  outlineState,
  runCommand,
  visibleBlocks,
  withRevs,
  type Caret,
  type Command,
  type Edit,
  type OutlineState,
} from '@notegraph/outliner'
import {
  createEngine,
  engineWindow,
  fetchTransport,
  memoryStore,
  serveEngine,
  undoHistory,
  type Engine,
  type EnginePort,
  type EngineWindow,
  type Environment,
  type Fetch,
  type LocalStore,
  type UndoHistory,
} from '@notegraph/sync'

/** The pages that all edit, by their ids, which are their names too. */
export const PAGES = ['Log', 'Den'] as const

/** `deaf`: requests arrive, and their answers are lost. */
export type Network = 'on' | 'cut' | 'deaf'

/** Commands on the words of blocks that are there. */
const ON_WORDS: ReadonlySet<string> = new Set(['type', 'joinUp', 'joinDown', 'delete'])

/** A step at the keyboard. `at` and `caret` choose a block and a letter of it. */
export interface KeyStep {
  readonly window: 0 | 1
  readonly page: 0 | 1
  /** `moveOver` moves a block to the other page. */
  readonly command: Command['do'] | 'undo' | 'redo' | 'moveOver'
  readonly at: number
  readonly caret: number
  /** Types into the words that the window showed before, or takes them away, while an edit of others is on its way. */
  readonly isStale: boolean
}

interface Window {
  readonly toEngine: EngineWindow
  readonly history: UndoHistory
  /** The last rows that it showed, by page. */
  readonly shown: Map<string, OutlineState>
  /** The caret after the last step, by page. */
  readonly carets: Map<string, Caret>
}

export interface Typist {
  network: Network
  readonly engine: Engine
  /** Carets that were no longer at their words, though nobody but others wrote. */
  readonly jumps: readonly string[]
  /** @returns the words that the device stored, or nothing if it did not do the step */
  step(step: KeyStep, word: string): Promise<string | undefined>
  /** Ends the engine without a warning. Windows ask its successor again. */
  crash(): Promise<void>
  sync(): Promise<unknown>
  end(): Promise<void>
}

export interface TypistOptions {
  readonly name: string
  readonly session: string
  readonly request: (url: string, init: RequestInit) => Response | Promise<Response>
  readonly now: () => number
}

export async function typist({ name, session, request, now }: TypistOptions): Promise<Typist> {
  let ids = 0
  // The beginning of an id becomes a revision.
  const newId = (): string =>
    `${name === 'one' ? 'a' : 'b'}${`${++ids}`.padStart(7, '0')}-0000-4000-8000-000000000000`
  const environment: Environment = { now, later: () => () => {}, random: () => 0.5, newId }
  const kept = memoryStore()
  let network: Network = 'on'
  const fetching: Fetch = async (url, init) => {
    if (network === 'cut') throw new TypeError('cut')
    const answer = await request(url, init)
    if (network === 'deaf') throw new TypeError('lost')
    return answer
  }
  let engine: Engine
  let ports: MessagePort[] = []
  let live: { isDead: boolean }
  const windows = [0, 1].map((): Window => {
    const toEngine = engineWindow()
    return { toEngine, history: undoHistory(toEngine.engine), shown: new Map(), carets: new Map() }
  })
  const transport = fetchTransport({ url: 'http://notes.example', token: session, fetch: fetching })

  async function start(): Promise<void> {
    live = { isDead: false }
    engine = createEngine({ device: name, store: mortal(kept, live), transport, environment })
    const opened = engine.open()
    for (const { toEngine } of windows) {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      serveEngine(engine, port2 as unknown as EnginePort, opened)
      toEngine.connect(port1 as unknown as EnginePort)
    }
    await opened
  }
  function stop(): void {
    live.isDead = true
    for (const port of ports) port.close()
    ports = []
  }

  const jumps: string[] = []

  async function shownIn({ toEngine, carets }: Window, page: string): Promise<OutlineState> {
    const rows = await toEngine.engine.blocks(page)
    const counts = await toEngine.engine.referenceCounts(rows.map(({ record }) => record.id))
    const outline = outlineOf(
      page,
      rows.map(({ record: { id, words, versions }, depth }, i) => ({
        id,
        depth,
        content: words.text,
        rev: words.rev,
        referred: counts[i]! > 0,
        unsettled: versions !== undefined,
      })),
    )
    const left = carets.get(page) ?? null
    const now = focusIn(outline, left, false)
    if (left && now?.kind === 'caret' && jumped(left, now)) jumps.push(`${drawn(left)} became ${drawn(now)}`)
    carets.delete(page)
    return outlineState(outline)
  }

  async function step(
    { window: n, page: p, command, at, caret, isStale }: KeyStep,
    word: string,
  ): Promise<string | undefined> {
    const window = windows[n]!
    const { history } = window
    const page = PAGES[p]
    if (command === 'undo' || command === 'redo') {
      await history[command]()
      return undefined
    }
    const shown =
      (isStale && ON_WORDS.has(command) ? window.shown.get(page) : undefined) ?? (await shownIn(window, page))
    window.shown.set(page, shown)
    const all = visibleBlocks(shown.outline, null)
    const id = all[at % Math.max(1, all.length)]
    const focus = id === undefined ? null : caretIn(shown.outline, id, caret)
    let state: OutlineState = { ...shown, focus }
    if (command === 'moveOver') {
      const where = { pageId: PAGES[1 - p]! }
      if (id !== undefined) await history.edit([{ do: 'moveBlock', id, where }], { id: newId() })
      return undefined
    }
    const send = async (edits: Edit, revs: Map<string, string>): Promise<boolean> => {
      if (edits.length === 0) return false
      const result = await history.edit(withRevs(edits, revs, deletionsOf(shown.outline, edits)), {
        id: newId(),
      })
      if (result.ok) for (const { id: one, rev } of result.edited) if (rev !== undefined) revs.set(one, rev)
      return result.ok
    }
    const run = (one: Command): ReturnType<typeof runCommand> => {
      const outcome = runCommand(state, one, { newId, today: 20261120, minute: 540 })
      if (outcome.done) ({ state } = outcome)
      return outcome
    }
    const revs = new Map([...shown.outline.blocks].map(([one, { rev }]) => [one, rev!]))
    if (command === 'delete' && focus) run({ do: 'escape' })
    if (command === 'type' && focus) {
      const { text, start } = focus
      run({ do: 'type', text: `${text.slice(0, start)} ${word} ${text.slice(start)}`, start, end: start })
    }
    const outcome = run(
      command === 'type'
        ? { do: 'store' }
        : command === 'paste'
          ? {
              do: 'paste',
              blocks: [{ content: word, children: [{ content: `under ${wordUnder(word)}`, children: [] }] }],
            }
          : ({ do: command } as Command),
    )
    if (!outcome.done) return undefined
    const isTyped = await send(outcome.typed, revs)
    const isEdited = await send(outcome.edit, revs)
    if (state.focus?.kind === 'caret') window.carets.set(page, state.focus)
    if (command === 'paste') return isEdited ? word + wordUnder(word) : undefined
    return command === 'type' && isTyped ? word : undefined
  }

  await start()
  return {
    get network() {
      return network
    },
    set network(next) {
      network = next
    },
    get engine() {
      return engine
    },
    jumps,
    step,
    async crash() {
      stop()
      await start()
    },
    sync: async () => engine.sync(),
    end: async () => stop(),
  }
}

/** A store whose owner can die: nothing is written after that. */
function mortal(store: LocalStore, live: { readonly isDead: boolean }): LocalStore {
  return new Proxy(store, {
    get(target, member) {
      const value = Reflect.get(target, member) as unknown
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (live.isDead) throw new Error('The browser has ended this worker.')
        return (value as (...all: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}

/** The word of a block under another one. If both had one word, two people could take away one each. */
const wordUnder = (word: string): string => String.fromCodePoint(word.codePointAt(0)! + 0x1000)

const drawn = ({ text, start }: Caret): string => `${text.slice(0, start)}|${text.slice(start)}`

/** Whether a word that stayed once and in its order is on the other side of the caret. Words of the typist have one letter. */
function jumped(left: Caret, now: Caret): boolean {
  const stay = (text: string, other: string): string =>
    (text.match(/[\u4e00-\u9fff]/g) ?? []).filter((word) => other.includes(word)).join('')
  const all = stay(left.text, now.text)
  return (
    new Set(all).size === all.length &&
    all === stay(now.text, left.text) &&
    stay(left.text.slice(0, left.start), now.text) !== stay(now.text.slice(0, now.start), left.text)
  )
}
