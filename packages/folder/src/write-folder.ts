/** The texts of a whole folder, from the records of a graph. */
import { parseBlock } from '@notegraph/block-text'
import { PAGE_FAVORITE, propOf, type GraphRecord, type PageRecord } from '@notegraph/graph'
import { MANIFEST_PATH, VAULT_MANIFEST_PATH, writeManifest, type ManifestEntry } from './export-manifest.ts'
import { planExport, type ExportSource } from './export-plan.ts'
import { planVault, vaultAsset } from './vault-plan.ts'
import { writePage } from './write-page.ts'

/** The program that opens a written folder. */
export type FolderLayout = 'logseq' | 'obsidian'

/** Options for writing a folder. */
export interface FolderTextsOptions {
  readonly layout: FolderLayout
  /** Names in `assets/` by file id, from `assetNames`. An address of another file stays as it is. */
  readonly files?: ReadonlyMap<string, string>
  /** The service's own origin, such as `https://notes.example`. Addresses on it are files of the service too. */
  readonly origin?: string
}

/** A text file of a folder. */
export interface FolderText {
  readonly path: string
  readonly text: string
  /** The latest edit of the page, in milliseconds since 1970; absent for a file that is no note. */
  readonly modifiedAt?: number
}

/**
 * Writes each page of a graph, one at a time, then the settings and the manifest. The files of the account are the
 * caller's to write, at `assetPath`.
 *
 * @param records the live records of the graph, in any order
 * @example
 * const page = makePage({ id: 'p', name: 'Home', now: 1 })
 * const block = makeBlock({ id: 'b', content: 'TODO call', rev: 'r', pageId: 'p', parentId: null, order: 1, now: 1 })
 * const [note] = folderTexts([page, block], { layout: 'obsidian' })
 * note.path // 'Home.md'
 * note.text // '- [ ] call\n'
 */
export function* folderTexts(
  records: Iterable<GraphRecord>,
  { layout, files = new Map(), origin }: FolderTextsOptions,
): Generator<FolderText, void> {
  const pages: PageRecord[] = []
  const onPage = new Map<string, GraphRecord[]>()
  const pageOf = new Map<string, string>()
  const referenced = new Set<string>()
  for (const record of records) {
    if (record.deleted !== undefined) continue
    if (record.kind === 'page') {
      pages.push(record)
      continue
    }
    const { pageId } = record.place
    const others = onPage.get(pageId)
    if (others) others.push(record)
    else onPage.set(pageId, [record])
    pageOf.set(record.id, pageId)
    if (record.words.text.includes('(('))
      for (const id of parseBlock(record.words.text).blockRefs) referenced.add(id)
  }
  const source: ExportSource = {
    pages,
    files,
    referenced: (id) => referenced.has(id),
    ...(origin === undefined ? {} : { origin }),
  }
  const { config, ...plan } =
    layout === 'obsidian'
      ? { config: undefined, ...planVault(source, (id) => pageOf.get(id)) }
      : planExport(source)
  const entries: ManifestEntry[] = []
  for (const page of pages) {
    const own = onPage.get(page.id) ?? []
    const { path, text, entry } = writePage(page, own, plan)
    entries.push(
      layout === 'obsidian' && propOf(page, PAGE_FAVORITE) === true ? { ...entry, favorite: true } : entry,
    )
    const modifiedAt = own.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), page.updatedAt)
    yield { path, text, modifiedAt }
  }
  if (config) yield config
  const manifest = writeManifest(entries)
  yield { ...manifest, path: layout === 'obsidian' ? VAULT_MANIFEST_PATH : MANIFEST_PATH }
}

/**
 * Returns the path of a file of the account in a written folder.
 *
 * @param name its name in `assets/`
 * @example
 * assetPath('map.png', 'obsidian') // 'assets/map.png'
 */
export const assetPath = (name: string, layout: FolderLayout): string =>
  layout === 'obsidian' ? vaultAsset(name) : `assets/${name}`
