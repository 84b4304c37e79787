/**
 * Undo and redo of one window, in the order of its edits. Another window is another person: its edits are neither undone
 * nor lost.
 */
import type { Edit } from './edit.ts'
import type { EditOptions, EditsResult, Transactions, UndoResult } from './edits.ts'
import type { Changes } from './undo.ts'

/** One step of a history. It is plain data. */
export type UndoStep = Changes

/** The steps that a person can undo and redo. */
export interface UndoHistory {
  /**
   * Makes edits as one step.
   *
   * @param options `joins`: adds the edits to the step before, for example while a person types on in one block
   */
  edit(edits: readonly Edit[], options?: EditOptions & { readonly joins?: boolean }): Promise<EditsResult>
  /** Undoes the latest step; `undefined` without one. `skipped` lists what somebody else changed since. */
  undo(): Promise<UndoResult | undefined>
  /** Makes the step again that was undone last; `undefined` without one. */
  redo(): Promise<UndoResult | undefined>
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** The steps that can be undone, to store them, for example over a reload. */
  readonly steps: readonly UndoStep[]
}

/**
 * Creates a history over an engine.
 *
 * @param options `limit`: the most steps, 200 by default; `steps`: those of an earlier history
 * @example
 * const history = undoHistory(engine)
 * await history.edit([{ do: 'deletePage', id: pageId }])
 * await history.undo()
 */
export function undoHistory(
  engine: Pick<Transactions, 'edit' | 'undo'>,
  { limit = 200, steps = [] }: { readonly limit?: number; readonly steps?: readonly UndoStep[] } = {},
): UndoHistory {
  let undone: UndoStep[] = []
  let done: UndoStep[] = steps.slice(-limit)
  let turn: Promise<unknown> = Promise.resolve()

  /** One after another, because each depends on the step before. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  return {
    edit: async (edits, { joins = false, ...options } = {}) =>
      inTurn(async () => {
        const result = await engine.edit(edits, options)
        if (!result.ok || result.changes.length === 0) return result
        const { id } = result.changes[0]!
        // Another window of the program may have made the last step.
        const isSame = joins && done.at(-1)?.every((one) => one.id === id) === true
        const before = isSame ? done.pop()! : []
        done = [...done, joined(before, result.changes)].slice(-limit)
        undone = []
        return result
      }),
    undo: async () =>
      inTurn(async () => {
        const step = done.at(-1)
        if (!step) return undefined
        const result = await engine.undo(step)
        done = done.slice(0, -1)
        if (result.changes.length > 0) undone = [...undone, result.changes]
        return result
      }),
    redo: async () =>
      inTurn(async () => {
        const step = undone.at(-1)
        if (!step) return undefined
        const result = await engine.undo(step)
        undone = undone.slice(0, -1)
        if (result.changes.length > 0) done = [...done, result.changes].slice(-limit)
        return result
      }),
    get canUndo() {
      return done.length > 0
    },
    get canRedo() {
      return undone.length > 0
    },
    get steps() {
      return done
    },
  }
}

/** A person who types on in one block makes one change, however often the text was stored. */
function joined(before: UndoStep, after: Changes): UndoStep {
  const [last, next] = [before.at(-1), after[0]]
  const isTyping =
    after.length === 1 && last?.group === 'words' && next?.group === 'words' && last.id === next.id
  if (!isTyping || last.is !== next.was) return [...before, ...after]
  return [...before.slice(0, -1), { ...next, was: last.was }]
}
