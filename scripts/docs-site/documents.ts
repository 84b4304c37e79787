/** The documents of the site: README.md, and each one that links lead to from there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linksIn, ROOT, targetOf } from '../docs.ts'

/** Markdown by its path from the top of the checkout. */
export type Documents = ReadonlyMap<string, string>

export const START = 'README.md'

/** The document whose lists of links are the navigation. */
export const CONTENTS = 'docs/README.md'

export function readDocuments(): Documents {
  const documents = new Map<string, string>()
  const found = new Set([START])
  for (const source of found) {
    const markdown = readFileSync(join(ROOT, source), 'utf8')
    documents.set(source, markdown)
    for (const link of linksIn(markdown)) {
      const { path } = targetOf(source, link)
      if (path.endsWith('.md') && existsSync(join(ROOT, path))) found.add(path)
    }
  }
  return documents
}

/** The file of a document in the site. A README is the first page of its folder. */
export const pageOf = (source: string): string =>
  source.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html')
