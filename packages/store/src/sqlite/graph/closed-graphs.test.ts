/**
 * A graph that is closed before each call answers as an open one. `many-graphs.test.ts` has one test of each kind.
 *
 * @module-tag second-ring
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe } from 'vitest'
import { blocksContract } from '../../../test/contract/blocks.ts'
import { changesContract } from '../../../test/contract/changes.ts'
import { commitsContract } from '../../../test/contract/commits.ts'
import type { GraphStore } from '../../graph/graph-store.ts'
import type { Store } from '../../store.ts'
import { openSqlite } from '../index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-closed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A store that has let go of a graph whenever it is called. */
function forgetful(store: Store): Store {
  return {
    ...store,
    graph(id) {
      const graph = store.graph(id)
      const closedBefore =
        (call: (...values: unknown[]) => Promise<unknown>) =>
        async (...values: unknown[]) => {
          await store.graph('other').commits.head()
          return call(...values)
        }
      const ports = Object.entries(graph).map(([port, methods]) => [
        port,
        Object.fromEntries(
          Object.entries(methods).map(([name, call]) => [name, closedBefore(call as never)]),
        ),
      ])
      return Object.fromEntries(ports) as GraphStore
    },
  }
}

describe('a graph that was closed between two calls', () => {
  const open = async () => forgetful(openSqlite(folder, { openGraphs: 1 }))
  describe('the change list', () => {
    changesContract(open)
  })
  describe('commits', () => {
    commitsContract(open)
  })
  describe('blocks', () => {
    blocksContract(open)
  })
})
