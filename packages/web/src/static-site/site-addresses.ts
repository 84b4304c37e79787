/** The paths of a static site's files, and the relative addresses between them. @see sharing 4 */
import { escapeHtml } from '@notegraph/render'
import { mapAddresses } from '../components/map-addresses.ts'

/** Targets of a file that is no part of a document. */
export const NO_PARTS: PartTargets = { parts: [], next: undefined, files: new Map() }

/** The file that takes the place of a missing one. */
export const NOT_FOUND = '404.html'

/**
 * The file of a part of a document.
 *
 * @param stem the path of the first part, without its ending
 * @example
 * partPath('ada', 0) // 'ada.html'
 * partPath('ada', 200) // 'ada/200.html'
 */
export const partPath = (stem: string, offset: number): string =>
  offset === 0 ? `${stem}.html` : `${stem}/${offset}.html`

/** The targets of a part, beside the first parts of documents. */
export interface PartTargets {
  /** The offsets of the parts of the same document up to this one. */
  readonly parts: readonly number[]
  /** The offset of the next part. */
  readonly next: number | undefined
  /** The paths of the files that the part shows, by the last parts of their addresses. */
  readonly files: ReadonlyMap<string, string>
}

/** The files of a site, by the paths of the server. */
export interface SitePaths {
  /** The files of the documents, without their endings. */
  readonly stems: ReadonlyMap<string, string>
  /** Other files. */
  readonly others: ReadonlyMap<string, string>
}

/** A file of a site on the server. */
const FILE = /^\/p\/[^/]+\/files\/(?<name>[^/]+)$/

/** Functions of HTML that replace the paths of the server. They throw at a path without a file. */
export interface FileAddresses {
  /** The address of the file for a path, from the folder. */
  of(path: string, files?: PartTargets['files']): string
  /** By relative addresses. @param from the path of the file that has the HTML */
  relative(html: string, from: string, targets: PartTargets): string
  /** By addresses on the host, for a file that the host shows at any address. @param base the path of the folder there */
  onHost(html: string, base: string): string
}

/**
 * The addresses of a static site.
 *
 * @example
 * const addresses = fileAddresses({ stems: new Map([['/p/garden', 'index']]), others: new Map() })
 * addresses.relative('<a href="/p/garden">', 'pages/ada.html', NO_PARTS) // '<a href="../index.html">'
 * addresses.onHost('<a href="/p/garden">', '/notes') // '<a href="/notes/index.html">'
 */
export function fileAddresses({ stems, others }: SitePaths): FileAddresses {
  const byAddress = new Map(Array.from(stems, ([path, stem]) => [escapeHtml(path), stem]))

  function targetOf(address: string, { parts, next, files }: PartTargets): string {
    const [path = '', query] = address.split('?')
    if (path.startsWith('/assets/')) return path.slice(1)
    const other = others.get(path)
    if (other !== undefined) return other
    const file = FILE.exec(path)?.groups?.['name']
    if (file !== undefined) return files.get(decodeURIComponent(file)) ?? NOT_FOUND
    const stem = byAddress.get(path)
    if (stem === undefined) throw new Error(`a static site has no file for ${path}`)
    const offset = Number(new URLSearchParams(query).get('offset') ?? 0)
    // A part before this one may begin elsewhere, because long blocks make short parts.
    return partPath(stem, offset === next ? offset : (parts.findLast((part) => part <= offset) ?? 0))
  }

  function mapped(address: string, targets: PartTargets): string {
    const [path = '', part] = address.split(/(?<!&)#/) // an escaped quote has a `#` too
    return encodedPath(targetOf(path, targets)) + (part === undefined ? '' : `#${part}`)
  }
  const of = (path: string, files: PartTargets['files'] = NO_PARTS.files): string =>
    mapped(path, { ...NO_PARTS, files })
  const replaced = (html: string, before: string, targets: PartTargets): string =>
    mapAddresses(html, (address) => before + mapped(address, targets))
  return {
    of,
    relative: (html, from, targets) => replaced(html, '../'.repeat(from.split('/').length - 1), targets),
    onHost: (html, base) => replaced(html, `${escapeHtml(base)}/`, NO_PARTS),
  }
}

/**
 * A path as an address.
 * @example
 * encodedPath('pages/100 %.html') // 'pages/100%20%25.html'
 */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
