/** The result of a write, with a button that undoes it: once on the next page, or beside what changed. */
import { postForm } from '../components/form.ts'
import { UNDO_PATH } from '../components/links.ts'
import { notice } from '../components/notice.ts'
import { html, type Html } from '../html.ts'

export interface Written {
  /** Says what happened. */
  readonly words: string
  /** The change to undo; undefined if nothing changed. */
  readonly changeId?: string | undefined
  /** Whether something was left undone. */
  readonly isWarning?: true
}

export const writtenNotice = ({ words, changeId, isWarning }: Written): Html =>
  notice(
    html`<p>${words}</p>
      ${
        changeId !== undefined &&
        postForm(
          UNDO_PATH,
          html`<input type="hidden" name="id" value="${changeId}" /><button class="quiet">Undo</button>`,
        )
      }`,
    isWarning ? 'warn' : 'done',
  )

/** Reads a result from the cookie of the browser. */
export function readWritten(said: unknown): Written | undefined {
  const { words, changeId, isWarning } = said as Readonly<Record<keyof Written, unknown>>
  if (typeof words !== 'string') return undefined
  return {
    words,
    ...(typeof changeId === 'string' && { changeId }),
    ...(isWarning === true && { isWarning }),
  }
}
