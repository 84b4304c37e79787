/** One change with its items, before and after. */
import type { Touched } from '@notegraph/contract'
import { EFFORT } from '@notegraph/render/difference'
import type { ChangeView } from '@notegraph/service'
import { html, type Html } from '../../html.ts'
import { textDiff, type CompareOptions } from '../../components/text-diff.ts'

const STATES = { open: undefined, reverted: 'Reverted', kept: 'Kept' } as const

export function stateBadge(state: ChangeView['state']): Html | undefined {
  const words = STATES[state]
  return words === undefined ? undefined : html`<span class="badge">${words}</span>`
}

export interface SidesOptions {
  /** The most characters of each text. */
  readonly most?: number
}

export function sides({ sides }: ChangeView, { most }: SidesOptions = {}): Html {
  const effort = EFFORT / sides.length
  return html`${sides.map((side) => compared(side, { effort, ...(most !== undefined && { most }) }))}`
}

function compared({ kind, key, before, after }: Touched, options: CompareOptions): Html {
  const what = key === undefined ? undefined : html`<h3 class="small"><bdi>${key}</bdi></h3>`
  return html`${what}${textDiff(before, after, { ...options, alone: ALONE[kind] })}`
}

const MADE = ['Deleted', 'New'] as const
const ALONE = { block: MADE, page: MADE, property: ['Cleared', 'New'] } as const
