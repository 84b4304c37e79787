/** How a shared view names what is on other pages. */
import { fold, readDay } from '@notegraph/block-text'

/** The words of other pages that a reader may not see. */
export const HIDDEN = '…'

/**
 * The key of an embedded page: its folded name, or its day.
 *
 * @example
 * ```ts
 * view.embeddedPages.get(embedKey('Boat'))
 * ```
 */
export const embedKey = (name: string): string => String(readDay(name.trim()) ?? fold(name.trim()))
