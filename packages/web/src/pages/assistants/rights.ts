/** The rights of a token or an app, as boxes and in words. @see assistants, Rights */
import { RIGHTS } from '@notegraph/contract'
import { rightsOf } from '@notegraph/service'
import type { Right } from '@notegraph/store'
import { html, type Html } from '../../html.ts'

const WORDS: Readonly<Record<Right, string>> = {
  organize: 'Otherwise, it can’t move, rename or delete what is there. Each change can be undone.',
  publish: 'Otherwise, it can’t change what readers of shared pages and sites see.',
}

/** The boxes of a form, none ticked unless given. @param offered the rights that have a box */
export const rightBoxes = (offered: readonly Right[], held: readonly Right[] = []): Html =>
  html`${offered.map(
    (right) =>
      html`<label class="choice">
        <input type="checkbox" name="may" value="${right}" ${held.includes(right) && html`checked`} />
        <span><strong>${RIGHTS[right]}</strong><span class="muted">${WORDS[right]}</span></span>
      </label>`,
  )}`

/** The ticked rights of a form. */
export const rightsIn = (form: FormData): readonly Right[] =>
  rightsOf(form.getAll('may').filter((one) => typeof one === 'string'))

/** Rights after the access in words; nothing without any. */
export const rightsWords = (may: readonly Right[] = []): string =>
  may.map((right) => `. ${RIGHTS[right]}`).join('')
