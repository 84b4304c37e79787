/** Times of pages, which Logseq keeps in `logseq/pages-metadata.edn`. */
import { fold } from '@notegraph/block-text'
import { readTime } from './block-draft.ts'
import { ednList, ednMap, ednText, readForm } from './edn-value.ts'

/** The path of the file. */
export const METADATA_PATH = 'logseq/pages-metadata.edn'

/** Times in milliseconds since 1970. */
export interface PageTimes {
  readonly createdAt?: number
  readonly updatedAt?: number
}

/**
 * Reads times by folded name. Any text is accepted; invalid parts are ignored.
 *
 * @throws TooMuch if the EDN nests deeper than `nesting`
 */
export function readMetadata(text: string, nesting?: number): ReadonlyMap<string, PageTimes> {
  const times = new Map<string, PageTimes>()
  for (const entry of ednList(readForm(text, nesting))) {
    const page = ednMap(entry)
    const name = ednText(page.get(':block/name'))
    if (name === undefined) continue
    const createdAt = readTime(ednText(page.get(':block/created-at')) ?? '')
    const updatedAt = readTime(ednText(page.get(':block/updated-at')) ?? '')
    times.set(fold(name), {
      ...(createdAt === undefined ? {} : { createdAt }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    })
  }
  return times
}
