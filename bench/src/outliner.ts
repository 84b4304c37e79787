/**
 * The outliner in Chromium, on a graph of 100,000 blocks. Each floor is in the same browser: a bare text field, a read or a scan of
 * the same records, or an empty page.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ratio } from './measure.ts'
import { signedIn } from './outliner-browser.ts'
import { fillOutliner, signInPath } from './outliner-graph.ts'
import { pullRatio, startRatio } from './outliner-pull.ts'
import { pageRatios } from './outliner-reading.ts'
import { searchRatios } from './outliner-search.ts'
import { commandRatios, typingRatios } from './outliner-typing.ts'
import { start } from './served.ts'

export interface OutlinerOptions {
  /** Keys that are typed, of the 1,000 of the rule. */
  readonly keys?: number
}

const KEYS = 1_000

export async function outlinerRatios({ keys = KEYS }: OutlinerOptions): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-bench-'))
  const notes = join(folder, 'notes')
  await fillOutliner(notes)
  const server = await start(notes, undefined)
  const base = `http://127.0.0.1:${server.api}`
  try {
    const outliner = await signedIn(base, await signInPath(notes), join(folder, 'profile'))
    try {
      const ratios = [await pullRatio(outliner)]
      ratios.push(...(await pageRatios(outliner)))
      ratios.push(...(await searchRatios(outliner)))
      ratios.push(await startRatio(outliner))
      ratios.push(...(await commandRatios(outliner)))
      ratios.push(...(await typingRatios(outliner, keys)))
      return ratios
    } finally {
      await outliner.context.close()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}
