/**
 * The documentation as static pages, for any host or a disk. No page needs a server, a script or another host; the search
 * runs in the browser, on an index that is a script.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ICON, SITE_SEARCH, STYLE } from '../../packages/web/src/assets.ts'
import { searchIndex, searchIndexScript } from '../../packages/web/src/static-site/search-index.ts'
import { ROOT } from '../docs.ts'
import { placeOf } from './addresses.ts'
import { pageOf, readDocuments } from './documents.ts'
import { FILES, layOut } from './layout.ts'
import { renderDocument } from './render-document.ts'

/** The characters of all texts in the index: more than all documents have. */
const INDEX = 4_000_000

const SEARCH_HTML = `<h1>Search</h1>
<noscript><p>Search needs JavaScript. The contents list the documents.</p></noscript>
<p class="muted" role="status" id="count"></p>
<ul class="plain pages" id="matches"></ul>
`

/**
 * Writes the site.
 *
 * @returns the number of documents
 * @throws if a link of a document leads nowhere
 */
export async function writeSite(folder: string): Promise<number> {
  const documents = readDocuments()
  const index = searchIndex(INDEX)
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const source of documents.keys()) {
    const { title, html, texts, files } = renderDocument(source, documents)
    const path = pageOf(source)
    write(path, layOut({ title, html, path }, documents))
    await index.add(path, title, each(texts))
    for (const file of files) cpSync(join(ROOT, file), join(folder, placeOf(file)), { recursive: true })
  }
  const scripts = [FILES.searchIndex, FILES.searchScript]
  write(FILES.search, layOut({ title: 'Search', html: SEARCH_HTML, path: FILES.search, scripts }, documents))
  write(FILES.searchIndex, searchIndexScript(index.finish()))
  write(FILES.searchScript, SITE_SEARCH.bytes())
  write(FILES.style, STYLE.bytes())
  write(FILES.layout, readFileSync(join(import.meta.dirname, 'docs.css')))
  write(FILES.icon, ICON.bytes())
  return documents.size
}

async function* each(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts
}
