/** One change: what it touched, before and after. */
import type { Touched } from '@notegraph/contract'
import type { SeenChange } from '@notegraph/service'
import { html, type Html } from '../../html.ts'
import { compare } from '../../parts/compare.ts'
import { counted } from '../../parts/paging.ts'

const STATES = { open: undefined, reverted: 'Reverted' } as const

export function stateBadge(state: SeenChange['state']): Html | undefined {
  const words = STATES[state]
  return words === undefined ? undefined : html`<span class="badge">${words}</span>`
}

export interface SidesOptions {
  /** Characters of each text. */
  readonly most?: number
  /** How many of the things touched. */
  readonly first?: number
  /** Where the others are. */
  readonly more?: string
}

export function sides({ sides }: SeenChange, { most, first = Infinity, more }: SidesOptions = {}): Html {
  const rest = sides.length - first
  return html`${sides.slice(0, first).map((side) => compared(side, most))}
  ${rest > 0 && more !== undefined && html`<p class="small"><a href="${more}">${counted(rest, 'more thing')} touched</a></p>`}`
}

function compared({ kind, key, before, after }: Touched, most = Infinity): Html {
  const what = key === undefined ? undefined : html`<h3 class="small"><bdi>${key}</bdi></h3>`
  return html`${what}${compare(before, after, { most, empty: EMPTY[kind] })}`
}

const EMPTY = { block: 'No such block', page: 'No such page', property: 'Not set' } as const
