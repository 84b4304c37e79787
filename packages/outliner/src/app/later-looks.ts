/** The looks of views that today does not need. They are there before the first of these views is drawn. @see outliner 6.5 */
import { addLooks } from './looks.ts'
// oxlint-disable-next-line import/default -- Vite gives the text of the style sheet.
import looks from './views/later.css?inline'

let isDone = false

/** Adds them, once. */
export function addLaterLooks(): void {
  if (isDone) return
  isDone = true
  addLooks(looks)
  // The part of the other pages' looks that today does not need.
  document.querySelector<HTMLLinkElement>('#later-look')!.media = 'all'
}
