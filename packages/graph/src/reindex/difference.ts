/**
 * The rows beside a record's own: names, blocks, files and properties that its text uses. A store keeps one row for each,
 * so a change of the record deletes those that it no longer uses and inserts those that are new.
 */
import type { BlockRow } from '../block-row.ts'
import type { PageRow } from '../page-row.ts'

export type PropertyPair = readonly [key: string, value: string]

/** Each list holds every value once. */
export interface RecordUses {
  /** Folded names, linked otherwise than as a tag. */
  readonly links: readonly string[]
  /** Folded names. */
  readonly tags: readonly string[]
  /** Ids of blocks. */
  readonly blockRefs: readonly string[]
  /** Ids of files. */
  readonly files: readonly string[]
  readonly properties: readonly PropertyPair[]
}

/** Rows to delete, and rows to insert after that. */
export interface UsesDifference {
  readonly removed: RecordUses
  readonly added: RecordUses
}

/** The part of a row that says what its record uses. Pages refer to no blocks. */
export type UsingRow = Pick<PageRow, 'links' | 'tags' | 'files' | 'properties'> &
  Partial<Pick<BlockRow, 'blockRefs'>>

const NONE: readonly never[] = []
export const NO_USES: RecordUses = {
  links: NONE,
  tags: NONE,
  blockRefs: NONE,
  files: NONE,
  properties: NONE,
}

/**
 * Compares the uses of a record before and after a change.
 * @param before its row, if it had one
 * @param after its row, if it has one now
 */
export function usesDifference(before: UsingRow | undefined, after: UsingRow | undefined): UsesDifference {
  return { removed: without(before, after), added: without(after, before) }
}

function without(row: UsingRow | undefined, other: UsingRow | undefined): RecordUses {
  if (!row || isEmpty(row)) return NO_USES
  return {
    links: valuesWithout(row.links, other?.links),
    tags: valuesWithout(row.tags, other?.tags),
    blockRefs: valuesWithout(row.blockRefs, other?.blockRefs),
    files: valuesWithout(row.files, other?.files),
    properties: pairsWithout(row, other),
  }
}

const isEmpty = ({ links, tags, blockRefs, files, properties }: UsingRow): boolean =>
  links.length + tags.length + files.length + properties.length + (blockRefs?.length ?? 0) === 0

/** Returns the same list if the other has none of it, since most rows are new. */
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
