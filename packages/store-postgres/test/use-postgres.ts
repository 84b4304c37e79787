/**
 * Runs the tests of a file on PostgreSQL: a set-up file of the project `postgres` in `vitest.config.ts`. A database that a
 * test takes is free again after it. One that is taken before the tests of a file is free after the file.
 */
import type { Store } from '@notegraph/store'
import { keyIn, useTestStores } from '@notegraph/store/testing'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { openData } from './open-data.ts'
import { giveBack, takeDatabase } from './spare-databases.ts'

type Ends = Set<() => void>
const [ofFile, ofTest]: readonly [Ends, Ends] = [new Set(), new Set()]
let ends = ofFile

beforeEach(() => void (ends = ofTest))
afterEach(() => {
  endAll(ofTest)
  ends = ofFile
})
afterAll(() => endAll(ofFile))

function endAll(all: Ends): void {
  for (const end of all) end()
  all.clear()
}

useTestStores({
  async open(prepare) {
    const store = await openEmpty()
    await prepare?.(store)
    return store
  },
  async make(folder) {
    const database = await takeDatabase()
    ends.add(() => giveBack(database))
    const env = { NOTEGRAPH_DATA: folder, NOTEGRAPH_DATABASE_URL: database.url, ...keyIn(folder) }
    return {
      env,
      open: async (options) => openData(env, options),
      module: new URL('open-data.ts', import.meta.url).href,
    }
  },
})

async function openEmpty(): Promise<Store> {
  const database = await takeDatabase()
  const giveIt = () => giveBack(database)
  if (!vi.isFakeTimers()) return lent(await database.store(), giveIt)
  // A pool of connections cannot stop timers that were real when it started them.
  const store = await database.open()
  return lent(store, () => void store.close().then(giveIt))
}

/** A store that stays open when its test closes it. The listeners of the test go. */
function lent(store: Store, giveBack: () => void): Store {
  const unwatches = new Set<() => void>()
  const mine = ends
  const end = () => {
    mine.delete(end)
    for (const unwatch of unwatches) unwatch()
    giveBack()
  }
  mine.add(end)
  return {
    ...store,
    watch(accountId, listens) {
      const unwatch = store.watch(accountId, listens)
      unwatches.add(unwatch)
      return unwatch
    },
    close: async () => {
      if (mine.has(end)) end()
    },
  }
}
