/**
 * Files that no text names and that belong to one that is linked: Logseq keeps the highlights of `assets/x.pdf` in
 * `assets/x.edn`, and pictures of them as `assets/x/<page>_<block id>_<stamp>.png`.
 */
import type { Db } from '../database/database.ts'

export interface NamedFile {
  readonly name: string
  /** In the folder that an import brought it from, where that is known. */
  readonly path?: string | null
}

const PICTURE = /^\d+_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_\d+\.\w+$/i

export function impliedFiles(db: Db): () => (file: NamedFile) => boolean {
  const linked = db
    .prepare<[], string>(
      `SELECT coalesce(path, 'assets/' || name) FROM file LEFT JOIN file_import ON file_import.file = file.id
       WHERE name LIKE '%.pdf' AND EXISTS (SELECT 1 FROM file_use WHERE file_use.file = file.id)`,
    )
    .pluck()
  const block = db.prepare<[string]>('SELECT 1 FROM block WHERE id = ?')

  return () => {
    let stems: Set<string> | undefined
    const isLinked = (stem: string): boolean => {
      stems ??= new Set(linked.all().map((path) => path.slice(0, -'.pdf'.length)))
      return stems.has(stem)
    }
    return ({ name, path }) => {
      const place = path ?? `assets/${name}`
      if (/\.edn$/i.test(place)) return isLinked(place.slice(0, -'.edn'.length))
      const highlight = PICTURE.exec(name)
      if (!highlight) return false
      return block.get(highlight[1]!.toLowerCase()) !== undefined || isLinked(folderOf(place))
    }
  }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
