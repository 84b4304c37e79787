/** The edits of a page's text, as an edit of its outline. */
import type { OutlineEdit, OutlineRow } from '@notegraph/sync'
import { readDecision } from './conflict-text.ts'
import { increasing, matchRows, type Row } from './match.ts'

/** One block of a base. */
export interface BaseRow extends Row {
  /** The revision of the shown words. Absent if no block of the graph belongs to this row. */
  readonly rev?: string
  /** Revisions of the conflicting versions in the file. */
  readonly versions?: readonly string[]
  /** Present if the file contains the block's id. */
  readonly named?: true
}

/** The edit of an outline, with its rows. */
export interface Change extends Pick<OutlineEdit, 'rows' | 'gone' | 'seen'> {
  /** For each row of the edit, the index of its row in the text. */
  readonly of: readonly number[]
  /** For each row of the text, the index of its row in the base. */
  readonly match: readonly number[]
}

/**
 * Builds the edit from two texts.
 *
 * @param changed whether blocks with different words can match
 * @param removes whether missing blocks were deleted
 * @returns the edit, or the row of an incomplete conflict, from 0
 */
export function outlineChange(
  before: readonly BaseRow[],
  now: readonly Row[],
  { changed, removes }: { readonly changed: boolean; readonly removes: boolean },
): Change | { readonly unclear: number } {
  const match = matchRows(before, now, changed)
  const moved = movedRows(before, now, match)
  const rows: OutlineRow[] = []
  const of: number[] = []
  for (const [j, { id, depth, content }] of now.entries()) {
    const base = before[match[j] ?? -1]
    if (!base) rows.push({ ...(id !== undefined && { id }), depth, text: content, moved: true })
    else if (base.id === undefined) {
      // A row without a block stays so until somebody changes it.
      if (content === base.content) continue
      rows.push({ depth, text: content, moved: true })
    } else {
      const made = content === base.content ? {} : wordsOf(content, base)
      if (!made) return { unclear: j }
      rows.push({ id: base.id, depth, moved: moved.has(j), ...made })
    }
    of.push(j)
  }
  const kept = new Set(match)
  const gone = removes ? before.flatMap(({ id }, i) => (id === undefined || kept.has(i) ? [] : [id])) : []
  const seen = new Map(
    before.flatMap(({ id, rev, versions = [] }) =>
      id === undefined || rev === undefined ? [] : [[id, { rev, versions }] as const],
    ),
  )
  return { rows, of, match, gone, seen }
}

function wordsOf(
  content: string,
  { content: before, versions = [] }: BaseRow,
): { readonly text: string; readonly decided?: boolean } | undefined {
  return versions.length === 0 ? { text: content } : readDecision(content, before)
}

/** Lists rows with another parent than before, or in another order among the remaining siblings. */
function movedRows(before: readonly Row[], now: readonly Row[], match: readonly number[]): Set<number> {
  const [parentsBefore, parentsNow] = [parentsOf(before), parentsOf(now)]
  const moved = new Set<number>()
  const families = new Map<number, number[]>()
  for (const [j, i] of match.entries()) {
    if (i < 0) continue
    const parent = parentsNow[j] ?? -1
    const wasUnder = parent < 0 ? -1 : (match[parent] ?? -1)
    const isSame = parent < 0 ? parentsBefore[i] === -1 : wasUnder >= 0 && parentsBefore[i] === wasUnder
    const family = families.get(parent)
    if (!isSame) moved.add(j)
    else if (family) family.push(j)
    else families.set(parent, [j])
  }
  for (const family of families.values()) {
    const inOrder = new Set(increasing(family.map((j) => match[j] ?? -1)))
    for (const [n, j] of family.entries()) if (!inOrder.has(n)) moved.add(j)
  }
  return moved
}

/** For each row, the index of its parent, or -1. */
function parentsOf(rows: readonly Row[]): number[] {
  const above: number[] = []
  return rows.map(({ depth }, i) => {
    above.length = Math.min(depth, above.length)
    const parent = above.at(-1) ?? -1
    above.push(i)
    return parent
  })
}
