/**
 * The files of a shared page, by number. Readers never see the id of a file, because it opens the file for good.
 * @see sharing 2
 */
import { mayNameFile, withoutPercentComments } from '@notegraph/block-text'
import { readBlock } from '@notegraph/render'
import type { GraphStore } from '@notegraph/store'
import { pictureOfPage } from '../files/page-picture.ts'
import { hiddenParts } from './hidden-parts.ts'

/** Lists the files that a text shows, in order; those in a hidden part are not shown. */
function shownFiles(text: string, origin: string | undefined): string[] {
  if (!mayNameFile(text)) return []
  const read = readBlock(withoutPercentComments(text), origin)
  const hidden = hiddenParts(read)
  return read.files
    .filter(({ start }) => !hidden.some((part) => part.start <= start && start < part.end))
    .map(({ id }) => id)
}

/**
 * Lists the ids of all files that a page shows: in its blocks, and its picture. The position of an id is its number, which
 * stays the same while blocks move.
 *
 * @param origin the service's own origin, which may be part of an address
 */
export async function pageFiles(
  graph: GraphStore,
  pageId: string,
  origin: string | undefined,
): Promise<string[]> {
  const ids = new Set<string>()
  const picture = await pictureOfPage(graph, pageId, origin)
  if (picture !== undefined) ids.add(picture)
  for (const { record } of await graph.records.listByPage(pageId))
    if (record.kind === 'block') for (const id of shownFiles(record.words.text, origin)) ids.add(id)
  return [...ids].toSorted()
}
