/**
 * Files of PDF highlights, which no text names. Logseq keeps the highlights of `assets/x.pdf` in `assets/x.edn`, and
 * pictures of them as `assets/x/<page>_<block id>_<stamp>.png`.
 */

/** The name of a file, and the path in the imported folder if the store has one. */
export interface FileLocation {
  readonly name: string
  readonly path?: string | null
}

/** The PDF and the block that a file belongs to. The file is in use if the PDF is linked or the block exists. */
export interface HighlightSources {
  /** The path of the PDF without its extension, in the form of `pdfStem`. */
  readonly pdf: string
  /** The id of the block with the highlight. Only pictures have one. */
  readonly block?: string
}

const LIST = /\.edn$/i
const PICTURE = /^\d+_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_\d+\.\w+$/i

/**
 * Finds the PDF and the block that a file belongs to by its name. Neither needs to exist.
 *
 * @returns `undefined` for a file that is no list and no picture of highlights
 * @example
 * highlightSources({ name: 'x.edn' }) // { pdf: 'assets/x' }
 */
export function highlightSources(file: FileLocation): HighlightSources | undefined {
  const path = pathOf(file)
  if (LIST.test(path)) return { pdf: path.slice(0, -'.edn'.length) }
  const block = PICTURE.exec(file.name)?.[1]
  return block === undefined ? undefined : { pdf: folderOf(path), block: block.toLowerCase() }
}

/**
 * Returns the path of a PDF without its extension. The extension can be in any case.
 *
 * @param pdf a file whose name ends in `.pdf`
 * @example
 * pdfStem({ name: 'x.pdf', path: 'books/x.pdf' }) // 'books/x'
 */
export const pdfStem = (pdf: FileLocation): string => pathOf(pdf).slice(0, -'.pdf'.length)

/** A file without a path gets one from its name, in the folder that Logseq uses. */
const pathOf = ({ name, path }: FileLocation): string => path ?? `assets/${name}`

/** The folder of a path; empty for a path without one. */
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
