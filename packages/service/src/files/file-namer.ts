/** Names of files for texts of records, which contain addresses. @see decisions 2.8 */
import { fileIds, nameFiles, type FileName } from '@notegraph/block-text'
import type { GraphStore } from '@notegraph/store'

/**
 * Reads the files that texts name.
 *
 * @param origin the service's own origin, which may be part of an address
 * @returns a function that replaces addresses of files by their names, as other answers do
 * @example
 * ```ts
 * const show = await fileNamer(graph, [text], 'https://notes.example')
 * show(text) // 'See [picture: cat.png]'
 * ```
 */
export async function fileNamer(
  { files }: Pick<GraphStore, 'files'>,
  texts: readonly string[],
  origin: string | undefined,
): Promise<(text: string) => string> {
  const known = new Map<string, FileName>()
  for (const id of new Set(texts.flatMap((text) => fileIds(text, origin)))) {
    const file = await files.find(id)
    if (file) known.set(id, file)
  }
  return (text) => nameFiles(text, (id) => known.get(id), origin)
}
