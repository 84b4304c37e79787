/** A person at the outliner of one browser: an engine over a store that outlives crashes, and two windows over it. */
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import {
  caretIn,
  deletionsOf,
  outlineOf,
  outlineState,
  runCommand,
  visibleBlocks,
  withRevs,
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

export const PAGE = 'log'

/** `deaf`: requests arrive, and their answers are lost. */
export type Network = 'on' | 'cut' | 'deaf'

/** Commands on the words of blocks that are there. */
const ON_WORDS: ReadonlySet<string> = new Set(['type', 'joinUp', 'joinDown', 'delete'])

/** A step at the keyboard. `at` and `caret` choose a block and a letter of it. */
export interface KeyStep {
  readonly window: 0 | 1
  readonly command: Command['do'] | 'undo' | 'redo'
  readonly at: number
  readonly caret: number
  /** Types into the words that the window showed before, or takes them away, while an edit of others is on its way. */
  readonly isStale: boolean
}

interface Window {
  readonly toEngine: EngineWindow
  readonly history: UndoHistory
  shown: OutlineState | undefined
}

export interface Typist {
  network: Network
  readonly engine: Engine
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
    return { toEngine, history: undoHistory(toEngine.engine), shown: undefined }
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

  async function shownIn({ toEngine }: Window): Promise<OutlineState> {
    const rows = await toEngine.engine.blocks(PAGE)
    const counts = await toEngine.engine.referenceCounts(rows.map(({ record }) => record.id))
    return outlineState(
      outlineOf(
        PAGE,
        rows.map(({ record: { id, words, versions }, depth }, i) => ({
          id,
          depth,
          content: words.text,
          rev: words.rev,
          referred: counts[i]! > 0,
          unsettled: versions !== undefined,
        })),
      ),
    )
  }

  async function step(
    { window: n, command, at, caret, isStale }: KeyStep,
    word: string,
  ): Promise<string | undefined> {
    const window = windows[n]!
    const { history } = window
    if (command === 'undo' || command === 'redo') {
      await history[command]()
      return undefined
    }
    const shown = (isStale && ON_WORDS.has(command) ? window.shown : undefined) ?? (await shownIn(window))
    window.shown = shown
    const all = visibleBlocks(shown.outline, null)
    const id = all[at % Math.max(1, all.length)]
    const focus = id === undefined ? null : caretIn(shown.outline, id, caret)
    let state: OutlineState = { ...shown, focus }
    const send = async (edits: Edit, revs: Map<string, string>): Promise<boolean> => {
      if (edits.length === 0) return false
      const result = await history.edit(withRevs(edits, revs, deletionsOf(shown.outline, edits)), {
        id: newId(),
      })
      if (result.ok) for (const { id: one, rev } of result.edited) if (rev !== undefined) revs.set(one, rev)
      return result.ok
    }
    const run = (one: Command): ReturnType<typeof runCommand> => {
      const outcome = runCommand(state, one, { newId, today: 20261120 })
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
              blocks: [{ content: word, children: [{ content: `under ${word}`, children: [] }] }],
            }
          : ({ do: command } as Command),
    )
    if (!outcome.done) return undefined
    const isTyped = await send(outcome.typed, revs)
    const isEdited = await send(outcome.edit, revs)
    return (command === 'type' && isTyped) || (command === 'paste' && isEdited) ? word : undefined
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
