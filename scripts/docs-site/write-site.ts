/**
 * The documentation as static pages, for any host or a disk. No page needs a server, a script or another host; the search
 * runs in the browser, on an index that is a script.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishFolder } from '../../packages/host/src/site-folder.ts'
import { ICON, SITE_SEARCH, STYLE } from '../../packages/web/src/assets.ts'
import { searchIndex, searchIndexScript } from '../../packages/web/src/static-site/search-index.ts'
import { ROOT } from '../docs.ts'
import { placeOf } from './addresses.ts'
import { pageOf, readDocuments, type Documents } from './documents.ts'
import { FILES, layOut } from './layout.ts'
import { renderDocument } from './render-document.ts'

/** The characters of all texts in the index: more than all documents have. */
const INDEX = 4_000_000

type Target = Parameters<Parameters<typeof publishFolder>[1]>[0]

const SEARCH_HTML = `<h1>Search</h1>
<noscript><p>Search needs JavaScript. The contents list the documents.</p></noscript>
<p class="muted" role="status" id="count"></p>
<ul class="plain pages" id="matches"></ul>
`

/**
 * Writes the site. Files of an earlier build that left the site are removed, and no other file is touched.
 *
 * @returns the number of documents
 * @throws if a link of a document leads nowhere, or a file that is not of the site is in the way
 */
export async function writeSite(folder: string, documents: Documents = readDocuments()): Promise<number> {
  const written = await publishFolder(folder, async (target) => writeFiles(documents, target))
  if (!written.ok)
    throw new Error(
      `${join(folder, written.inTheWay)} is not of the site. Remove it, or name another folder.`,
    )
  return documents.size
}

async function writeFiles(documents: Documents, target: Target): Promise<void> {
  const index = searchIndex(INDEX)
  const paths = new Set<string>()
  /** Several documents may link to one file. */
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    if (paths.has(path)) return
    paths.add(path)
    await target.write(path, content)
  }
  for (const source of documents.keys()) {
    const { title, html, texts, files } = renderDocument(source, documents)
    const path = pageOf(source)
    await write(path, layOut({ title, html, path }, documents))
    await index.add(path, title, each(texts))
    for (const file of files) await write(placeOf(file), readFileSync(join(ROOT, file)))
  }
  const scripts = [FILES.searchIndex, FILES.searchScript]
  await write(
    FILES.search,
    layOut({ title: 'Search', html: SEARCH_HTML, path: FILES.search, scripts }, documents),
  )
  await write(FILES.searchIndex, searchIndexScript(index.finish()))
  await write(FILES.searchScript, SITE_SEARCH.bytes())
  await write(FILES.style, STYLE.bytes())
  await write(FILES.layout, readFileSync(join(import.meta.dirname, 'docs.css')))
  await write(FILES.icon, ICON.bytes())
}

async function* each(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts
}
