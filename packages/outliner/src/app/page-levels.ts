/** Pages by the levels of their names, such as `Projects/Boat` below `Projects`. @see outliner 2.1 */
import { fold } from '@notegraph/block-text'
import type { PageItem } from './pages.ts'

/** A part of names. */
export interface Level {
  readonly part: string
  /** The page with the name up to here, which need not be there. */
  readonly page?: PageItem
  readonly below: Levels
}

/** Levels by their folded parts, as names compare. */
export type Levels = Map<string, Level>

/** A name with an empty part, such as an address, is one level. */
export function levelsOf(pages: readonly PageItem[]): Levels {
  const top: Levels = new Map()
  for (const page of pages) {
    const named = page.name.split('/')
    const parts = named.includes('') ? [page.name] : named
    const last = parts.pop()!
    let levels = top
    for (const part of parts) {
      const level = levels.get(fold(part)) ?? { part, below: new Map() }
      levels.set(fold(part), level)
      levels = level.below
    }
    const { below = new Map() } = levels.get(fold(last)) ?? {}
    levels.set(fold(last), { part: last, page, below })
  }
  return top
}
