/** Labels of the types of pages. */
import type { ResolvedType } from '@notegraph/graph'
import { PAGE_TYPES } from '@notegraph/page-types'

/** Types in their displayed order, each with its singular and its plural. */
export const TYPES: readonly (readonly [type: ResolvedType, one: string, more: string])[] = [
  ['page', 'Page', 'Plain pages'],
  ['journal', 'Journal day', 'Journal days'],
  ...PAGE_TYPES.map(({ type, label, plural }) => [type, label, plural] as const),
  ['whiteboard', 'Whiteboard', 'Whiteboards'],
  ['pdf', 'PDF', 'PDFs'],
]

export const typeWord = (type: ResolvedType): string => TYPES.find(([one]) => one === type)?.[1] ?? type
