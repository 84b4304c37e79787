/** The storage port in memory: for tests, for graphs that are not stored, and as an example of an adapter. */
import type {
  Bytes,
  Counter,
  DocValueRow,
  NumberSet,
  SegmentRow,
  SegmentStorage,
  Table,
  TermRow,
} from '../storage.ts'

/**
 * An empty storage. It has no transactions, so a writing method that throws leaves it half written.
 *
 * @example
 * const storage = memoryStorage()
 */
export function memoryStorage(): SegmentStorage {
  const counters: Record<Counter, number> = { indexed: 0, step: 0, cleared: 0 }
  const docValues = new MemoryTable<DocValueRow>(copyRow)
  const terms = new MemoryTable<TermRow>(copyRow)
  return {
    segments: new MemoryTable<SegmentRow>(copyRow),
    terms: Object.assign(terms, {
      bytes: (from: number, end: number) => {
        let bytes = 0
        for (const [, row] of terms.scan(from, end)) bytes += 2 * row.terms.length
        return bytes
      },
    }),
    postings: new MemoryTable<Bytes>((bytes) => bytes.slice()),
    docValues: Object.assign(docValues, {
      since: (step: number) =>
        Array.from(docValues.scan(0, Infinity))
          .filter(([, row]) => row.step > step)
          .map(([key]) => key),
    }),
    changed: memoryNumbers(),
    counters: {
      get: (counter) => counters[counter],
      set: (counter, value) => void (counters[counter] = value),
    },
  }
}

class MemoryTable<R> implements Table<R> {
  readonly #rows = new Map<number, R>()
  readonly #copy: (row: R) => R

  constructor(copy: (row: R) => R) {
    this.#copy = copy
  }

  get(key: number): R | undefined {
    const row = this.#rows.get(key)
    return row && this.#copy(row)
  }

  put(key: number, row: R): void {
    this.#rows.set(key, this.#copy(row))
  }

  delete(from: number, end: number): void {
    for (const key of this.#keys(from, end)) this.#rows.delete(key)
  }

  clear(): void {
    this.#rows.clear()
  }

  *scan(from: number, end: number): Iterable<readonly [key: number, row: R]> {
    for (const key of this.#keys(from, end)) {
      const row = this.get(key)
      if (row) yield [key, row] as const
    }
  }

  last(from: number, end: number): number | undefined {
    return this.#keys(from, end).at(-1)
  }

  #keys(from: number, end: number): number[] {
    return [...this.#rows.keys()].filter((key) => key >= from && key < end).toSorted((a, b) => a - b)
  }
}

/** Copies a row with the bytes in it. */
function copyRow<R extends object>(row: R): R {
  const copy = { ...row } as Record<string, unknown>
  for (const [name, value] of Object.entries(copy))
    if (value instanceof Uint8Array) copy[name] = value.slice()
  return copy as R
}

function memoryNumbers(): NumberSet {
  const numbers = new Set<number>()
  return {
    add: (n) => void numbers.add(n),
    delete: (n) => void numbers.delete(n),
    has: (n) => numbers.has(n),
    count: () => numbers.size,
    numbers: () => [...numbers].toSorted((a, b) => a - b),
    clear: () => numbers.clear(),
  }
}
