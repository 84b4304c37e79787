/** The counts of a restore in words: before it happens, and after it. */
import type { RestoreAnswer } from '@notegraph/contract'
import { counted } from '@notegraph/service'
import { html, type Html } from '../html.ts'

const WORDS = { changed: 'Changed', back: 'Brought back', gone: 'Deleted' } as const

/** `Changed: 1 page and 2 blocks`, for each way in which something changes. */
function changesOf({ pages, blocks }: RestoreAnswer): string[] {
  return (['changed', 'back', 'gone'] as const).flatMap((how) => {
    const counts = [
      ...(pages[how] > 0 ? [counted(pages[how], 'page')] : []),
      ...(blocks[how] > 0 ? [counted(blocks[how], 'block')] : []),
    ]
    return counts.length > 0 ? [`${WORDS[how]}: ${counts.join(' and ')}`] : []
  })
}

/** Whether a restore would write nothing. */
export const isNothing = (answer: RestoreAnswer): boolean => changesOf(answer).length === 0

/** The counts of a preview. */
export const previewWords = (answer: RestoreAnswer): Html =>
  html`<p>A restore makes these changes:</p>
    <ul>
      ${changesOf(answer).map((words) => html`<li>${words}</li>`)}
    </ul>
    ${keptWords(answer)}`

/** The result of a restore. */
export const restoredWords = (answer: RestoreAnswer): string =>
  isNothing(answer) ? 'Nothing was different.' : `Restored. ${changesOf(answer).join('. ')}.`

const keptWords = ({ kept }: RestoreAnswer): Html | undefined =>
  kept > 0
    ? html`<p class="muted small">
        ${counted(kept, 'newer block with conflicting versions stays', 'newer blocks with conflicting versions stay')}.
      </p>`
    : undefined
