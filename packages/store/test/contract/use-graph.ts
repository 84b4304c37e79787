/** One empty graph for each case of a suite. */
import { afterEach, beforeEach, expect } from 'vitest'
import type { GraphStore, Store } from '../../src/index.ts'

/** Opens a graph before each case. After each, its derived rows have to agree with its records. */
export function useGraph(
  open: () => Promise<Store>,
  use: (graph: GraphStore, store: Store) => unknown,
): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
    await use(store.graph('one'), store)
  })
  afterEach(() => store.close())
  afterEach(async () => expect(await store.graph('one').maintenance.check()).toEqual([]))
}
