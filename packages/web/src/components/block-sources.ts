/** Loads the content that blocks show from elsewhere in the visitor's graph: lines of blocks, files, embeds and results. */
import { cutLine, fileIds, parseBlock, visibleLine } from '@notegraph/block-text'
import { lineWords, type Needs, type Sources } from '@notegraph/render'
import type { Visit } from '../page.ts'
import { embedsOf, NO_EMBEDS, type ReadDeps, type ShowEmbedded } from './embeds.ts'
import { blockAddress, fileAddress, nameAddress } from './links.ts'

/** The most resolved references on one page; the others stay as written. */
const MOST_LINES = 200
/** The most files on one page; the others are names. */
const MOST_FILES = 200

export interface SourceOptions {
  /** The texts of blocks with files as written, by block. */
  readonly written: ReadonlyMap<string, string>
  /** Renders embedded blocks; undefined for blocks that are embedded themselves, and so embed nothing. */
  readonly showEmbedded: ShowEmbedded | undefined
}

export async function blockSources(
  deps: ReadDeps,
  visit: Visit,
  needs: Needs,
  { written, showEmbedded }: SourceOptions,
): Promise<Sources> {
  const lines = await linesOf(deps, visit, needs.blocks)
  const files = await filesOf(deps, visit, needs.files, written)
  const embeds = showEmbedded ? await embedsOf(deps, visit, needs, showEmbedded) : NO_EMBEDS
  return {
    page: nameAddress,
    block: (id) => {
      const words = lines.get(id)
      return words === undefined ? undefined : { address: blockAddress(id), words }
    },
    file: (id) => files.get(id),
    embeddedPage: (name) => embeds.pages.get(name),
    embeddedBlock: (id) => embeds.blocks.get(id),
    query: (query) => embeds.queries.get(query),
    footnotes: needs.footnotes,
  }
}

/** The words of the first lines of the referenced blocks. */
async function linesOf(
  { reader }: ReadDeps,
  { caller }: Visit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const blocks = await reader.graph(caller).blocks.findMany(ids.slice(0, MOST_LINES))
  return new Map(
    blocks.map(({ id, content }) => [id, lineWords(cutLine(visibleLine(parseBlock(content))).text)]),
  )
}

interface ShownFile {
  readonly name: string
  readonly type: string
  readonly address: string
}

/** The address of a file is its place in a block, since its id would open it for everyone. */
async function filesOf(
  { reader, baseUrl }: ReadDeps,
  { caller }: Visit,
  ids: readonly string[],
  written: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, ShownFile>> {
  const files = new Map<string, ShownFile>()
  if (ids.length === 0) return files
  const { origin } = new URL(baseUrl())
  const wanted = new Set(ids.slice(0, MOST_FILES))
  const store = reader.graph(caller).files
  for (const [block, text] of written)
    for (const [n, id] of fileIds(text, origin).entries()) {
      if (!wanted.delete(id)) continue
      const file = await store.find(id)
      if (file) files.set(id, { name: file.name, type: file.type, address: fileAddress(block, n) })
    }
  return files
}
