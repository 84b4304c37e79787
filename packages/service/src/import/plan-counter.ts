/** Counts the items that a dry run would create, change and leave unchanged, note by note. */
import { journalDay } from '@notegraph/graph'
import type { NoteMerge } from './merge.ts'
import type { ImportPlan, PlannedCount } from './report.ts'

export interface PlanCounter {
  add(merged: NoteMerge): void
  /** @param newFiles files to add @param oldFiles files that the account has */
  plan(newFiles: number, oldFiles: number): ImportPlan
}

type Fate = keyof PlannedCount
const NONE: PlannedCount = { created: 0, changed: 0, unchanged: 0 }

export function planCounter(): PlanCounter {
  const fates = new Map<string, Fate>()
  const blocks = { ...NONE }
  const properties = { ...NONE }
  return {
    add({ pageId, puts, added, hadProperties, skipped }) {
      const before = fates.get(pageId)
      // Several notes may share a page, which counts once.
      if (added.page === 1) fates.set(pageId, 'created')
      else if (before === undefined || before === 'unchanged')
        fates.set(pageId, puts.length > 0 ? 'changed' : 'unchanged')
      blocks.created += added.blocks
      blocks.unchanged += skipped - (1 - added.page)
      properties.created += added.properties
      properties.unchanged += hadProperties
    },
    plan(newFiles, oldFiles) {
      const pages = { ...NONE }
      const journals = { ...NONE }
      for (const [id, fate] of fates) (journalDay(id) === undefined ? pages : journals)[fate]++
      return {
        pages,
        journals,
        blocks,
        files: { ...NONE, created: newFiles, unchanged: oldFiles },
        properties,
      }
    },
  }
}
