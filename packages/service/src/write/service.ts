/** Writes an account's notes: one thing, or several at once. */
import { TOOLS, type BatchWrite, type BatchWriteAnswer } from '@notegraph/contract'
import type { Store } from '@notegraph/store'
import { mayOrganize, mayWrite, type Caller } from '../access.ts'
import { ok, refuse } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { checkPublishing } from '../sharing/publish-right.ts'
import { inTurn, retryUntilCommitted } from '../write-queue.ts'
import { checkRights, decideBatch } from './batch.ts'
import { WriteCommit } from './commit.ts'
import type { WriteDeps, WriteOptions } from './write-answer.ts'
import { writesBy, type RunWrite, type SingleWrites, type Write } from './writes.ts'

/** The options of several writes at once. */
export interface BatchOptions extends WriteOptions {
  /** Whether an id may be the beginning of one. @see findBlock */
  readonly shortIds?: boolean
}

/** The writes of an account's notes. */
export interface WriteService extends SingleWrites {
  /** Several writes as one change, all or none. */
  readonly batchWrite: (caller: Caller, body: BatchWrite, how?: BatchOptions) => Write<BatchWriteAnswer>
}

const ORGANIZING: ReadonlySet<string> = new Set(
  TOOLS.filter(({ needs }) => needs === 'organize').map(({ name }) => name),
)

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const writes = writeService(store, { clock: Date.now, newId: randomUUID, revertibleChanges: 500 })
 * ```
 */
export function writeService(store: Store, deps: WriteDeps): WriteService {
  const run: RunWrite = async <T>(
    caller: Caller,
    { if_unchanged: ifUnchanged }: { readonly if_unchanged?: string },
    how: WriteOptions | undefined,
    decide: Parameters<RunWrite>[3],
  ): Write<T> => {
    const { id } = caller.account
    const options = { ...how, ...(ifUnchanged !== undefined && { ifUnchanged }) }
    const commit = new WriteCommit<T>(store.graph(id), caller, deps, options, checkPublishing(store, caller))
    return inTurn(store, id, () => retryUntilCommitted(() => commit.attempt(decide)))
  }

  return {
    ...writesBy(run),
    async batchWrite(caller, { operations }, { shortIds = false, ...how } = {}) {
      const may = mayWrite(caller)
      if (!may.ok) return may
      if (how.ifMatch !== undefined) return refuse(BAD_REQUESTS.batchMatch)
      const rights = checkRights(operations, (op) =>
        ORGANIZING.has(op) ? mayOrganize(caller) : ok(undefined),
      )
      return rights.ok ? run(caller, {}, how, decideBatch(caller, operations, shortIds)) : rights
    },
  }
}
