/** The graph that the server of a simulation serves: in memory, or in a store that several processes have open. */
import type { GraphStore } from '@notegraph/store'
import { openScratch, type Scratch } from '@notegraph/store/sqlite'

export interface ServedGraph {
  /** The graph as a process sees it. */
  readonly graph: GraphStore
  /**
   * Runs a request.
   * @param died makes the result if its process dies meanwhile; left out, that throws
   */
  serve<T>(request: () => Promise<T>, died?: () => T): Promise<T>
  /** The graph for the handlers of the current request. @param graph the graph above, with the checks of the server */
  handled(graph: GraphStore): GraphStore
  /** Requests that run; undefined if there is none. */
  busy(): Promise<unknown> | undefined
  /** Makes a process die after so many calls of the store; left out, none dies any more. */
  dieAfter(calls?: number): void
  /** Deletes the graph, for a restore. @returns undefined if that is done at once */
  clear(): Promise<void> | undefined
  /** Differences between the processes, and problems that they find. */
  problems(): Promise<string[]>
  close(): void
}

/** Emptied graphs for reuse: opening one takes longer than most of a simulation. */
const spare: Scratch[] = []

const takeScratch = (): Scratch => spare.pop() ?? openScratch()

function giveBack(scratch: Scratch): void {
  scratch.clear()
  spare.push(scratch)
}

/** A graph in memory, and a single process, which never dies in the middle of a request. */
export function scratchGraph(): ServedGraph {
  let scratch = takeScratch()
  return {
    get graph() {
      return scratch.graph
    },
    serve: (request) => request(),
    handled: (graph) => graph,
    busy: () => undefined,
    dieAfter() {},
    clear() {
      giveBack(scratch)
      scratch = takeScratch()
      return undefined
    },
    problems: async () => [],
    close: () => giveBack(scratch),
  }
}
