/** Pastes. The module that reads them is loaded at the first one. @see outliner 3.3, 6.5 */
import type { Paste, PasteSetting } from '@notegraph/outliner'

/** The texts of the clipboard. They can be read during the event alone. */
export interface Copied {
  readonly text: string
  readonly html: string
}

export const copiedIn = (data: DataTransfer): Copied => ({
  text: data.getData('text/plain'),
  html: data.getData('text/html'),
})

/** @param setting asked when the module is there, because somebody may have typed meanwhile */
export async function planLater(copied: Copied, setting: () => PasteSetting): Promise<Paste> {
  const { planOf } = await import('./clipboard.ts')
  return planOf(copied, setting())
}
