/** The open dialog. Keys, menus and commands of blocks open it. */
import { signal, type Signal } from '@preact/signals'
import type { ActiveField } from './active-field.ts'
import type { PageModel } from './page-model.ts'

export type Dialog =
  | { readonly show: 'switcher' | 'help' }
  /** Asks for the page to which the picked blocks move, or a block that is not picked. */
  | { readonly show: 'move'; readonly model: PageModel; readonly id?: string }
  /** The commands of a block. */
  | { readonly show: 'block'; readonly model: PageModel; readonly id: string }
  /** Asks for a template: for the caret of a page, or for new days. */
  | { readonly show: 'template'; readonly model?: PageModel }
  /** Asks about changes that are not on the server, before the session ends. */
  | { readonly show: 'signOut'; readonly form: HTMLFormElement; readonly waiting: number }
  /** Asks for a day, and puts it into the block of a field. */
  | { readonly show: 'date'; readonly ask: 'scheduled' | 'deadline' | 'date'; readonly field: ActiveField }

export const dialog: Signal<Dialog | undefined> = signal(undefined)
