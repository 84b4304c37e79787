/** The picture of a page: the first stored file in a property that apps keep one in. */
import { fileIds } from '@notegraph/block-text'
import { heldProp, propText } from '@notegraph/graph'
import type { GraphStore } from '@notegraph/store'

const KEYS = ['banner', 'cover', 'image'] as const

/**
 * Finds the id of the file.
 * @param origin the service's own origin, which may be part of an address
 * @returns undefined if the page is deleted, or has no such file
 * @example
 * await pictureOfPage(graph, 'p1', 'https://notes.example')
 */
export async function pictureOfPage(
  { records }: Pick<GraphStore, 'records'>,
  pageId: string,
  origin: string | undefined,
): Promise<string | undefined> {
  const record = (await records.find(pageId))?.record
  if (record?.kind !== 'page' || record.deleted !== undefined) return undefined
  for (const key of KEYS) {
    const [id] = fileIds(propText(heldProp(record, key)?.v ?? ''), origin)
    if (id !== undefined) return id
  }
  return undefined
}
