/**
 * Edits that a window had not seen stored when it was closed. The next window of the account makes them. Each has an id, so
 * one that was stored after all is not made twice.
 *
 * @see outliner 3.9
 */
import type { Day } from '@notegraph/block-text'
import { fieldOf, withRevs, type Deletions, type Edit } from '@notegraph/outliner'
import type { EditsResult } from '@notegraph/sync'
import type { Device } from './device.ts'
import type { WindowHistory } from './kept-history.ts'

export interface SentEdit {
  readonly id: string
  readonly edit: Edit
  /** The blocks that it deletes, as this window showed them. */
  readonly deletions: Deletions
  /** Whether it goes on with the typing of the edit before. */
  readonly joins: boolean
}

/** Edits of one page, in their order. */
export interface Unstored {
  /** The day of the page, if the page is not there yet. */
  readonly day?: Day
  /** The revisions that the first edit was made on, by block. */
  readonly revs: readonly (readonly [block: string, rev: string])[]
  readonly edits: readonly SentEdit[]
}

/** Hands an edit to the device. @param revs the latest revision by block, which the answer sets */
export async function sendEdit(
  history: Pick<WindowHistory, 'edit'>,
  revs: Map<string, string>,
  day: Day | undefined,
  { id, edit, deletions, joins }: SentEdit,
): Promise<EditsResult> {
  const opens = day === undefined ? [] : [{ do: 'openDay' as const, day }]
  const result = await history.edit([...opens, ...withRevs(edit, revs, deletions)], { id, joins })
  if (result.ok) for (const { id: one, rev } of result.edited) if (rev !== undefined) revs.set(one, rev)
  return result
}

/** Keeps the edits of closed windows of one account. */
export class UnstoredEdits {
  readonly #prefix: string
  readonly #key: string
  #isOver = false

  /** @param windowId the same after a reload of this window */
  constructor({ account }: Pick<Device, 'account'>, windowId: string) {
    // No account id has a slash, so no account begins as another one does.
    this.#prefix = `notegraph-unstored/${account}/`
    this.#key = this.#prefix + windowId
  }

  /** Keeps the edits of this window. A window that is closed can do nothing else at once. */
  keep(pages: readonly Unstored[]): void {
    try {
      if (pages.length > 0 && !this.#isOver) localStorage.setItem(this.#key, JSON.stringify(pages))
    } catch {
      // Too long a text. It is on its way to the device, which may store it yet.
    }
  }

  /** This window goes on, and its edits are stored. */
  drop(): void {
    localStorage.removeItem(this.#key)
  }

  /** Drops the edits of all windows, and keeps no more of this one. */
  forget(): void {
    this.#isOver = true
    for (const key of this.#kept()) localStorage.removeItem(key)
  }

  #kept(): readonly string[] {
    return Object.keys(localStorage).filter((one) => one.startsWith(this.#prefix))
  }

  /**
   * Makes the edits that are kept.
   *
   * @param own takes those of this window
   * @param others takes those of other windows, which this one does not undo
   * @returns in words, the edits that can no longer be made
   */
  async make(
    own: Pick<WindowHistory, 'edit'>,
    others: Pick<WindowHistory, 'edit'>,
  ): Promise<readonly string[]> {
    const faults: string[] = []
    for (const key of this.#kept()) {
      const pages = JSON.parse(localStorage.getItem(key) ?? '[]') as readonly Unstored[]
      for (const { day, revs, edits } of pages) {
        const latest = new Map(revs)
        for (const sent of edits) {
          const result = await sendEdit(key === this.#key ? own : others, latest, day, sent)
          if (!result.ok) faults.push(notStored(sent.edit, result.error))
        }
      }
      localStorage.removeItem(key)
    }
    return faults
  }
}

/** The reason why an edit is not stored, with its words, to be copied. */
export function notStored(edit: Edit, reason: string): string {
  // The latest words of each block.
  const words = new Map<string, string>()
  for (const one of edit) if ('text' in one) words.set(one.id, fieldOf(one.text).text)
  return words.size === 0 ? reason : `${reason} Not stored: ${[...words.values()].join('\n')}`
}
