/**
 * The lines that replace references to blocks: one row for each block that others refer to. An edit of such a block
 * changes only this row. ReferringBlock blocks show the line when they are read, so their own rows stay.
 *
 * @see decisions 2.7
 */
import type { VisibleText } from '@notegraph/block-text'
import type { DeriveEnv } from '../env.ts'
import { blockLine } from '../referring-block.ts'
import type { GraphRecord } from '../record.ts'
import type { UsesDifference } from './difference.ts'

/** A line to store. Without `line`, the store deletes the row. */
export interface LinePut {
  readonly id: string
  readonly line?: VisibleText
}

/** Collects the changed blocks of one commit. */
export class Lines {
  /** Ids of blocks that are new, changed or deleted. */
  readonly #changed: string[] = []
  /** Ids of blocks with more or fewer references to them. */
  readonly #targets = new Set<string>()
  #isStale = false

  /**
   * Adds a block that is new, changed or deleted.
   *
   * @param refers whether it refers to others, before or after the change
   */
  block(id: string, { removed, added }: UsesDifference, refers: boolean): void {
    this.#changed.push(id)
    for (const target of removed.blockRefs) this.#targets.add(target)
    for (const target of added.blockRefs) this.#targets.add(target)
    this.#isStale ||= refers
  }

  /** Whether the commit can change lines in a graph where no block referred to another. */
  get isNeeded(): boolean {
    return this.#targets.size > 0
  }

  /**
   * Step 1.
   *
   * @returns ids of blocks; the store loads those that some block refers to
   */
  toLoad(): string[] {
    return [...new Set([...this.#changed, ...this.#targets])]
  }

  /**
   * Step 2: derives the lines to store.
   *
   * @param referred the ids of step 1 that some block refers to
   * @param record returns the record of a block after the commit
   * @param isLive whether the page with this id exists
   */
  toPut(
    referred: readonly string[],
    record: (id: string) => GraphRecord | undefined,
    isLive: (pageId: string) => boolean,
    env: DeriveEnv,
  ): LinePut[] {
    const kept = new Set(referred)
    this.#isStale ||= kept.size > 0
    const puts = referred.map((id) => linePut(id, record(id), isLive, env))
    for (const id of this.#targets) if (!kept.has(id)) puts.push({ id })
    return puts
  }

  /** Whether texts with replaced references can have changed. Valid after `toPut`. */
  get isStale(): boolean {
    return this.#isStale
  }
}

/** A deleted block has no line, and neither has a block without a page. */
function linePut(
  id: string,
  record: GraphRecord | undefined,
  isLive: (pageId: string) => boolean,
  env: DeriveEnv,
): LinePut {
  if (record?.kind !== 'block' || record.deleted !== undefined) return { id }
  return isLive(record.place.pageId) ? { id, line: blockLine(record, env) } : { id }
}
