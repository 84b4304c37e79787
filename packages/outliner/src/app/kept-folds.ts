/** The folds of this device, by page. A fold is no edit, and stays over a reload. @see outliner 3.1 */
import type { RemoteEngine } from '@notegraph/sync'

type Store = Pick<RemoteEngine, 'own' | 'keep'>
export type Folds = ReadonlyMap<string, boolean>

/** Folds of one page that are kept, the latest. */
const MOST = 2_000
const keyOf = (pageId: string): string => `folds:${pageId}`

export async function readFolds(engine: Store, pageId: string): Promise<Folds> {
  const text = await engine.own(keyOf(pageId))
  return new Map(text === undefined ? [] : (JSON.parse(text) as [string, boolean][]))
}

/** Adds to the folds that are kept. Other views of the page have folds of their own. */
export async function keepFolds(engine: Store, pageId: string, changes: Folds): Promise<void> {
  const folds = new Map(await readFolds(engine, pageId))
  for (const [id, folded] of changes) {
    folds.delete(id)
    folds.set(id, folded)
  }
  await engine.keep([[keyOf(pageId), JSON.stringify([...folds].slice(-MOST))]])
}
