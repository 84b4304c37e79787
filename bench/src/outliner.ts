/**
 * The outliner in Chromium, on a graph of 100,000 blocks. Each floor is in the same browser: a bare text field, a read or a scan of
 * the same records, or an empty page.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ratio } from './measure.ts'
import { signedIn, type Outliner } from './outliner-browser.ts'
import { fillOutliner, signInPath } from './outliner-graph.ts'
import { heapRatios } from './outliner-heap.ts'
import { pullRatio, startRatio } from './outliner-pull.ts'
import { pageRatios } from './outliner-reading.ts'
import { searchRatios } from './outliner-search.ts'
import { commandRatios, threeTabs, typingRatios } from './outliner-typing.ts'
import { start } from './served.ts'

export interface OutlinerOptions {
  /** Keys that are typed, of the 1,000 of the rule. */
  readonly keys?: number
  /** The parts whose names contain it. The first pull always runs, because the others need its notes. */
  readonly only?: string
}

const KEYS = 1_000
/** Keys in three tabs: those of the minute in which no task may be long. */
const KEYS_IN_TABS = 600

export async function outlinerRatios({ keys = KEYS, only = '' }: OutlinerOptions): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  const notes = join(folder, 'notes')
  await fillOutliner(notes)
  const server = await start(notes, undefined)
  const base = `http://127.0.0.1:${server.api}`
  const parts: readonly (readonly [name: string, run: (outliner: Outliner) => Promise<Ratio[]>])[] = [
    ['pull', async (outliner) => [await pullRatio(outliner)]],
    ['pages', pageRatios],
    ['search', searchRatios],
    ['start', async (outliner) => [await startRatio(outliner)]],
    ['commands', commandRatios],
    ['typing', async (outliner) => typingRatios(outliner, keys)],
    ['tabs', async (outliner) => threeTabs(outliner, Math.min(keys, KEYS_IN_TABS))],
    ['heap', heapRatios],
  ]
  try {
    const outliner = await signedIn(base, await signInPath(notes), join(folder, 'profile'))
    try {
      const ratios: Ratio[] = []
      for (const [name, run] of parts) {
        if (name !== 'pull' && !name.includes(only)) continue
        const begin = performance.now()
        const found = await run(outliner)
        ratios.push(...found)
        // All rows are printed at the end, and a run that is ended before has found some.
        const figures = found.map(({ ratio, notes }) => `${ratio.toFixed(2)} (${notes})`).join('; ')
        console.error(
          `outliner: ${name} took ${((performance.now() - begin) / 1_000).toFixed(0)} s: ${figures}`,
        )
      }
      return ratios
    } finally {
      await outliner.context.close()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}
