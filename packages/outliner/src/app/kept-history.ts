/** The undo history of a window, which outlives a reload. It is kept with the notes, and deleted with them. @see outliner 3.2 */
import { undoHistory, type RemoteEngine, type UndoHistory, type UndoStep } from '@notegraph/sync'

/** Milliseconds for which the steps of a closed window stay. */
const KEPT_FOR = 600_000
/** The most characters of kept steps, the latest first. */
const MOST_CHARACTERS = 1_000_000
/** Milliseconds from a step until it is kept. */
const KEEP_AFTER = 300

const PREFIX = 'undo:'

interface Kept {
  readonly at: number
  readonly steps: readonly UndoStep[]
}

/** Undo and redo of one window. */
export type WindowHistory = Pick<UndoHistory, 'edit' | 'undo' | 'redo'>

type Store = Pick<RemoteEngine, 'edit' | 'undo' | 'own' | 'ownKeys' | 'keep'>

/**
 * The history of a window.
 *
 * @param windowId the same after a reload, and another one in each window
 * @param stepped called when an edit, an undo or a redo begins
 */
export function keptHistory(
  engine: Store,
  windowId: string,
  stepped: () => void = () => {},
  now: () => number = Date.now,
): WindowHistory {
  const key = PREFIX + windowId
  const opened = readKept(engine, key)
    .catch(() => undefined)
    .then((kept) =>
      undoHistory(engine, { steps: kept !== undefined && now() - kept.at < KEPT_FOR ? kept.steps : [] }),
    )
  void opened.then(async () => forgetOthers(engine, key, now()))
  let timer: ReturnType<typeof setTimeout> | undefined

  async function step<T>(work: (history: UndoHistory) => Promise<T>): Promise<T> {
    stepped()
    const history = await opened
    const result = await work(history)
    timer ??= setTimeout(() => {
      timer = undefined
      const kept: Kept = { at: now(), steps: latest(history.steps) }
      void engine.keep([[key, JSON.stringify(kept)]])
    }, KEEP_AFTER)
    return result
  }
  return {
    edit: async (edits, options) => step(async (history) => history.edit(edits, options)),
    undo: async () => step(async (history) => history.undo()),
    redo: async () => step(async (history) => history.redo()),
  }
}

async function readKept(engine: Store, key: string): Promise<Kept | undefined> {
  const text = await engine.own(key)
  return text === undefined ? undefined : (JSON.parse(text) as Kept)
}

/** Deletes the steps of windows that were closed long ago. */
async function forgetOthers(engine: Store, own: string, now: number): Promise<void> {
  for (const key of await engine.ownKeys(PREFIX)) {
    if (key === own) continue
    const kept = await readKept(engine, key)
    if (kept && now - kept.at >= KEPT_FOR) await engine.keep([[key, null]])
  }
}

/** The last steps that fit. */
function latest(steps: readonly UndoStep[]): readonly UndoStep[] {
  let size = 0
  let from = steps.length
  while (from > 0 && (size += JSON.stringify(steps[from - 1]).length) <= MOST_CHARACTERS) from--
  return steps.slice(from)
}
