/** Pastes. The module that reads them is loaded at the first one. @see outliner 3.3, 6.5 */
import type { PasteSetting, TextSelection } from '@notegraph/outliner'
import type { OpenApp } from './open-app.ts'
import type { PageModel } from './page-model.ts'

/** The texts of the clipboard. They can be read during the event alone. */
export interface Copied {
  readonly text: string
  readonly html: string
}

export const copiedIn = (data: DataTransfer): Copied => ({
  text: data.getData('text/plain'),
  html: data.getData('text/html'),
})

/** The place of a paste. */
export interface PasteInto {
  readonly app: OpenApp
  readonly model: PageModel
  /** The field, asked when the module is there, because somebody may have typed meanwhile. */
  readonly setting?: () => PasteSetting
  readonly write?: (field: TextSelection) => void
}

/** Pastes into a field, or behind the selected blocks. */
export async function pasteLater(copied: Copied, into: PasteInto): Promise<void> {
  try {
    const { paste } = await import('./clipboard.ts')
    await paste(copied, into)
  } catch (error) {
    into.model.message.value = `Nothing was pasted: ${error instanceof Error ? error.message : String(error)}`
  }
}
