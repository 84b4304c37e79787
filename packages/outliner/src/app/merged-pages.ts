/**
 * Pages that became one because they had one name. This device notes the merges that it did not make. The page that is left
 * then says why it has more blocks, until the person has read it.
 *
 * @see outliner 4.4
 */
import { nameOf, propOf } from '@notegraph/graph'
import { INTO, type Engine } from '@notegraph/sync'

type Noting = Pick<Engine, 'on' | 'own' | 'keep' | 'record'>
type Own = Pick<Engine, 'own' | 'keep'>

const keyOf = (pageId: string): string => `merged ${pageId}`
/** Names that are kept for one page. */
const MOST = 20

/** The names of the pages that became part of one. */
export async function mergedInto(engine: Pick<Own, 'own'>, pageId: string): Promise<readonly string[]> {
  const text = await engine.own(keyOf(pageId))
  return text === undefined ? [] : (JSON.parse(text) as readonly string[])
}

export const forgetMerges = async (engine: Pick<Own, 'keep'>, pageId: string): Promise<void> =>
  engine.keep([[keyOf(pageId), null]])

/** Notes merges from now on. For the one engine of all windows. */
export function keepMerged(engine: Noting): void {
  async function note(id: string): Promise<void> {
    const record = await engine.record(id)
    if (record?.kind !== 'page' || record.deleted === undefined) return
    const into = propOf(record, INTO)
    if (typeof into !== 'string') return
    const names = [...(await mergedInto(engine, into)), nameOf(record)].slice(-MOST)
    await engine.keep([[keyOf(into), JSON.stringify(names)]])
  }
  let turn: Promise<unknown> = Promise.resolve()
  engine.on('changes', ({ by, changes = [] }) => {
    // A rename of this browser says itself that both pages are one.
    if (by === 'here' || by === 'window') return
    for (const one of changes)
      if (one.group === 'record' && one.is === null && one.was?.kind === 'page')
        // A device that cannot store says so by its state.
        turn = turn.then(async () => note(one.id)).catch(() => {})
  })
}
