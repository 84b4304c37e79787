import type { Changes, RemoteEngine } from '@notegraph/sync'
import { shownName } from './shown-name.ts'

/** Says where a step of undo or redo was that nothing on the screen shows. @see outliner 3.2 */
export async function stepElsewhere(
  engine: Pick<RemoteEngine, 'record'>,
  direction: 'undo' | 'redo',
  changes: Changes,
): Promise<string> {
  const changed = changes[0] && (await engine.record(changes[0].id))
  const page = changed?.kind === 'block' ? await engine.record(changed.place.pageId) : changed
  const done = direction === 'undo' ? 'Undone' : 'Redone'
  return page?.kind === 'page' ? `${done} on “${shownName(page)}”.` : `${done} on another page.`
}
