/**
 * The number of items of each kind, and the bytes that they count for storage. Each change updates these sums, so that
 * reads need not count rows.
 */
import type { StorageTotals, StorageUsage } from '../../graph/storage.ts'
import { STATE_BYTES } from '../../history-rules.ts'
import type { Db } from '../database/database.ts'
import type { PreparedPut } from './prepared-commit.ts'
import { ANSWER, CHANGE, FILE, HISTORY, KIND_CODES } from '../schema/codes.ts'

/** The names of kinds, by `record.kind`. */
export const KIND_NAMES: readonly (PreparedPut['kind'] | undefined)[] = [undefined, 'page', 'block', 'shape']

/** The approximate bytes of a change list entry and an idempotency record, equal to the sums of the triggers. */
const CHANGE_BYTES = '128 + octet_length(summary) + octet_length(page) + octet_length(touched)'
const ANSWER_BYTES = '128 + octet_length(request) + octet_length(answer)'
/** The bytes of a kept state, from its row. @see stateBytes */
export const BYTES_OF_STATE: string = `${STATE_BYTES} + octet_length(doc)`
/** The bytes that a kept state counts for. */
export const stateBytes = (doc: string): number => STATE_BYTES + Buffer.byteLength(doc)

interface Sum {
  readonly kind: number
  readonly count: number
  readonly bytes: number
}

/** The differences that a change makes to the sums; negative if it deletes. */
export class Grown {
  readonly #count = [0, 0, 0, 0, 0]
  readonly #bytes = [0, 0, 0, 0, 0]

  add(kind: PreparedPut['kind'] | 'file', count: number, bytes: number): void {
    const code = kind === 'file' ? FILE : KIND_CODES[kind]
    this.#count[code]! += count
    this.#bytes[code]! += bytes
  }

  *sums(): Iterable<Sum> {
    for (let kind = 1; kind <= FILE; kind++) {
      const [count, bytes] = [this.#count[kind]!, this.#bytes[kind]!]
      if (count !== 0 || bytes !== 0) yield { kind, count, bytes }
    }
  }
}

export interface Storage {
  /** The bytes that count for the storage of the account. */
  readonly bytes: () => number
  /** The bytes of the change list. */
  readonly changeBytes: () => number
  /** The bytes of the idempotency records. */
  readonly answerBytes: () => number
  use(): StorageUsage
  /** Adds differences to the sums, in the transaction of their change. */
  add(grown: Grown): void
  /** The same for kept states. */
  addStates(count: number, bytes: number): void
}

export function storage(db: Db): Storage {
  const total = db.prepare<[], number>(`SELECT sum(bytes) FROM storage WHERE kind <= ${FILE}`).pluck()
  const one = db.prepare<[number], number>('SELECT bytes FROM storage WHERE kind = ?').pluck()
  const each = db.prepare<[], Sum>('SELECT kind, count, bytes FROM storage')
  const add = db.prepare<[Sum]>(
    'UPDATE storage SET count = count + @count, bytes = bytes + @bytes WHERE kind = @kind',
  )
  return {
    bytes: () => total.get()!,
    changeBytes: () => one.get(CHANGE)!,
    answerBytes: () => one.get(ANSWER)!,
    use: () => {
      const sums = new Map(each.all().map(({ kind, count, bytes }) => [kind, { count, bytes }]))
      const of = (kind: number) => sums.get(kind)!
      return {
        pages: of(KIND_CODES.page),
        blocks: of(KIND_CODES.block),
        shapes: of(KIND_CODES.shape),
        files: of(FILE),
        changes: of(CHANGE),
        answers: of(ANSWER),
        history: of(HISTORY),
      }
    },
    add: (grown) => {
      for (const sum of grown.sums()) add.run(sum)
    },
    addStates: (count, bytes) => {
      if (count !== 0 || bytes !== 0) add.run({ kind: HISTORY, count, bytes })
    },
  }
}

/** The sums of a graph, for callers of the store. */
export function storageTotals(db: Db): StorageTotals {
  const sums = storage(db)
  return { bytes: async () => sums.bytes(), usage: async () => sums.use() }
}

/** The sums, counted from the rows. */
const COUNTED = `SELECT kind, count(*) FILTER (WHERE deleted = 0) AS count, sum(size) AS bytes FROM record GROUP BY kind
  UNION ALL SELECT ${FILE}, count(*), coalesce(sum(size), 0) FROM file
  UNION ALL SELECT ${CHANGE}, count(*), coalesce(sum(${CHANGE_BYTES}), 0) FROM change
  UNION ALL SELECT ${ANSWER}, count(*), coalesce(sum(${ANSWER_BYTES}), 0) FROM kept
  UNION ALL SELECT ${HISTORY}, count(*), coalesce(sum(${BYTES_OF_STATE}), 0) FROM kept_state`

/** Counts all rows again. */
export function recount(db: Db): void {
  db.exec('UPDATE storage SET count = 0, bytes = 0')
  db.exec(
    `UPDATE storage SET count = real.count, bytes = real.bytes FROM (${COUNTED}) AS real WHERE real.kind = storage.kind`,
  )
}

/** @returns the sums that differ from the rows, in words */
export function storageProblems(db: Db): string[] {
  const names = ['', 'pages', 'blocks', 'shapes', 'files', 'changes', 'answers', 'kept states']
  return db
    .prepare<[], Sum & { readonly realCount: number; readonly realBytes: number }>(
      `SELECT storage.*, coalesce(real.count, 0) AS realCount, coalesce(real.bytes, 0) AS realBytes
       FROM storage LEFT JOIN (${COUNTED}) AS real USING (kind)`,
    )
    .all()
    .flatMap(({ kind, count, bytes, realCount, realBytes }) => [
      ...(count === realCount ? [] : [`storage: ${count} ${names[kind]} are noted, there are ${realCount}`]),
      ...(bytes === realBytes
        ? []
        : [`storage: ${bytes} bytes of ${names[kind]} are noted, ${realBytes} are used`]),
    ])
}
