/** Types of pages in words. */
import type { ResolvedType } from '@notegraph/graph'
import { PAGE_TYPES } from '@notegraph/page-types'

/** Types in the order in which they are offered, each with its words for one and for more. */
export const TYPES: readonly (readonly [type: ResolvedType, one: string, more: string])[] = [
  ['page', 'Page', 'Plain pages'],
  ['journal', 'Journal day', 'Journal days'],
  ...PAGE_TYPES.map(({ type, label, plural }) => [type, label, plural] as const),
  ['whiteboard', 'Whiteboard', 'Whiteboards'],
  ['pdf', 'PDF', 'PDFs'],
]

export const typeWord = (type: ResolvedType): string => TYPES.find(([one]) => one === type)?.[1] ?? type
