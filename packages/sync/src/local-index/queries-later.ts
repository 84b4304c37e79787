/**
 * Search and queries, whose code is loaded with the first question. An app opens sooner without them.
 *
 * @see sync, The device's rules 7b
 */
import type { Core } from '../device/core.ts'
import type { RecordChange } from '../device/draft.ts'
import type { LocalStore } from '../device/local.ts'
import type { Queries } from './queries.ts'
import type { WordIndex } from './word-index.ts'

/** Search that is loaded once it is asked for. */
export interface QueriesLater extends Queries {
  /** Changes the texts in memory, if there are any. */
  changed(changes: readonly RecordChange[]): void
  /** Forgets the texts; the next question reads the store again. */
  clear(): void
}

/** Creates the search of an engine. */
export function queriesLater(core: () => Core, store: Pick<LocalStore, 'scan'>): QueriesLater {
  let words: WordIndex | undefined
  let loading: Promise<Queries> | undefined

  async function load(): Promise<Queries> {
    const [{ queries }, index] = await Promise.all([import('./queries.ts'), import('./word-index.ts')])
    words = new index.WordIndex(store)
    return queries(core(), words)
  }
  const loaded = async (): Promise<Queries> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    changed: (changes) => words?.changed(changes),
    clear: () => words?.clear(),
    search: async (text, part) => (await loaded()).search(text, part),
    query: async (text, options) => (await loaded()).query(text, options),
    queryPages: async (text, options) => (await loaded()).queryPages(text, options),
    mentionsOf: async (pageId, part) => (await loaded()).mentionsOf(pageId, part),
    propertyKeys: async () => (await loaded()).propertyKeys(),
    pageLinks: async () => (await loaded()).pageLinks(),
  }
}
