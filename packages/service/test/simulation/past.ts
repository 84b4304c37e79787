/**
 * All states that the server acknowledged. Each that was replaced in the last 30 days is found again at its number. The rule
 * by which states count as one is stated here a second time, apart from the code of the stores.
 * @see history, rule 1
 */
import { isDeepStrictEqual } from 'node:util'
import type { GraphRecord } from '@notegraph/graph'
import type { Authorship, Change, GraphStore } from '@notegraph/store'

interface State {
  readonly seq: number
  readonly by: Authorship
  readonly record: GraphRecord
}

const TEN_MINUTES = 600_000
const WINDOW = 30 * 86_400_000
/** More than the server's clock may have been off. */
const SKEW = 7_200_000

export class Past {
  /** By record, the oldest first. */
  #states = new Map<string, readonly State[]>()
  /** Whether storage was ever limited: the oldest states then give way to the graph. */
  #wasLimited = false

  note({ puts, by, quota = Infinity }: Change, seq: number): void {
    if (!by) throw new Error(`commit ${seq} names no author`)
    if (quota !== Infinity) this.#wasLimited = true
    for (const { record } of puts)
      this.#states.set(record.id, [...(this.#states.get(record.id) ?? []), { seq, by, record }])
  }

  /** Forgets the states that a restored server lacks. */
  restored(head: number): void {
    for (const [id, states] of this.#states)
      this.#states.set(
        id,
        states.filter(({ seq }) => seq <= head),
      )
  }

  /** The state after a commit; undefined if there was no such record. */
  at(id: string, seq: number): GraphRecord | undefined {
    return this.#states.get(id)?.findLast((state) => state.seq <= seq)?.record
  }

  /** (9) @param now by the server's clock */
  async failures({ records, history }: GraphStore, now: number): Promise<string[]> {
    const failures: string[] = []
    const named = (await history.snapshots()).map(({ seq }) => seq)
    for (const [id, states] of this.#states) {
      const present = await records.find(id)
      for (const [i, { seq }] of states.entries()) {
        const next = states[i + 1]
        if (next && now - next.by.at > WINDOW - SKEW) continue
        const isPresent = present !== undefined && present.seq <= seq
        const found = isPresent ? present.record : (await history.recordAt(id, seq))?.record
        const expected = countedState(states, i, named).record
        if (found ? isSame(found, expected) : this.#wasLimited || expected.deleted !== undefined) continue
        failures.push(
          `(9) ${id} after commit ${seq}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
        )
      }
    }
    return failures
  }
}

/** The state that is found for another: the last of those that count with it and were replaced, or itself. */
function countedState(states: readonly State[], at: number, named: readonly number[]): State {
  let first = 0
  for (let i = 1; i < states.length - 1; i++) {
    const isBetween = (seq: number) => seq >= states[first]!.seq && seq < states[i]!.seq
    if (!named.some(isBetween) && countsWith(states[first]!, states[i - 1]!, states[i]!)) continue
    if (i > at) return states[i - 1]!
    first = i
  }
  return states[at === states.length - 1 ? at : states.length - 2]!
}

function countsWith(first: State, before: State, state: State): boolean {
  const isOneAuthor = first.by.kind === state.by.kind && first.by.id === state.by.id
  const isLive = before.record.deleted === undefined && state.record.deleted === undefined
  const isOnePage = pageOf(before.record) === pageOf(state.record)
  return isOneAuthor && isLive && isOnePage && Math.abs(state.by.at - first.by.at) <= TEN_MINUTES
}

const pageOf = (record: GraphRecord): string => (record.kind === 'page' ? record.id : record.place.pageId)

const isSame = (found: GraphRecord, expected: GraphRecord): boolean =>
  isDeepStrictEqual(found, JSON.parse(JSON.stringify(expected)))
