/** Pastes. The module that reads them is loaded at the first one. @see outliner 3.3, 6.5 */
import type { ActiveField } from './active-field.ts'
import type { OpenApp } from './open-app.ts'
import type { PageModel } from './page-model.ts'

/** The texts and files of the clipboard. They can be read during the event alone. */
export interface Copied {
  readonly text: string
  readonly html: string
  readonly files: readonly File[]
}

export const copiedIn = (data: DataTransfer): Copied => ({
  text: data.getData('text/plain'),
  html: data.getData('text/html'),
  files: [...data.files],
})

/** The place of a paste. */
export interface PasteInto {
  readonly app: OpenApp
  readonly model: PageModel
  /** The field with the caret. It is read when the module is there, because somebody may have typed meanwhile. */
  readonly field?: ActiveField
  /** Whether the person asked for plain text in one block. */
  readonly isPlain?: boolean
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
