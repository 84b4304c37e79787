/** A device's store in memory, for tests and for apps that keep nothing. */
import { memoryFiles } from '../files/memory-files.ts'
import { marksOf, type Local, type LocalStore, type Meta } from './local.ts'

const BATCH = 1_000

/**
 * Creates a store in memory.
 *
 * @example
 * const engine = createEngine({ store: memoryStore(), transport: fetchTransport({ url: 'https://notes.example', token: 'ngs_…' }) })
 */
export function memoryStore(): LocalStore {
  const locals = new Map<string, Local>()
  const marked = new Map<string, Set<string>>()
  const own = new Map<string, string>()
  let meta: Meta | undefined

  function unmark(id: string): void {
    const before = locals.get(id)
    if (!before) return
    for (const mark of marksOf(before)) {
      const ids = marked.get(mark)
      ids?.delete(id)
      if (ids?.size === 0) marked.delete(mark)
    }
  }

  return {
    lock: async () => {},
    meta: async () => meta,
    get: async (ids) => ids.map((id) => locals.get(id)),
    find: async (mark, limit = Infinity) => {
      const found: Local[] = []
      for (const id of marked.get(mark) ?? []) {
        if (found.length >= limit) break
        found.push(locals.get(id)!)
      }
      return found
    },
    count: async (mark) => marked.get(mark)?.size ?? 0,
    async *scan() {
      const ids = [...locals.keys()]
      for (let i = 0; i < ids.length; i += BATCH)
        yield ids.slice(i, i + BATCH).flatMap((id) => locals.get(id) ?? [])
    },
    own: async (key) => own.get(key),
    ownKeys: async (prefix) => [...own.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
    commit: async (change) => {
      // Everything that can fail comes first.
      const puts = change.puts.map((local) => [local.record.id, local, marksOf(local)] as const)
      for (const id of change.removes) {
        unmark(id)
        locals.delete(id)
      }
      for (const [id, local, marks] of puts) {
        unmark(id)
        locals.set(id, local)
        for (const mark of marks) {
          const ids = marked.get(mark)
          if (ids) ids.add(id)
          else marked.set(mark, new Set([id]))
        }
      }
      for (const [key, value] of change.own ?? [])
        if (value === null) own.delete(key)
        else own.set(key, value)
      meta = change.meta
    },
    files: memoryFiles(),
    close: async () => {},
  }
}
