/** Readings that are repeated when the graph changes: of a page, a list or a query, in the engine's program or in a window. */
import type { GraphChange } from './change-event.ts'
import type { Engine } from './engine-api.ts'
import { reportError } from './system.ts'

/** Choices of a watch. */
export interface WatchOptions {
  /** Only changes of these pages, and of blocks on them, repeat the reading. Default: every change. */
  readonly pages?: readonly string[]
  /** Called if the reading or the listener fails. The next change reads again. Default: reports the error to the program. */
  readonly failed?: (error: unknown) => void
}

/**
 * Reads now, and again after each change. One reading runs at a time, so many fast changes cost few readings.
 *
 * @param read asks the engine
 * @param listen called with the first value, and with each other value and the changes that led to it
 * @returns a function that ends the watch
 * @example
 * const end = watch(engine, () => engine.query('(todo now)'), (found) => draw(found))
 * const other = watch(engine, () => engine.blocks(pageId), drawPage, { pages: [pageId] })
 */
export function watch<T>(
  engine: Pick<Engine, 'on'>,
  read: () => Promise<T>,
  listen: (value: T, changes: readonly GraphChange[]) => void,
  { pages, failed = reportError }: WatchOptions = {},
): () => void {
  let changes: GraphChange[] = []
  let isRunning = false
  let isWanted = false
  let isOver = false
  let shown: string | undefined
  const watched = pages && new Set(pages)

  async function run(): Promise<void> {
    isWanted = true
    if (isRunning) return
    isRunning = true
    try {
      while (isWanted) {
        isWanted = false
        const value = await read()
        if (isOver) return
        const heard = changes
        changes = []
        const text = JSON.stringify(value)
        if (text === shown) continue
        shown = text
        listen(value, heard)
      }
    } finally {
      isRunning = false
    }
  }
  const again = (): void =>
    void run().catch((error: unknown) => {
      failed(error)
      // A change came during the reading.
      if (isWanted && !isOver) again()
    })
  const off = engine.on('changes', (change) => {
    if (watched && change.ids.length > 0 && !change.pages.some((id) => watched.has(id))) return
    changes.push(change)
    again()
  })
  again()
  return () => {
    isOver = true
    off()
  }
}
