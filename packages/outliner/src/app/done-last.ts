/** The last command that was done in any outline, for screen readers. @see outliner 5.1 */
import type { Command, OutlineState } from '@notegraph/outliner'
import { signal, type Signal } from '@preact/signals'

export interface DoneLast {
  readonly command: Command['do'] | 'undo' | 'redo'
  readonly state: OutlineState
}

export const doneLast: Signal<DoneLast | undefined> = signal(undefined)
