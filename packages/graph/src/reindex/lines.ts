/**
 * The lines that references to blocks read as: one row for each block that some block refers to. An edit of such a block
 * changes this one row. Blocks that refer to it show the line when they are read, so their own rows stay.
 *
 * @see decisions 2.7
 */
import type { Shown } from '@notegraph/block-text'
import type { DeriveEnv } from '../env.ts'
import { blockLine } from '../read-out.ts'
import type { GraphRecord } from '../record.ts'
import type { UsesDifference } from './difference.ts'

/** A line to keep. A row without a line is deleted. */
export interface LinePut {
  readonly id: string
  readonly line?: Shown
}

/** Gathers the changes of one commit. */
export class Lines {
  /** Blocks that are new, changed or gone. */
  readonly #changed: string[] = []
  /** Blocks that more, or fewer, blocks refer to. */
  readonly #targets = new Set<string>()
  #isStale = false

  /** A block is new, changed or gone. @param refers whether it refers to others, or did */
  block(id: string, { removed, added }: UsesDifference, refers: boolean): void {
    this.#changed.push(id)
    for (const target of removed.blockRefs) this.#targets.add(target)
    for (const target of added.blockRefs) this.#targets.add(target)
    this.#isStale ||= refers
  }

  /** Whether there may be lines to put even in a graph in which no block referred to another. */
  get isNeeded(): boolean {
    return this.#targets.size > 0
  }

  /** Step 1. @returns ids of blocks; those that some block refers to are to be loaded */
  toLoad(): string[] {
    return [...new Set([...this.#changed, ...this.#targets])]
  }

  /**
   * Step 2.
   * @param referred those of the blocks that some block refers to
   * @param record the record of a block, after the commit
   * @param isLive whether there is such a page
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

  /** Whether a text that was read with its references may read otherwise now. After `toPut`. */
  get isStale(): boolean {
    return this.#isStale
  }
}

/** A block that no reader finds, since it was deleted or its page is not there, has no line. */
function linePut(
  id: string,
  record: GraphRecord | undefined,
  isLive: (pageId: string) => boolean,
  env: DeriveEnv,
): LinePut {
  if (record?.kind !== 'block' || record.deleted !== undefined) return { id }
  return isLive(record.place.pageId) ? { id, line: blockLine(record, env) } : { id }
}
