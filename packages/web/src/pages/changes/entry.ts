/** One change with its items, before and after. */
import type { Touched } from '@notegraph/contract'
import type { ChangeView } from '@notegraph/service'
import { html, type Html } from '../../html.ts'
import { textDiff, EFFORT, type CompareOptions } from '../../components/text-diff.ts'
import { counted } from '../../components/paging.ts'

const STATES = { open: undefined, reverted: 'Reverted' } as const

export function stateBadge(state: ChangeView['state']): Html | undefined {
  const words = STATES[state]
  return words === undefined ? undefined : html`<span class="badge">${words}</span>`
}

export interface SidesOptions {
  /** The most characters of each text. */
  readonly most?: number
  /** The most items of the change. */
  readonly first?: number
  /** The address of the page with all items. */
  readonly more?: string
  /** The number of changes on the page. */
  readonly among?: number
}

export function sides(
  { sides }: ChangeView,
  { most, first = Infinity, more, among = 1 }: SidesOptions = {},
): Html {
  const rest = sides.length - first
  const shown = sides.slice(0, first)
  const effort = EFFORT / among / shown.length
  return html`${shown.map((side) => compared(side, { effort, ...(most !== undefined && { most }) }))}
  ${rest > 0 && more !== undefined && html`<p class="small"><a href="${more}">${counted(rest, 'more item')} changed</a></p>`}`
}

function compared({ kind, key, before, after }: Touched, options: CompareOptions): Html {
  const what = key === undefined ? undefined : html`<h3 class="small"><bdi>${key}</bdi></h3>`
  return html`${what}${textDiff(before, after, { ...options, alone: ALONE[kind] })}`
}

const MADE = ['Deleted', 'New'] as const
const ALONE = { block: MADE, page: MADE, property: ['Cleared', 'New'] } as const
