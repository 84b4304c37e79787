/**
 * The ids, names and numbers that a stranger learned from earlier answers. A document does not say which answer has the
 * value for which request. So likely ones come first: those of the same path, then of the same kind, then of the name.
 */
import type { Operation } from './description.ts'

type Value = string | number

interface Seen {
  /** The path of the operation that answered. */
  readonly path: string
  /** The key of the list or object that contained it. */
  readonly within: string
  readonly key: string
  readonly value: Value
}

/** Most values that one answer adds, and most that are tried for one parameter. */
const KEPT = 100
const TRIED = 8
/** Most values in all: the newest. */
const REMEMBERED = 3_000

/** Names in requests that answers call something else, as the descriptions say. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  delivery: ['id'],
  page: ['pageId'],
  pick: ['rev'],
  ids: ['id'],
}

export class Known {
  #seen: Seen[] = []
  readonly #hidden: ReadonlySet<Value>

  /** @param hidden values that no request may use, such as the id of the caller's own session */
  constructor(hidden: ReadonlySet<Value>) {
    this.#hidden = hidden
  }

  /** Learns from the body of an answer. */
  learn({ path }: Operation, body: unknown): void {
    const found: Seen[] = []
    // Breadth first: the members of an answer matter more than the last items of its lists.
    const open: { readonly value: unknown; readonly key: string; readonly within: string }[] = [
      { value: body, key: '', within: '' },
    ]
    for (let at = open[0], next = 1; at && found.length < KEPT; at = open[next++]) {
      const { value, key, within } = at
      if (Array.isArray(value)) open.push(...value.map((item) => ({ value: item, key, within: key })))
      else if (typeof value === 'object' && value !== null)
        for (const [name, child] of Object.entries(value)) open.push({ value: child, key: name, within: key })
      else if ((typeof value === 'string' || typeof value === 'number') && !this.#hidden.has(value))
        found.push({ path, within, key, value })
    }
    this.#seen = [...found, ...this.#seen].slice(0, REMEMBERED)
  }

  /** Likely values of a name in the requests of an operation, the likeliest first. */
  likely({ path }: Operation, name: string): Value[] {
    const before = path.split(`/{${name}}`)[0]!
    const kind = before.split('/').at(-1)!
    const one = kind.replace(/s$/, '')
    const names = new Set([name, ...(OTHER_NAMES[name] ?? [])])
    const rank = ({ path, within, key }: Seen): number => {
      if (key === `${one}Id`) return 0
      if (!names.has(key)) return Infinity
      if (path === before && within === kind) return 0
      if (path === before) return 1
      if (within === kind || within === one) return 2
      return 3
    }
    const ranked = this.#seen
      .map((seen) => ({ value: seen.value, rank: rank(seen) }))
      .filter(({ rank }) => rank < Infinity)
      .toSorted((a, b) => a.rank - b.rank)
    return [...new Set(ranked.map(({ value }) => value))].slice(0, TRIED)
  }
}
