/** Links of documents as addresses of the site. They are relative, so that the site works at any place and from a disk. */
import { statSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path/posix'
import { anchorsIn, ROOT, targetOf } from '../docs.ts'
import { pageOf, type Documents } from './documents.ts'

export interface Address {
  readonly href: string
  /** The file of the repository that the site must have for this address; undefined for a document. */
  readonly file?: string
}

/** @returns the address of one file of the site on a page of it */
export const between = (page: string, file: string): string => encodeURI(relative(dirname(page), file))

/** The place of a file in the site. A browser shows a file without an extension only as text. */
export const placeOf = (file: string): string => (extname(file) === '' ? `${file}.txt` : file)

/**
 * Translates a link.
 *
 * @param source the document that has the link
 * @throws if the link leads to no file, or to no heading
 */
export function addressOf(source: string, link: string, documents: Documents): Address {
  if (/^[a-z]+:/i.test(link)) return { href: link }
  const { path, anchor } = targetOf(source, link)
  const markdown = documents.get(path)
  if (markdown === undefined) {
    if (!statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile())
      throw new Error(`${source} links to ${link}, and the site has no such file.`)
    return { href: between(pageOf(source), placeOf(path)), file: path }
  }
  if (anchor === '') return { href: between(pageOf(source), pageOf(path)) }
  if (!anchorsIn(markdown).has(anchor))
    throw new Error(`${source} links to ${link}, and that document has no such heading.`)
  return { href: `${path === source ? '' : between(pageOf(source), pageOf(path))}#${anchor}` }
}
