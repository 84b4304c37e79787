/** Paths of imported files that no text links to. */
import { caseless, safeFileName } from '@notegraph/folder'
import type { UnlinkedFile } from '@notegraph/store'

/**
 * Paths below `assets/` for imported files that no text links to. Each keeps its original path, because its users find
 * it there. A file with an unknown or taken path is left out, and gets its name.
 */
export function broughtPaths(
  unlinked: readonly UnlinkedFile[],
  names: ReadonlyMap<string, string>,
): Map<string, string> {
  const files = new Map(Array.from(names, ([id, name]) => [caseless(name), id]))
  const folders = new Set<string>()
  const paths = new Map<string, string>()
  for (const { id, path } of unlinked) {
    if (path === undefined) continue
    const parts = path
      .replace(/^assets\//, '')
      .split('/')
      .map(safeFileName)
    const brought = parts.join('/')
    const above = parts.slice(1).map((_, i) => caseless(parts.slice(0, i + 1).join('/')))
    const holder = files.get(caseless(brought)) ?? id
    if (holder !== id || folders.has(caseless(brought)) || above.some((folder) => files.has(folder))) continue
    files.set(caseless(brought), id)
    for (const folder of above) folders.add(folder)
    paths.set(id, brought)
  }
  return paths
}
