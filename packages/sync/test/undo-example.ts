import { undoHistory, type Engine } from '@notegraph/sync'

/** A window of an app: it joins a block with the one below, and its user can undo that. */
export function openWindow(engine: Engine) {
  const history = undoHistory(engine)
  async function join(upper: string, lower: string) {
    const [one, two] = [await engine.record(upper), await engine.record(lower)]
    if (one?.kind !== 'block' || two?.kind !== 'block') return undefined
    return history.edit([
      { do: 'setText', id: upper, text: `${one.words.text} ${two.words.text}`, rev: one.words.rev },
      { do: 'deleteBlock', id: lower },
    ])
  }
  return { join, undo: () => history.undo(), redo: () => history.redo() }
}
