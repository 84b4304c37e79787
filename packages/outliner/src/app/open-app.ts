/** The parts that all views share: the notes of the device, the pages, the renderer, and the state of the device. */
import type { OwnKeys } from '@notegraph/outliner'
import type { Edit, EditsResult, State, Upload, WireError } from '@notegraph/sync'
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { insertLinks, placeBehind, type ActiveField } from './active-field.ts'
import { OWN_KEYS, ownKeys } from './keys.ts'
import { Files } from './files.ts'
import { openNotes, type Notes } from './notes.ts'
import type { Device } from './device.ts'
import { SKIPPED } from './page-model.ts'
import { longBlocks, lostBlocks, onTheWay } from './sending.ts'
import { Pages } from './pages.ts'
import { toSignIn } from './places.ts'
import { stepElsewhere } from './step-elsewhere.ts'
import { blockRenderer, type RenderBlock } from './render-block.ts'
import { openReview, type Review } from './review.ts'
import { today } from './today.ts'
import { statusLine, type StatusLine } from './status.ts'

/** A message about something that was done or refused. */
export interface Notice {
  readonly words: string
  /** Whether it offers to undo the latest step. The next step takes the message away. */
  readonly canUndo: boolean
}

export interface OpenApp {
  readonly device: Device
  readonly notes: Notes
  readonly pages: Pages
  readonly files: Files
  /** Adds files to the account, and their links at the caret of a field, or behind its block if the caret has left it. */
  addFiles(field: ActiveField, files: Iterable<File>): Promise<void>
  /** Whether there is a page beside today's. Unknown until everything of the server is here. */
  readonly hasNotes: ReadonlySignal<boolean | undefined>
  readonly render: RenderBlock
  /** The state of the engine. Files are counted as changes. */
  readonly state: ReadonlySignal<State>
  /** Files that the server refused. */
  readonly refusedFiles: ReadonlySignal<readonly Upload[]>
  readonly status: ReadonlySignal<StatusLine>
  readonly notice: Signal<Notice | undefined>
  /** Whether the notes are those of the server, as far as they can be without its answer. */
  readonly isSettled: ReadonlySignal<boolean>
  /** Lets a newer shell take over, once there is one. */
  readonly newShell: Signal<(() => void) | undefined>
  /** Why the server refused records of this device, by id. */
  readonly refusals: Signal<ReadonlyMap<string, WireError>>
  /** Changes of programs and assistants since the person last looked. */
  readonly review: Review
  /**
   * Makes edits that no outline shows, as one step of undo.
   *
   * @param words say what was done, and offer to undo it
   */
  edit(edits: readonly Edit[], words?: string): Promise<EditsResult>
  /** Undoes or redoes a step where no outline has the keys. @param isByKey the caret goes there */
  walk(direction: 'undo' | 'redo', isByKey?: boolean): Promise<void>
}

