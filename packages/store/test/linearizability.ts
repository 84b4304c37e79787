/**
 * Checks that a recorded history is linearizable: each operation took effect at one moment between its call and its
 * answer. So a read never returns an older value than any answer before it, whichever process answered.
 *
 * Operations of several registers are checked apart, since a history is linearizable if each register's is. The search
 * is that of Wing and Gong (Testing and Verifying Concurrent Objects, 1993). It remembers the configurations that it has
 * seen, as Lowe describes (Testing for Linearizability, 2017).
 */

/** One read or write of a register. */
export interface Operation {
  /** Such as the id of a block. */
  readonly register: string
  readonly kind: 'read' | 'write'
  /** The value that was read or written. */
  readonly value: string
  /** The moment of the call, on a clock that all operations share. */
  readonly start: number
  /** The moment of the answer; undefined if the outcome of a write is unknown. */
  readonly end: number | undefined
}

/** The result of a check. */
export type Verdict =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly register: string
      /** The longest order that was found. */
      readonly order: readonly Operation[]
      /** The operations that were tried next, all in vain. */
      readonly next: readonly Operation[]
    }

/** The registers before a history, and the bound of the search. */
export interface CheckOptions {
  /** The value of each register before the history. */
  readonly initial: (register: string) => string
  /** Configurations that the search may look at for one register. Default 200,000. */
  readonly most?: number
}

/** Some operations in an order, and the value after them. */
interface Configuration {
  /** So many operations from the first call on are done. */
  readonly first: number
  /** Further operations that are done, as bits from `first` on. */
  readonly beyond: bigint
  /** Operations with an answer that are not done. */
  readonly left: number
  readonly value: string
  readonly last: Placed | undefined
}

interface Placed {
  readonly operation: Operation
  readonly before: Placed | undefined
  readonly count: number
}

/**
 * Checks a history.
 * @throws if the search looks at more configurations than it may
 * @example
 * const verdict = checkLinearizable(history.operations, { initial: () => 'start' })
 */
export function checkLinearizable(operations: readonly Operation[], options: CheckOptions): Verdict {
  const registers = new Map<string, Operation[]>()
  for (const operation of operations) {
    const same = registers.get(operation.register)
    if (same) same.push(operation)
    else registers.set(operation.register, [operation])
  }
  for (const [register, own] of registers) {
    const verdict = checkRegister(register, own, options)
    if (!verdict.ok) return verdict
  }
  return { ok: true }
}

function checkRegister(
  register: string,
  operations: readonly Operation[],
  { initial, most = 200_000 }: CheckOptions,
): Verdict {
  const sorted = operations.toSorted((a, b) => a.start - b.start)
  const left = sorted.filter(({ end }) => end !== undefined).length
  const seen = new Set<string>()
  let furthest: Configuration = { first: 0, beyond: 0n, left, value: initial(register), last: undefined }
  const open = [furthest]
  for (let one = open.pop(); one; one = open.pop()) {
    if (one.left === 0) return { ok: true }
    const key = `${one.first} ${one.beyond.toString(36)} ${one.value}`
    if (seen.has(key)) continue
    seen.add(key)
    if (seen.size > most) throw new Error(`The history of ${register} is too long to check.`)
    if ((one.last?.count ?? 0) > (furthest.last?.count ?? 0)) furthest = one
    for (const n of nextOf(sorted, one).toReversed()) {
      const { kind, value } = sorted[n]!
      if (kind === 'write' || value === one.value) open.push(withNext(sorted, one, n))
    }
  }
  return {
    ok: false,
    register,
    order: orderOf(furthest),
    next: nextOf(sorted, furthest).map((n) => sorted[n]!),
  }
}

/** The indexes of operations that can come next: no other was answered before they were called. */
function nextOf(sorted: readonly Operation[], { first, beyond }: Configuration): number[] {
  const next: number[] = []
  let firstEnd = Infinity
  for (let n = first; n < sorted.length && sorted[n]!.start <= firstEnd; n++) {
    if ((beyond >> BigInt(n - first)) & 1n) continue
    next.push(n)
    firstEnd = Math.min(firstEnd, sorted[n]!.end ?? Infinity)
  }
  return next
}

function withNext(sorted: readonly Operation[], one: Configuration, n: number): Configuration {
  const operation = sorted[n]!
  let { first } = one
  let beyond = one.beyond | (1n << BigInt(n - first))
  for (; beyond & 1n; beyond >>= 1n) first++
  return {
    first,
    beyond,
    left: one.left - (operation.end === undefined ? 0 : 1),
    value: operation.value,
    last: { operation, before: one.last, count: (one.last?.count ?? 0) + 1 },
  }
}

function orderOf({ last }: Configuration): Operation[] {
  const order: Operation[] = []
  for (let one = last; one; one = one.before) order.push(one.operation)
  return order.toReversed()
}

/** A history that grows while operations run. */
export interface HistoryRecorder {
  readonly operations: readonly Operation[]
  /** Runs a read. A read that fails leaves no operation, because it changed nothing. */
  read(register: string, call: () => Promise<string>): Promise<void>
  /**
   * Runs a write.
   * @param call returns whether the value was written. If it throws, the outcome is unknown.
   */
  write(register: string, value: string, call: () => Promise<boolean>): Promise<void>
}

/**
 * Creates a recorder. Its clock counts calls and answers, so that no two happen at the same moment.
 * @example
 * const history = recordHistory()
 * await history.read('block', async () => textOf('block'))
 */
export function recordHistory(): HistoryRecorder {
  const operations: Operation[] = []
  let clock = 0
  return {
    operations,
    async read(register, call) {
      const start = ++clock
      const value = await call().catch(() => undefined)
      if (value !== undefined) operations.push({ register, kind: 'read', value, start, end: ++clock })
    },
    async write(register, value, call) {
      const start = ++clock
      const isWritten = await call().catch(() => undefined)
      const end = ++clock
      if (isWritten === false) return
      operations.push({ register, kind: 'write', value, start, end: isWritten ? end : undefined })
    },
  }
}
