import { foldForSearch } from '@notegraph/block-text'
import { settleDays, parseQuery } from '@notegraph/query'
import { CacheBudget, IndexWriter, MemoryDocuments, memoryStorage, Searcher } from '@notegraph/search-index'

const storage = memoryStorage()
const documents = new MemoryDocuments(storage)
const writer = new IndexWriter(storage, documents, { background: true })
const searcher = new Searcher(storage, documents, new CacheBudget(16 * 2 ** 20))

const page = documents.addPage({ name: 'Bread' })
const add = (id: string, text: string, time: number, marker?: 'TODO') =>
  // The index has folded words. Words as typed, such as `Rye`, would never match.
  documents.add({ id, page, words: foldForSearch(text), marker, createdAt: time, updatedAt: time })

/** The ids of the documents that a query finds, the latest edit first. */
export function find(q: string): string[] {
  const parsed = parseQuery(q)
  if (!parsed.ok) throw new Error(q)
  const query = settleDays(parsed.query, { today: 20261120, startOf: () => 0 })
  const { numbers } = searcher.find(query, { limit: 50, offset: 0 }, 10_000)
  return numbers.map((n) => documents.ids([n]).get(n)!)
}

add('b1', 'Rye wants a wet dough', 1)
add('b2', 'buy rye flour', 2, 'TODO')
export const before = find('rye') // ['b2', 'b1']
writer.indexSome(100)
export const rye = find('rye') // ['b2', 'b1']
export const open = find('(and "our" (todo TODO))') // ['b2']
export const other = find('(not (todo TODO))') // ['b1']
export const left = writer.unindexed() // 0
