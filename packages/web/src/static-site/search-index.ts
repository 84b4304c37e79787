/**
 * The words that the search of a static site looks at. The index has a bounded size. Each page has the same share of it.
 * A page that is shorter leaves the rest to the others.
 * @see sharing 3, 4
 */
import { LIMITS } from '@notegraph/contract'

/** A page in the index. */
export interface IndexedPage {
  /** Its file, as an address relative to the folder. */
  readonly address: string
  readonly name: string
  /** The words of each block. */
  readonly texts: readonly string[]
}

export interface SearchIndex {
  readonly pages: readonly IndexedPage[]
  /** The characters of each page that the index has, if it lacks words of a page. */
  readonly cutAt?: number
}

export interface SearchIndexBuilder {
  /** Adds a page. It reads no more words than the index can have. */
  add(address: string, name: string, words: AsyncIterable<string>): Promise<void>
  finish(): SearchIndex
}

interface GrowingPage {
  readonly address: string
  readonly name: string
  texts: string[]
  length: number
}

/**
 * Collects the index. Its memory is bounded too, whatever the number and the length of pages.
 *
 * @param most the characters of all texts
 * @example
 * ```ts
 * const index = searchIndex(2_000_000)
 * await index.add('pages/boat.html', 'Boat', siteReaders.words(opened, 'a1'))
 * ```
 */
export function searchIndex(most: number): SearchIndexBuilder {
  const pages: GrowingPage[] = []
  let share = most
  let total = 0
  let isCut = false

  /** More pages make each share smaller, so words that are cut now would be cut at the end too. */
  function shrink(): void {
    const shares = fairShare(
      pages.map(({ length }) => length),
      most,
    )
    if (shares < share) share = shares
    for (const page of pages) if (page.length > share) cut(page)
    total = pages.reduce((sum, { length }) => sum + length, 0)
  }

  function cut(page: GrowingPage): void {
    let room = share
    const kept: string[] = []
    for (const text of page.texts) {
      if (room === 0) break
      kept.push(beginning(text, room))
      room -= Math.min(room, text.length)
    }
    page.texts = kept
    page.length = share - room
    isCut = true
  }

  return {
    async add(address, name, words) {
      const page: GrowingPage = { address, name, texts: [], length: 0 }
      for await (const text of words) {
        if (text === '') continue
        page.texts.push(text)
        page.length += text.length
        if (page.length > share) break
      }
      if (page.length > share) cut(page)
      pages.push(page)
      total += page.length
      if (total > 2 * most) shrink()
    },

    finish() {
      if (total > most) shrink()
      return {
        pages: pages.map(({ address, name, texts }) => ({ address, name, texts })),
        ...(isCut && { cutAt: share }),
      }
    },
  }
}

/** The most that each can have so that all together have no more than `most`. */
function fairShare(lengths: readonly number[], most: number): number {
  let room = most
  for (const [n, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(room / (lengths.length - n))
    if (length > share) return share
    room -= length
  }
  return most
}

/** Does not end within a character. */
const beginning = (text: string, most: number): string =>
  text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most)

/** The index as a script. JSON is a part of JavaScript, so nothing in it runs. */
export function searchIndexScript({ pages }: SearchIndex): string {
  const entries = pages.map(({ address, name, texts }) => JSON.stringify([address, name, texts]))
  const { siteMatches: most, snippet } = LIMITS
  return `globalThis.notegraphSite = {"most":${most},"snippet":${snippet},"pages":[\n${entries.join(',\n')}\n]}\n`
}
