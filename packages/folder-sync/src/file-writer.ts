/**
 * Exports changes of the graph to files. Each new text is first written to a hidden file and noted in the store. After
 * an interruption, the next start therefore knows whether the file was replaced. Only files with the content of their
 * base are replaced.
 */
import { fileIds, parseBlock } from '@notegraph/block-text'
import { fileText, textHash } from '@notegraph/folder'
import { kept, type Base } from './base.ts'
import { decode, hashOf } from './contents.ts'
import type { BaseRow } from './outline-change.ts'
import type { MissingFile } from './assets.ts'
import { isShownBy, pageView, rowsOf, textsOf, viewHash, type PageView } from './page-view.ts'
import type { SyncContext } from './context.ts'
import { patchedFile } from './patched-file.ts'

/** The most files to replace in one batch. */
const BATCH = 64

/** A file that a page shows and the folder lacks. */
export interface MissingFileOfPage extends MissingFile {
  /** The name of the page. */
  readonly page: string
}

interface PlannedWrite {
  readonly path: string
  readonly base: Base | undefined
  readonly next: Base
  readonly text: string
}

/** The export of one folder. */
export class FileWriter {
  readonly #context: SyncContext
  /** Blocks that some text refers to. Their files contain their ids. */
  readonly #named = new Set<string>()
  /** Files that pages show and the folder lacks, by page. The next write looks for them again. */
  readonly #missing = new Map<string, readonly MissingFileOfPage[]>()
  written: number = 0
  removed: number = 0

  constructor(context: SyncContext) {
    this.#context = context
  }

