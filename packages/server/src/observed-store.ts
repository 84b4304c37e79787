/**
 * A store whose calls are observed, for measurements and traces. An observer gets the name of the call only, since
 * arguments and results are the content of graphs.
 */
import type { GraphStore, Store } from '@notegraph/store'

/** Runs a call and passes its result on. `operation` is a port and a method, such as `pages.findByName`. */
export type CallObserver = <T>(operation: string, call: () => Promise<T>) => Promise<T>

/** It runs work of the caller, so its time is not the store's. */
const UNOBSERVED: ReadonlySet<string> = new Set(['commits.hold', 'drafts.run'])

/**
 * Wraps a store.
 *
 * @example
 * ```ts
 * const observed = observedStore(store, (operation, call) => metrics.storeCall(operation, call))
 * ```
 */
export function observedStore(store: Store, observe: CallObserver): Store {
  const graphs = new WeakMap<GraphStore, GraphStore>()

  function graphOf(id: string): GraphStore {
    const graph = store.graph(id)
    let observed = graphs.get(graph)
    if (!observed) {
      const ports = Object.entries(graph).map(([name, port]) => [name, observedPort(name, port, observe)])
      graphs.set(graph, (observed = Object.fromEntries(ports) as GraphStore))
    }
    return observed
  }

  const members = Object.entries(store).map(([name, member]) => [
    name,
    typeof member === 'object' ? observedPort(name, member as object, observe) : (member as unknown),
  ])
  return { ...(Object.fromEntries(members) as Store), graph: graphOf }
}

type Method = (...values: unknown[]) => Promise<unknown>

function observedPort<P extends object>(name: string, port: P, observe: CallObserver): P {
  return new Proxy(port, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver)
      if (typeof value !== 'function' || typeof key !== 'string') return value
      const operation = `${name}.${key}`
      const method = value as Method
      if (UNOBSERVED.has(operation)) return method.bind(target)
      return (...values: unknown[]) => observe(operation, () => method.apply(target, values))
    },
  })
}
