/**
 * Rows for the names, blocks, files and properties that a record uses. A store keeps one row for each. A change of the
 * record deletes the rows that it no longer uses and inserts the new ones.
 */
import type { BlockRow } from '../block-row.ts'
import type { PageRow } from '../page-row.ts'

/** A property of a record: its key and one folded value. */
export type PropertyPair = readonly [key: string, value: string]

/** Everything that a record uses. Each list contains a value once. */
export interface RecordUses {
  /** Names that it links other than by a tag, in the form of `linkName`. */
  readonly links: readonly string[]
  /** Names that it tags, in the same form. */
  readonly tags: readonly string[]
  /** Ids of blocks that it refers to. */
  readonly blockRefs: readonly string[]
  /** Ids of files that it contains. */
  readonly files: readonly string[]
  readonly properties: readonly PropertyPair[]
}

/** Rows to delete, and rows to insert after that. */
export interface UsesDifference {
  readonly removed: RecordUses
  readonly added: RecordUses
}

/** The columns of a row that list its uses. Pages refer to no blocks. */
export type UsingRow = Pick<PageRow, 'links' | 'tags' | 'files' | 'properties'> &
  Partial<Pick<BlockRow, 'blockRefs'>>

const NONE: readonly never[] = []
/** The uses of a record that uses nothing or has no row. Most records of an import: test for it before any loop. */
export const NO_USES: RecordUses = {
  links: NONE,
  tags: NONE,
  blockRefs: NONE,
  files: NONE,
  properties: NONE,
}

/**
 * Compares the uses of a record before and after a change.
 *
 * @param before its row before the change, if any
 * @param after its row after the change, if any
 */
export function usesDifference(before: UsingRow | undefined, after: UsingRow | undefined): UsesDifference {
  return { removed: without(before, after), added: without(after, before) }
}

function without(row: UsingRow | undefined, other: UsingRow | undefined): RecordUses {
  if (!row) return NO_USES
  const { links, tags, files, properties, blockRefs = NONE } = row
  if (links.length + tags.length + files.length + properties.length + blockRefs.length === 0) return NO_USES
  return {
    links: valuesWithout(links, other?.links),
    tags: valuesWithout(tags, other?.tags),
    blockRefs: valuesWithout(blockRefs, other?.blockRefs),
    files: valuesWithout(files, other?.files),
    properties: pairsWithout(row, other),
  }
}

/** Returns the same list if the other list is empty, because most rows are new. */
function valuesWithout(values: readonly string[] = NONE, other: readonly string[] = NONE): readonly string[] {
  if (values.length === 0 || other.length === 0) return values
  return values.filter((value) => !other.includes(value))
}

function pairsWithout(row: UsingRow, other: UsingRow | undefined): readonly PropertyPair[] {
  if (row.properties.length === 0) return NONE
  const pairs = pairsOf(row)
  if (other) for (const key of pairsOf(other).keys()) pairs.delete(key)
  return [...pairs.values()]
}

const pairsOf = ({ properties }: UsingRow): Map<string, PropertyPair> =>
  new Map(properties.flatMap(({ key, values }) => values.map((value) => [`${key}\0${value}`, [key, value]])))