export function openApp(device: Device): OpenApp {
  const notice = signal<Notice | undefined>(undefined)
  let isFirst = true
  const notes = openNotes(device, () => {
    // The browser may ask the person, so not before there is something to keep.
    if (isFirst) void navigator.storage?.persist?.()
    isFirst = false
    if (notice.peek()?.canUndo === true) notice.value = undefined
  })
  const { engine } = notes
  const pages = new Pages(notes)
  const files = new Files(engine)
  const state = signal(engine.state)
  const tell = (): void => void (state.value = engine.state)
  const isSettled = computed(() => {
    const { status, syncedAt } = state.value
    return status === 'idle' || (syncedAt !== undefined && (status === 'offline' || status === 'error'))
  })
  engine.on('state', (state) => {
    tell()
    if (state.status !== 'error' || state.reason.code !== 'unauthorized') return
    // If this fails, the outliner does it at its start.
    const left = pages.stored().then(async () => (await import('./leave.ts')).leaveEnded(device, engine))
    void left.then(toSignIn, toSignIn)
  })
  engine.on('counts', tell)
  const uploads = signal<readonly Upload[]>([])
  engine.on('uploads', (all) => void (uploads.value = all))
  // The worker answers later than an engine in this program.
  void Promise.resolve(engine.uploads()).then((all) => (uploads.value = all))
  const refusedFiles = computed(() => uploads.value.filter(({ status }) => status === 'failed'))
  const withFiles = computed((): State => {
    const { pending, refused } = state.value
    const waiting = uploads.value.length - refusedFiles.value.length
    return { ...state.value, pending: pending + waiting, refused: refused + refusedFiles.value.length }
  })
  const refusals = signal<ReadonlyMap<string, WireError>>(new Map())
  const readRefusals = async (): Promise<void> => {
    if (engine.state.refused + refusals.peek().size === 0) return
    const { refused } = await engine.pending()
    refusals.value = new Map(refused.map(({ id, reason }) => [id, reason]))
  }
  engine.on('counts', () => void readRefusals())
  engine.on('state', () => void readRefusals())
  const isComplete = signal(false)
  const complete = async (): Promise<void> => {
    if (isComplete.peek() || !isSettled.peek()) return
    await pages.read()
    isComplete.value = true
  }
  void complete()
  void engine.own(OWN_KEYS).then((kept) => {
    if (kept !== undefined) ownKeys.value = JSON.parse(kept) as OwnKeys
    return undefined
  })
  engine.on('state', () => void complete())
  function store(): void {
    const storing = pages.stored()
    notes.unstored.keep(pages.unstored())
    void storing.then(() => notes.unstored.drop())
  }
  // The browser may end a hidden page at any time, and the day may be another one when it is shown again.
  document.addEventListener('visibilitychange', () => {
    store()
    void pages.read()
    void engine.sync()
  })
  addEventListener('pagehide', store)
  // A day ends while the window is open.
  setInterval(() => {
    if (pages.days.peek()[0] !== today()) void pages.read()
  }, 60_000)
  addEventListener('beforeunload', (event) => {
    if (lostBlocks.peek() > 0) event.preventDefault()
  })
  const makeUnstored = (): void =>
    void notes.unstored.make(notes.history, engine).then(refuse, ({ message }: Error) => refuse([message]))
  makeUnstored()
  // Another window of this browser is closed.
  addEventListener('storage', makeUnstored)

  function refuse(faults: readonly string[]): void {
    if (faults.length > 0) notice.value = { words: faults.join(' '), canUndo: false }
  }
  async function edit(edits: readonly Edit[], words?: string): Promise<EditsResult> {
    await pages.stored()
    const result = await notes.history.edit(edits)
    if (!result.ok) refuse([result.error])
    else if (words !== undefined) notice.value = { words, canUndo: true }
    return result
  }
  return {
    device,
    notes,
    pages,
    files,
    state: withFiles,
    refusedFiles,
    status: computed(() => {
      const loss = longBlocks.value > 0 ? 'length' : lostBlocks.value > 0 ? 'device' : undefined
      const [refusal = refusedFiles.value[0]?.reason] = refusals.value.values()
      return statusLine(withFiles.value, loss, onTheWay.value > 0, refusal)
    }),
    notice,
    isSettled,
    newShell: signal(undefined),
    refusals,
    review: openReview({
      device,
      engine,
      sendEdits: async () => {
        await pages.stored()
        return engine.sync()
      },
      say: (words) => refuse([words]),
    }),
    edit,
    async walk(direction, isByKey) {
      await pages.stored()
      const stepped = pages.stepping()
      const result = await notes.history[direction]()
      if (!result) return
      const { skipped, changes } = result
      if (skipped.length > 0) refuse([SKIPPED])
      if (!isByKey || stepped(changes) || changes.length === 0 || skipped.length > 0) return
      refuse([await stepElsewhere(engine, direction, changes)])
    },
    async addFiles(field, list) {
      const behind = placeBehind(field.model.state)
      const { links, faults } = await files.add(list)
      if (field.isOpen()) insertLinks(field, links)
      else await (await import('./add-blocks.ts')).addBlocks({ edit }, behind, links)
      refuse(faults)
    },
    hasNotes: computed(() =>
      isComplete.value ? pages.all.value.some(({ day }) => day !== today()) : undefined,
    ),
    render: blockRenderer(engine, files),
  }
}
