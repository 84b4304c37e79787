/** Times of pages as Logseq keeps them beside its notes, in `logseq/pages-metadata.edn`. */
import { fold } from '@notegraph/block-text'
import { ednList, ednMap, ednText, readForm } from './edn-value.ts'

export const METADATA_PATH = 'logseq/pages-metadata.edn'

/** Milliseconds since 1970. */
export interface PageTimes {
  readonly createdAt?: number
  readonly updatedAt?: number
}

/**
 * Times by folded name. Any text can be read; what makes no sense says nothing.
 * @throws TooMuch where it nests deeper than `nesting`
 */
export function readMetadata(text: string, nesting?: number): ReadonlyMap<string, PageTimes> {
  const times = new Map<string, PageTimes>()
  for (const entry of ednList(readForm(text, nesting))) {
    const page = ednMap(entry)
    const name = ednText(page.get(':block/name'))
    if (name === undefined) continue
    const createdAt = timeOf(ednText(page.get(':block/created-at')))
    const updatedAt = timeOf(ednText(page.get(':block/updated-at')))
    times.set(fold(name), {
      ...(createdAt === undefined ? {} : { createdAt }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    })
  }
  return times
}

const timeOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{12,14}$/u.test(text) ? Number(text) : undefined
