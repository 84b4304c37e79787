/** The latest cut of this browser, so that its first paste moves the blocks, in any window. It is kept with the notes, and deleted with them. @see outliner 3.3 */
import type { Cut } from '@notegraph/outliner'
import type { RemoteEngine } from '@notegraph/sync'

type Store = Pick<RemoteEngine, 'own' | 'keep'>

const KEY = 'cut'

/** @param cut `undefined` once something else was copied, or the cut was pasted */
export const keepCut = async (engine: Store, cut: Cut | undefined): Promise<void> =>
  engine.keep([[KEY, cut === undefined ? null : JSON.stringify(cut)]])

export async function keptCut(engine: Store): Promise<Cut | undefined> {
  const text = await engine.own(KEY)
  return text === undefined ? undefined : (JSON.parse(text) as Cut)
}
