/** A client: today's page, search, tasks and undo, online and offline. It is the same in Node, browsers and Electron. */
import { isoDay } from '@notegraph/block-text'
import { dayAt, journalId } from '@notegraph/graph'
import {
  createEngine,
  fetchTransport,
  undoHistory,
  watch,
  type Edit,
  type EditResult,
  type LocalStore,
  type State,
} from '@notegraph/sync'

/** A block of today's page. */
export interface Line {
  readonly id: string
  /** 0 at the top level. */
  readonly depth: number
  readonly text: string
  /** The revision of the text, which an edit names. */
  readonly rev: string
  /** What other devices wrote into the same block meanwhile. */
  readonly others: readonly { readonly text: string; readonly rev: string; readonly device: string }[]
}

export interface ClientOptions {
  /** The address of the server. */
  readonly url: string
  /** The session of this device. */
  readonly session: string
  /** Keeps the graph: `sqliteStore`, `indexedDbStore` or `memoryStore`. */
  readonly store: LocalStore
  /** The name of this device, shown beside its words in a conflict. */
  readonly device?: string
}

export type NotesOfToday = ReturnType<typeof openClient>

export function openClient({ url, session, store, device = 'Example client' }: ClientOptions) {
  const engine = createEngine({ device, store, transport: fetchTransport({ url, token: session }) })
  const history = undoHistory(engine)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const today = () => dayAt(Date.now(), timeZone)

  async function lines(): Promise<Line[]> {
    return (await engine.blocks(journalId(today()))).map(({ record, depth }) => {
      const { id, words, versions = [] } = record
      return { id, depth, ...words, others: versions }
    })
  }

  /** One step of undo. */
  async function edit(one: Edit): Promise<EditResult> {
    const made = await history.edit([one])
    return made.ok ? made.edited[0]! : made
  }

  return {
    lines,
    day: () => isoDay(today()),
    async add(text: string) {
      const page = await engine.openDay(today())
      return page.ok ? edit({ do: 'addBlock', where: { pageId: page.id }, text }) : page
    },
    /** Somebody else's words since then stay too, as a version. The result has the new revision. */
    change: ({ id, rev }: Pick<Line, 'id' | 'rev'>, text: string) => edit({ do: 'setText', id, text, rev }),
    remove: ({ id }: Line) => edit({ do: 'deleteBlock', id }),
    choose: ({ id }: Line, rev: string) => edit({ do: 'pick', id, rev }),
    undo: async () => (await history.undo()) !== undefined,
    redo: async () => (await history.redo()) !== undefined,
    async search(words: string): Promise<string[]> {
      return (await engine.search(words)).blocks.map(({ block }) => block.words.text)
    },
    async openTasks(): Promise<string[]> {
      return (await engine.tasks()).blocks.map(({ block }) => block.words.text)
    },

    /** Pulls now and after each change elsewhere, and pushes within five seconds of an edit. */
    start: () => engine.start(),
    sync: () => engine.sync(),
    stop: () => engine.stop(),
    state: () => engine.state,
    /** What the server has not yet, and what it refused. */
    pending: () => engine.pending(),
    /** Shows today's lines, now and whenever they change. @returns a function that ends it */
    follow: (show: (lines: Line[]) => void) => watch(engine, lines, show),
    onState: (show: (state: State) => void) => void engine.on('state', show),
  }
}
