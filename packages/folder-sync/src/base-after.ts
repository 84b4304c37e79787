/** The base of a file after its edits were imported. */
import type { OutlineRow, WordedRecord } from '@notegraph/sync'
import type { Base } from './base.ts'
import type { BaseRow, Change } from './outline-change.ts'

/** Lists changed properties; `null` marks a deleted one. */
export function changedProps(
  before: Base['props'],
  now: Base['props'],
): (readonly [key: string, value: string | null])[] {
  const [was, is] = [new Map(before), new Map(now)]
  return [
    ...now.filter(([key, value]) => was.get(key) !== value),
    ...before.filter(([key]) => !is.has(key)).map(([key]) => [key, null] as const),
  ]
}

/** Builds the rows of the new base. Unchanged blocks keep the revisions that the author of the file saw before. */
export function rowsAfter(
  own: readonly { readonly id?: string; readonly depth: number; readonly content: string }[],
  before: readonly BaseRow[],
  { of, match, rows }: Change,
  blocks: readonly (WordedRecord | undefined)[],
): BaseRow[] {
  const at = new Map(of.map((j, n) => [j, n]))
  return own.map(({ id, depth, content }, j) => {
    const n = at.get(j)
    const base = before[match[j] ?? -1]
    const [block, row] = n === undefined ? [] : [blocks[n], rows[n]]
    if (!block || !row) return { depth, content }
    const seen = seenOf(base, row, block)
    return { id: block.id, depth, content, ...seen, ...(id === block.id && { named: true as const }) }
  })
}

function seenOf(
  base: BaseRow | undefined,
  { text, decided }: OutlineRow,
  { words }: WordedRecord,
): Pick<BaseRow, 'rev' | 'versions'> {
  const versions = base?.versions && { versions: base.versions }
  if (base && text === undefined) return { ...(base.rev !== undefined && { rev: base.rev }), ...versions }
  return { rev: words.rev, ...(decided === false && versions) }
}