  /**
   * Writes the files of changed pages.
   *
   * @param changed ids of changed pages and blocks. Default: all pages
   */
  async write(changed?: Iterable<string>): Promise<void> {
    const ids = changed ? await this.#pagesOf(changed) : await this.#allPages()
    for (const id of this.#missing.keys()) ids.add(id)
    await this.#lookForNames(ids)
    let batch: PlannedWrite[] = []
    for (const id of ids) {
      const planned = batch.map(({ path }) => path)
      const writing = await this.#plannedFor(id, planned)
      if (writing) batch.push(writing)
      if (batch.length < BATCH) continue
      await this.#write(batch)
      batch = []
    }
    await this.#write(batch)
  }

  /** The files that pages show and the folder lacks. */
  get missing(): MissingFileOfPage[] {
    return [...this.#missing.values()].flat()
  }

  async #allPages(): Promise<Set<string>> {
    return new Set([
      ...(await this.#context.engine.pages()).map(({ id }) => id),
      ...this.#context.bases.pageIds(),
    ])
  }

  /** Lists the pages of blocks, and the pages whose files show these blocks. */
  async #pagesOf(changed: Iterable<string>): Promise<Set<string>> {
    const ids = new Set<string>()
    for (const id of changed) {
      const record = await this.#context.engine.record(id)
      ids.add(record && record.kind !== 'page' ? record.place.pageId : id)
      const shown = this.#context.bases.base(this.#context.bases.shownIn(id) ?? '')
      if (shown) ids.add(shown.pageId)
    }
    return ids
  }

  /** Finds blocks that some text refers to. Their files must contain their ids. */
  async #lookForNames(ids: Set<string>): Promise<void> {
    const looked = [...ids]
    for (const id of looked) {
      for (const { record } of await this.#context.engine.blocks(id))
        if (record.words.text.includes('((') || record.words.text.includes('{{'))
          for (const named of parseBlock(record.words.text).blockRefs) {
            if (this.#named.has(named)) continue
            this.#named.add(named)
            const block = await this.#context.engine.record(named)
            if (block?.kind === 'block' && block.deleted === undefined) ids.add(block.place.pageId)
          }
    }
  }

  async #view(pageId: string, base?: Base): Promise<PageView | undefined> {
    const named = new Set(base?.rows.flatMap(({ id, named }) => (named && id !== undefined ? [id] : [])))
    return pageView(this.#context.engine, pageId, (id) => named.has(id) || this.#named.has(id))
  }

  async #plannedFor(pageId: string, planned: readonly string[]): Promise<PlannedWrite | undefined> {
    const path = this.#context.bases.pathOf(pageId)
    const base = path === undefined ? undefined : this.#context.bases.base(path)
    const view = await this.#view(pageId, base)
    this.#missing.delete(pageId)
    if (!view) {
      if (path !== undefined && base) await this.#withoutPage(path, base)
      return undefined
    }
    const { assets, contents } = this.#context
    const missing = await assets.fetch(textsOf(view), (asset) => contents.marks.has(asset))
    if (missing.length > 0)
      this.#missing.set(
        pageId,
        missing.map((file) => ({ ...file, page: view.name })),
      )
    // The file would have the address in place of a picture that comes later.
    if (missing.some(({ isLacking }) => !isLacking)) return undefined
    const at = path ?? this.#context.contents.newPath(view.page, [...this.#context.bases.paths(), ...planned])
    const assetName = (id: string) => assets.nameOf(id, at)
    const shows = viewHash(view, assetName)
    if (base && path !== undefined && base.shows === shows) return undefined
    if (base && isShownBy(view, base.name, base.props, base.rows) && !(await this.#hasAddresses(view, at))) {
      // The file has this content already, perhaps in another form.
      await this.#context.bases.save([at, { ...base, rows: withRevs(base.rows, view), shows }])
      return undefined
    }
    const text = await patchedFile(this.#context, view, at, base)
    const hash = textHash(fileText(text))
    const { note, rows } = this.#context.contents.readBack(at, text, view)
    const next: Base = {
      pageId,
      hash,
      isOurs: true,
      name: note.name,
      props: note.props,
      rows: rowsOf(view, rows),
      shows,
    }
    if (base?.hash === hash) {
      const same = { ...next, ...(base.mark && { mark: base.mark }), isOurs: base.isOurs }
      await this.#context.bases.save([at, { ...same, rows: withRevs(same.rows, view) }])
      return undefined
    }
    return { path: at, base, next, text }
  }

  /** Whether a file has the address of a file that is in the folder by now. */
  async #hasAddresses(view: PageView, path: string): Promise<boolean> {
    const { assets, disk } = this.#context
    if (!textsOf(view).some((text) => fileIds(text).length > 0)) return false
    const text = decode(await disk.read(path).catch(() => undefined)) ?? ''
    return fileIds(text).some((id) => assets.nameOf(id, path) !== undefined)
  }

  /** Handles a deleted page: its file is removed, or shows the page that it was merged into. */
  async #withoutPage(path: string, base: Base): Promise<void> {
    const pageId = await this.#context.bases.livePageOf(base)
    if (pageId !== undefined && this.#context.bases.pathOf(pageId) === undefined) {
      await this.#context.bases.save([path, { ...base, pageId, shows: '' }])
      const writing = await this.#plannedFor(pageId, [])
      return writing && this.#write([writing])
    }
    const isGone = await this.#context.disk.remove(path, (bytes) => hashOf(bytes) === base.hash)
    if (!isGone && this.#context.contents.marks.has(path)) return
    await this.#context.bases.save([path, undefined])
    this.removed++
  }

  /**
   * Writes a batch of files. Prepared files are noted in the store first, so that an interrupted run can be completed.
   */
  async #write(batch: readonly PlannedWrite[]): Promise<void> {
    if (batch.length === 0) return
    const prepared: (PlannedWrite & { readonly name: string })[] = []
    for (const planned of batch)
      prepared.push({ ...planned, name: await this.#context.disk.prepare(planned.text) })
    await this.#context.engine.keep(
      prepared.map(({ path, base, next, name }) =>
        kept(path, { ...(base && { base }), next: { prepared: name, base: next } }),
      ),
    )
    const settled: [path: string, base: Base | undefined][] = []
    const left: string[] = []
    for (const { path, base, next, name } of prepared) {
      const isExpected = (bytes: Uint8Array | undefined): boolean =>
        bytes === undefined ? base === undefined : hashOf(bytes) === base?.hash
      const mark = await this.#context.disk.place(name, path, isExpected, base?.isOurs === false)
      if (mark) this.written++
      else left.push(name)
      settled.push([path, mark ? { ...next, mark } : base])
    }
    await this.#context.bases.save(...settled)
    for (const name of left) await this.#context.disk.discard(name)
  }
}

/** The same words may have another revision now. */
const withRevs = (rows: readonly BaseRow[], view: PageView): BaseRow[] =>
  rows.map((row, i) => {
    const shown = view.rows[i]
    return shown && shown.id === row.id && shown.content === row.content
      ? { ...row, rev: shown.rev, ...(shown.versions && { versions: shown.versions }) }
      : row
  })
