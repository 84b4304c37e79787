/**
 * The published state of a site that does not follow the graph: what its pages show, as one JSON text. It has the page of
 * everything that it quotes, so that a page that leaves the site is gone from the others too.
 * @see sharing 3, 5
 */
import { withoutPercentComments } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import type { QueryTable } from '@notegraph/render'
import type { GraphStore, StoredPage } from '@notegraph/store'
import { partAt } from './part.ts'
import type { SharedFile, SharedLine, SharedResult, SharedView } from './shared-view.ts'
import type { SiteContent, SitePage } from './site-content.ts'
import type { PageSet, SelectedPage } from './site-pages.ts'

type Entries<T> = readonly (readonly [key: string, value: T])[]

/** A part of a page. Its members are those of `SharedView`, with entries for maps. */
export interface PublishedPart extends Pick<SharedView, 'lines' | 'total' | 'shown' | 'picture'> {
  readonly offset: number
  readonly words: Entries<string>
  readonly own: readonly string[]
  readonly embeddedBlocks: Entries<readonly SharedLine[]>
  readonly embeddedPages: Entries<readonly SharedLine[]>
  readonly quotedFrom: Entries<string>
  /** Earlier versions kept neither these, nor results, nor footnotes, nor tables. */
  readonly parts?: Entries<string>
  readonly results?: Entries<readonly SharedResult[]>
  readonly footnotes?: readonly string[]
  readonly tables?: Entries<QueryTable>
  readonly skipped?: readonly string[]
  readonly files: Entries<SharedFile>
}

/** A page as it was published. */
export interface PublishedState {
  readonly listed: SelectedPage
  readonly page: StoredPage
  /** At least one, in order. */
  readonly parts: readonly PublishedPart[]
  /** The visible words of each block. */
  readonly texts: readonly string[]
  /** The ids of pages that linked the page. */
  readonly linkedFrom: readonly string[]
  /** The ids of its files, by number. */
  readonly files: readonly string[]
}

/** The pages by id, in the order of their names. */
export type Publication = ReadonlyMap<string, PublishedState>

/**
 * Copies what the pages of a site show now.
 *
 * @param content the content of the site, from the graph
 * @returns JSON; undefined if there is more than a site can have
 */
export async function takePublication(
  content: SiteContent,
  graph: GraphStore,
  pages: PageSet,
  origin: string | undefined,
): Promise<string | undefined> {
  const states: string[] = []
  let bytes = 0
  for (const { address: _, ...listed } of pages.values()) {
    const state = await stateOf(content, graph, listed, origin)
    if (!state) continue // deleted meanwhile
    const text = JSON.stringify(state)
    bytes += Buffer.byteLength(text)
    if (bytes > LIMITS.sitePublication) return undefined
    states.push(text)
  }
  return `[${states.join(',')}]`
}

export function readPublication(json: string): Publication {
  const states = JSON.parse(json) as readonly PublishedState[]
  const shown = json.includes('%%') ? states.map(withoutComments) : states
  return new Map(shown.map((state) => [state.listed.id, state]))
}

/** Earlier versions published comments of the form `%% … %%`. */
function withoutComments(state: PublishedState): PublishedState {
  const lines = (all: readonly SharedLine[]) =>
    all.map((line) => ({ ...line, content: withoutPercentComments(line.content) }))
  const embeds = (all: Entries<readonly SharedLine[]>) => all.map(([key, one]) => [key, lines(one)] as const)
  const parts = state.parts.map((part) => ({
    ...part,
    lines: lines(part.lines),
    words: part.words.map(([key, words]) => [key, withoutPercentComments(words)] as const),
    embeddedBlocks: embeds(part.embeddedBlocks),
    embeddedPages: embeds(part.embeddedPages),
  }))
  return { ...state, parts, texts: state.texts.map(withoutPercentComments) }
}

async function stateOf(
  content: SiteContent,
  graph: GraphStore,
  listed: SelectedPage,
  origin: string | undefined,
): Promise<PublishedState | undefined> {
  const parts: PublishedPart[] = []
  let read: SitePage | undefined = await content.read(listed.id, partAt(0))
  if (!read) return undefined
  const { page } = read.view
  const linkedFrom = read.linkedFrom.map(({ id }) => id)
  for (let offset = 0; read;) {
    const view: SharedView = read.view
    parts.push(partOf(view, offset))
    offset += view.shown
    read = view.shown > 0 && offset < view.total ? await content.read(listed.id, partAt(offset)) : undefined
  }
  const { pageFiles } = await import('./page-files.ts')
  const { visibleWords } = await import('./visible-words.ts')
  const lines = parts.flatMap((part) => part.lines.filter(({ isContext }) => !isContext))
  const texts = lines.map((line) => visibleWords(line.content, origin))
  return { listed, page, parts, texts, linkedFrom, files: await pageFiles(graph, listed.id, origin) }
}

const partOf = (view: SharedView, offset: number): PublishedPart => ({
  offset,
  lines: view.lines,
  total: view.total,
  shown: view.shown,
  picture: view.picture,
  words: [...view.words],
  ...(view.parts.size > 0 && { parts: [...view.parts] }),
  own: [...view.own],
  embeddedBlocks: [...view.embeddedBlocks],
  embeddedPages: [...view.embeddedPages],
  quotedFrom: [...view.quotedFrom],
  results: [...view.results],
  tables: [...view.tables],
  ...(view.skipped.size > 0 && { skipped: [...view.skipped] }),
  footnotes: view.footnotes,
  files: [...view.files],
})
