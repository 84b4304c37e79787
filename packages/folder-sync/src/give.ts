/**
 * Giving files what changed in the graph. What is written is prepared where nobody sees it and noted first, so that
 * wherever it is cut off, it is known whether it stands there; and only what was agreed on is ever replaced.
 */
import { parseBlock } from '@notegraph/block-text'
import { fileText, textHash } from '@notegraph/folder'
import { kept, type Base } from './base.ts'
import { hashOf } from './contents.ts'
import type { BaseRow } from './outline-change.ts'
import { isShownBy, pageFile, pageView, rowsOf, viewHash, type PageView } from './page-view.ts'
import type { Parts } from './parts.ts'

/** Files that are put in place in one go. */
const BATCH = 64

interface Writing {
  readonly path: string
  readonly base: Base | undefined
  readonly next: Base
  readonly text: string
}

export class Giving {
  readonly #parts: Parts
  /** Blocks that some text names: their ids stand in their files. */
  readonly #named = new Set<string>()
  written: number = 0
  removed: number = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Writes the files of pages that say something else by now.
   * @param changed ids of pages and blocks that changed; all pages where left out
   */
  async give(changed?: Iterable<string>): Promise<void> {
    const ids = changed ? await this.#pagesOf(changed) : await this.#allPages()
    await this.#lookForNames(ids)
    let batch: Writing[] = []
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

  async #allPages(): Promise<Set<string>> {
    return new Set([
      ...(await this.#parts.engine.pages()).map(({ id }) => id),
      ...this.#parts.agreed.pageIds(),
    ])
  }

  /** The pages on which blocks stand, and those whose files show them. */
  async #pagesOf(changed: Iterable<string>): Promise<Set<string>> {
    const ids = new Set<string>()
    for (const id of changed) {
      const record = await this.#parts.engine.record(id)
      ids.add(record && record.kind !== 'page' ? record.place.pageId : id)
      const shown = this.#parts.agreed.base(this.#parts.agreed.shownIn(id) ?? '')
      if (shown) ids.add(shown.pageId)
    }
    return ids
  }

  /** Blocks that some text names bear their ids in their files. */
  async #lookForNames(ids: Set<string>): Promise<void> {
    const looked = [...ids]
    for (const id of looked) {
      for (const { record } of await this.#parts.engine.blocks(id))
        if (record.words.text.includes('((') || record.words.text.includes('{{'))
          for (const named of parseBlock(record.words.text).blockRefs) {
            if (this.#named.has(named)) continue
            this.#named.add(named)
            const block = await this.#parts.engine.record(named)
            if (block?.kind === 'block' && block.deleted === undefined) ids.add(block.place.pageId)
          }
    }
  }

  async #view(pageId: string, base?: Base): Promise<PageView | undefined> {
    const named = new Set(base?.rows.flatMap(({ id, named }) => (named && id !== undefined ? [id] : [])))
    return pageView(this.#parts.engine, pageId, (id) => named.has(id) || this.#named.has(id))
  }

  async #plannedFor(pageId: string, planned: readonly string[]): Promise<Writing | undefined> {
    const path = this.#parts.agreed.pathOf(pageId)
    const base = path === undefined ? undefined : this.#parts.agreed.base(path)
    const view = await this.#view(pageId, base)
    if (!view) {
      if (path !== undefined && base) await this.#withoutPage(path, base)
      return undefined
    }
    const shows = viewHash(view)
    if (base && path !== undefined && base.shows === shows) return undefined
    const texts = [...view.rows.map(({ content }) => content), ...view.props.map(([, value]) => value)]
    await this.#parts.assets.fetch(texts, (asset) => this.#parts.contents.marks.has(asset))
    const at = path ?? this.#parts.contents.newPath(view.page, [...this.#parts.agreed.paths(), ...planned])
    const text = pageFile(view, at, this.#parts.contents.plan, (id) => this.#parts.assets.nameOf(id))
    const hash = textHash(fileText(text))
    const { note, rows } = this.#parts.contents.readBack(at, text)
    const next: Base = {
      pageId,
      hash,
      isOurs: true,
      name: note.name,
      props: note.props,
      rows: rowsOf(view, rows),
      shows,
    }
    if (
      base &&
      (base.hash === hash || isShownBy(view, base.name, { ...note, props: base.props }, base.rows))
    ) {
      // The file says it already, perhaps in another form.
      const same =
        base.hash === hash ? { ...next, ...(base.mark && { mark: base.mark }), isOurs: base.isOurs } : base
      await this.#parts.agreed.keep([at, { ...same, rows: withRevs(same.rows, view), shows }])
      return undefined
    }
    return { path: at, base, next, text }
  }

  /** A page that is gone: its file goes too, or shows the page that it was folded into. */
  async #withoutPage(path: string, base: Base): Promise<void> {
    const pageId = await this.#parts.agreed.livePageOf(base)
    if (pageId !== undefined && this.#parts.agreed.pathOf(pageId) === undefined) {
      await this.#parts.agreed.keep([path, { ...base, pageId, shows: '' }])
      const writing = await this.#plannedFor(pageId, [])
      return writing && this.#write([writing])
    }
    const isGone = await this.#parts.disk.remove(path, (bytes) => hashOf(bytes) === base.hash)
    if (!isGone && this.#parts.contents.marks.has(path)) return
    await this.#parts.agreed.keep([path, undefined])
    this.removed++
  }

  /** What is to be put in place is written first and noted, so that it is known what happened. */
  async #write(batch: readonly Writing[]): Promise<void> {
    if (batch.length === 0) return
    const prepared: string[] = []
    for (const { text } of batch) prepared.push(await this.#parts.disk.prepare(text))
    await this.#parts.engine.keep(
      batch.map(({ path, base, next }, i) =>
        kept(path, { ...(base && { base }), next: { prepared: prepared[i]!, base: next } }),
      ),
    )
    const settled: [path: string, base: Base | undefined][] = []
    const left: string[] = []
    for (const [i, { path, base, next }] of batch.entries()) {
      const isExpected = (bytes: Uint8Array | undefined): boolean =>
        bytes === undefined ? base === undefined : hashOf(bytes) === base?.hash
      const mark = await this.#parts.disk.place(prepared[i]!, path, isExpected, base?.isOurs === false)
      if (mark) this.written++
      else left.push(prepared[i]!)
      settled.push([path, mark ? { ...next, mark } : base])
    }
    await this.#parts.agreed.keep(...settled)
    for (const name of left) await this.#parts.disk.discard(name)
  }
}

/** Words of one text may have got another revision. */
const withRevs = (rows: readonly BaseRow[], view: PageView): BaseRow[] =>
  rows.map((row, i) => {
    const shown = view.rows[i]
    return shown && shown.id === row.id && shown.content === row.content
      ? { ...row, rev: shown.rev, ...(shown.versions && { versions: shown.versions }) }
      : row
  })
