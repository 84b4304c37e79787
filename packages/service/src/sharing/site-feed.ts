/** The latest pages of a site, for its Atom feeds. @see sharing 3 */
import { journalDay } from '@notegraph/graph'
import { LIMITS } from '@notegraph/contract'
import type { PageSet, PublishedPage } from './site-pages.ts'

/** The pages that were edited last, or the latest journals. */
export type FeedKind = 'pages' | 'journals'

/** A page in a feed. */
export interface FeedEntry {
  readonly page: PublishedPage
  /** The beginning of its words. */
  readonly summary: string
}

/**
 * Lists the entries of a feed, the latest first.
 *
 * @param beginning reads the words of the first blocks of a page
 * @example
 * ```ts
 * const entries = await siteFeed(pages, 'pages', async () => ['words'])
 * ```
 */
export async function siteFeed(
  set: PageSet,
  kind: FeedKind,
  beginning: (id: string) => Promise<readonly string[]>,
): Promise<readonly FeedEntry[]> {
  const entries: FeedEntry[] = []
  for (const page of latest([...set.values()], kind).slice(0, LIMITS.siteFeed)) {
    const words = withoutFiles((await beginning(page.id)).join(' '))
      .replaceAll(/\s+/g, ' ')
      .trim()
    entries.push({ page, summary: shortened(words) })
  }
  return entries
}

/** Words that have no place for pictures and files. */
export const withoutFiles = (words: string): string => words.replaceAll(/\[(?:picture|file): [^\]]*\]/g, '')

function latest(pages: readonly PublishedPage[], kind: FeedKind): readonly PublishedPage[] {
  if (kind === 'pages') return pages.toSorted((a, b) => b.editedAt - a.editedAt || (a.id < b.id ? -1 : 1))
  const journals = pages.flatMap((page) => {
    const day = journalDay(page.id)
    return day === undefined ? [] : [{ page, day }]
  })
  return journals.toSorted((a, b) => b.day - a.day).map(({ page }) => page)
}

const shortened = (words: string): string =>
  words.length <= LIMITS.snippet ? words : `${words.slice(0, LIMITS.snippet).toWellFormed()}…`
