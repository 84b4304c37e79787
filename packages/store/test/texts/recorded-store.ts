/** Records which methods of a store get a text, so that none is forgotten. */
import type { GraphStore, Store } from '../../src/index.ts'

type Method = (...given: unknown[]) => unknown
type Methods = Record<string, unknown>

/** Whether one of the texts is in a value. */
function has(value: unknown, texts: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return texts.has(value)
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value)
    ? value.some((one) => has(one, texts))
    : Object.entries(value).some(([key, one]) => texts.has(key) || has(one, texts))
}

/** The names of the methods of a store, its ports and the ports of a graph. */
export function methodsOf(store: Store): string[] {
  const graph = store.graph('one')
  return [...namesIn(store as unknown as Methods, ''), ...namesIn(graph as unknown as Methods, 'graph.')]
}

const namesIn = (ports: Methods, before: string): string[] =>
  Object.entries(ports).flatMap(([port, value]) => {
    if (typeof value === 'function') return [before + port]
    return Object.entries(value as Methods)
      .filter(([, method]) => typeof method === 'function')
      .map(([method]) => `${before}${port}.${method}`)
  })

/**
 * Wraps a store.
 * @param called gets the names of the methods that are called with one of the texts
 */
export function recordedStore(store: Store, texts: readonly string[], called: Set<string>): Store {
  const wanted = new Set(texts)
  const wrap = <T extends object>(ports: T, before: string): T =>
    new Proxy(ports, {
      get(target, name: string) {
        const value = (target as Methods)[name]
        if (typeof value === 'object' && value !== null) return wrap(value, `${before}${name}.`)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (has(given, wanted)) called.add(before + name)
          const result = (value as Method)(...given)
          return before === '' && name === 'graph' ? wrap(result as GraphStore, 'graph.') : result
        }
      },
    })
  return wrap(store, '')
}
