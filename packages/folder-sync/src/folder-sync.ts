/**
 * Keeps a folder of Markdown in Logseq's layout in step with a graph on this device: `take` brings what was edited in
 * files into the graph, `give` brings what changed in the graph into files. The engine brings the graph in step with the
 * server. One thing at a time; whoever calls sees to that.
 *
 * A file is never overwritten unless it holds what was agreed on last, and nothing is taken from a file twice, wherever
 * the program is cut off.
 */
import { parseBlock } from '@notegraph/block-text'
import {
  CONFIG_PATH,
  fileText,
  LEDGER_PATH,
  newNotePath,
  planFolder,
  readNote,
  textHash,
  type FolderPlan,
  type NoteDraft,
} from '@notegraph/folder'
import { kindOf, type PageKind, type PageRecord } from '@notegraph/graph'
import type { Engine, OutlineRow, OwnValue, WordedRecord } from '@notegraph/sync'
import { Assets } from './assets.ts'
import { FILE_KEYS, kept, pathOfKey, readEntry, type Base, type Entry } from './base.ts'
import type { Disk, FileMark, Files } from './disk.ts'
import { outlineChange, type BaseRow, type Change } from './outline-change.ts'
import {
  fileView,
  isShownBy,
  pageFile,
  rowsOf,
  viewHash,
  viewOf,
  type FileView,
  type PageView,
} from './page-view.ts'

/** A file that is left as it is until a person does something about it. */
export interface Held {
  readonly file: string
  readonly line?: number
  readonly why: string
}

export interface Report {
  /** Notes whose edits were taken, and files that were written and laid aside. */
  readonly taken: number
  readonly written: number
  readonly removed: number
  readonly filesSent: number
  readonly filesFetched: number
  readonly held: readonly Held[]
}

/** Nearly all notes are gone: a person is asked before their pages are deleted. */
export class MassRemoval extends Error {
  override readonly name: string = 'MassRemoval'
  readonly gone: number
  readonly known: number
  constructor(gone: number, known: number) {
    super(`${gone} of ${known} notes are gone from the folder`)
    this.gone = gone
    this.known = known
  }
}

/** So many notes have to have been known before they can be nearly all gone. */
const FEW = 3
const NEARLY_ALL = 0.9
/** Files that are put in place in one go. */
const BATCH = 64

const utf8 = new TextDecoder('utf-8', { fatal: true })

export class FolderSync {
  readonly #engine: Engine
  readonly #disk: Disk
  readonly #assets: Assets
  readonly #bases = new Map<string, Base>()
  readonly #pathOf = new Map<string, string>()
  /** The file that shows a block. */
  readonly #shownIn = new Map<string, string>()
  readonly #named = new Set<string>()
  readonly #held = new Map<string, Held>()
  #marks: ReadonlyMap<string, FileMark> = new Map()
  #config: string | undefined
  #plan: FolderPlan = planFolder([])
  /** Files that came since the folder was looked at. */
  #fetched = 0
  #taken = 0
  #written = 0
  #removed = 0

  constructor(engine: Engine, disk: Disk, files: Files) {
    this.#engine = engine
    this.#disk = disk
    this.#assets = new Assets(engine, disk, files)
  }

  /** Reads what was agreed on, and settles what was cut off. The engine has to be open. */
  async open(): Promise<void> {
    await this.#assets.open()
    for (const key of await this.#engine.ownKeys(FILE_KEYS)) {
      const path = pathOfKey(key)
      const entry = readEntry((await this.#engine.own(key))!)
      const base = entry.next ? await this.#settle(path, entry, entry.next) : entry.base
      if (base) this.#know(path, base)
    }
  }

  get report(): Report {
    const refused = [...this.#assets.refused].map(([file, why]) => ({ file, why }))
    return {
      taken: this.#taken,
      written: this.#written,
      removed: this.#removed,
      filesSent: this.#assets.sent,
      filesFetched: this.#assets.fetched,
      held: [...this.#held.values(), ...refused],
    }
  }

  /** A file that was being put in place when the program ended: it is, once its prepared one is gone. */
  async #settle(path: string, { base }: Entry, next: NonNullable<Entry['next']>): Promise<Base | undefined> {
    const isThere = !(await this.#disk.isPrepared(next.prepared))
    const settled = isThere ? next.base : base
    await this.#engine.keep([kept(path, settled && { base: settled })])
    if (!isThere) await this.#disk.discard(next.prepared)
    return settled
  }

  #know(path: string, base: Base | undefined): void {
    const before = this.#bases.get(path)
    if (before && this.#pathOf.get(before.pageId) === path) this.#pathOf.delete(before.pageId)
    for (const { id } of before?.rows ?? [])
      if (id !== undefined && this.#shownIn.get(id) === path) this.#shownIn.delete(id)
    if (!base) return void this.#bases.delete(path)
    for (const { id } of base.rows) if (id !== undefined) this.#shownIn.set(id, path)
    this.#bases.set(path, base)
    this.#pathOf.set(base.pageId, path)
  }

  async #keep(path: string, base: Base | undefined): Promise<void> {
    await this.#engine.keep([kept(path, base && { base })])
    this.#know(path, base)
  }

  // What files say

  /**
   * Takes what was edited in files since they were read or written last.
   * @param isStill whether a file may be read; one that an editor may be in the middle of is left for later
   * @throws {MassRemoval} where nearly all notes are gone and that was not allowed
   * @returns paths that were left for later
   */
  async take(
    isStill: (path: string, mark: FileMark | undefined, isEmptied: boolean) => boolean,
    mayRemoveAll = false,
  ): Promise<string[]> {
    await this.look()
    const gone = [...this.#bases.keys()].filter((path) => !this.#marks.has(path))
    const { size } = this.#bases
    if (!mayRemoveAll && size >= FEW && gone.length >= size * NEARLY_ALL)
      throw new MassRemoval(gone.length, size)
    const later: string[] = []
    const changed: {
      readonly path: string
      readonly note: FileView
      readonly text: string
      readonly mark: FileMark
    }[] = []
    for (const { path } of this.#plan.notes) {
      const mark = this.#marks.get(path)!
      if (this.#plan.kindOf(path) === 'whiteboard' || isSameMark(this.#bases.get(path)?.mark, mark)) continue
      const isEmptied = mark.size === 0 && (this.#bases.get(path)?.rows.length ?? 0) > 0
      if (!isStill(path, mark, isEmptied)) {
        later.push(path)
        continue
      }
      const read = await this.#read(path, mark)
      if (read === 'later') later.push(path)
      else if (read) changed.push({ path, mark, ...read })
    }
    await this.#renamed(gone, changed)
    const free = new Set(gone)
    for (const { path } of changed) free.add(path)
    const stays = new Map(
      changed.map(({ path, note }) => [path, new Set(note.rows.flatMap(({ id }) => id ?? []))]),
    )
    for (const { path, note, text, mark } of changed) {
      const isTaken = (id: string): boolean => {
        const at = this.#shownIn.get(id)
        return at !== undefined && at !== path && (!free.has(at) || stays.get(at)?.has(id) === true)
      }
      await this.#takeNote(path, text, mark, note, isTaken)
    }
    for (const path of gone) {
      if (!this.#bases.has(path)) continue
      if (isStill(path, undefined, true)) await this.#takeRemoval(path)
      else later.push(path)
    }
    return later
  }

  /** Looks what the folder holds now; taking does so too. */
  async look(): Promise<void> {
    this.#marks = await this.#disk.list()
    for (const path of this.#held.keys()) if (!this.#marks.has(path)) this.#held.delete(path)
    const text = async (path: string) =>
      this.#marks.has(path) ? decode(await this.#disk.read(path).catch(() => undefined)) : undefined
    this.#config = await text(CONFIG_PATH)
    this.#fetched = 0
    this.#plan = planFolder([...this.#marks.keys()], this.#config, await text(LEDGER_PATH))
    for (const unread of this.#plan.unread) this.#held.set(unread.file, unread)
  }

  /** What a file says, where that is not what was agreed on. */
  async #read(
    path: string,
    mark: FileMark,
  ): Promise<{ readonly note: FileView; readonly text: string } | 'later' | undefined> {
    const base = this.#bases.get(path)
    let bytes: Uint8Array | undefined
    try {
      bytes = await this.#disk.read(path)
    } catch (error) {
      this.#hold(path, `It could not be read (${codeOf(error)}).`)
      return undefined
    }
    if (!bytes) return 'later'
    const text = decode(bytes)
    if (text === undefined) {
      this.#hold(path, 'It is not UTF-8 text; save it as UTF-8.')
      return undefined
    }
    if (base && base.hash === textHash(fileText(text))) {
      this.#held.delete(path)
      this.#know(path, { ...base, mark })
      return undefined
    }
    const read = readNote(this.#plan, path, text)
    if (!read.ok) {
      for (const { line, why } of read.unread) this.#hold(path, why, line)
      return undefined
    }
    if (!(await this.#assets.send(read.note.assets, this.#marks))) return 'later'
    return { note: fileView(read.note, (asset) => this.#assets.idOf(asset)), text }
  }

  #hold(file: string, why: string, line?: number): void {
    this.#held.set(file, { file, why, ...(line !== undefined && { line }) })
  }

  /** A file that is gone, and one of the same text or place on the disk that is new, are one file. */
  async #renamed(
    gone: readonly string[],
    changed: readonly { readonly path: string; readonly text: string; readonly mark: FileMark }[],
  ): Promise<void> {
    const fresh = changed.filter(({ path }) => !this.#bases.has(path))
    for (const from of gone) {
      const base = this.#bases.get(from)!
      const to = fresh.find(
        ({ path, text, mark }) =>
          !this.#bases.has(path) &&
          (mark.node === base.mark?.node || (base.rows.length > 0 && textHash(fileText(text)) === base.hash)),
      )
      if (!to) continue
      const { mark: _, ...moved } = base
      await this.#engine.keep([kept(from, undefined), kept(to.path, { base: moved })])
      this.#know(from, undefined)
      this.#know(to.path, moved)
    }
  }

  async #takeNote(
    path: string,
    text: string,
    mark: FileMark,
    { note, rows }: FileView,
    isTaken: (id: string) => boolean,
  ): Promise<void> {
    const base = await this.#baseOf(path)
    const pageId = base?.pageId ?? (await this.#openPage(path, note))
    if (pageId === undefined) return
    const renamed = base && note.kind === 'page' && base.name !== note.name
    if (renamed) {
      const done = await this.#engine.renamePage(pageId, note.name)
      if (!done.ok) return this.#hold(path, done.error, 1)
    }
    const own = rows.map(({ id, ...row }) => (id === undefined || isTaken(id) ? row : { id, ...row }))
    const before: readonly BaseRow[] = base?.rows ?? (await this.#view(pageId))?.rows ?? []
    const change = outlineChange(before, own, { changed: base !== undefined, removes: base !== undefined })
    if ('unclear' in change) {
      const words = 'Of the marks of two versions some are left: take them all away and keep the right words.'
      return this.#hold(path, words, this.#lineOf(note, change.unclear))
    }
    const props = changedProps(base?.props ?? [], note.props)
    const next = (blocks: readonly (WordedRecord | undefined)[]): Base => ({
      pageId,
      hash: textHash(fileText(text)),
      mark,
      isOurs: false,
      name: note.name,
      props: note.props,
      rows: rowsAfter(own, before, change, blocks),
      shows: '',
    })
    let landed: Base | undefined
    const done = await this.#engine.setOutline({ ...change, pageId, props }, (blocks) => {
      landed = next(blocks)
      return [kept(path, { base: landed })]
    })
    if (!done.ok) return this.#hold(path, done.error, this.#lineOf(note, change.of[done.row ?? 0] ?? 0))
    this.#know(path, landed)
    if (!base && note.favorite) await this.#engine.setFavorite(pageId, true)
    this.#held.delete(path)
    for (const { line, why } of note.unread) this.#hold(path, why, line)
    this.#taken++
  }

  #lineOf(note: NoteDraft, row: number): number | undefined {
    let left = row
    const stack = [...note.blocks].toReversed()
    for (let block = stack.pop(); block; block = stack.pop()) {
      if (left-- === 0) return block.line
      stack.push(...block.children.toReversed())
    }
    return undefined
  }

  /** What was agreed on, with the page that it now is; nothing where that page is gone for good. */
  async #baseOf(path: string): Promise<Base | undefined> {
    const base = this.#bases.get(path)
    if (!base) return undefined
    const pageId = await this.#livePageOf(base)
    if (pageId === undefined || (pageId !== base.pageId && this.#pathOf.has(pageId))) return undefined
    return { ...base, pageId }
  }

  /** The page of a file, or the one that it was folded into, or one that was made anew under its name. */
  async #livePageOf({ pageId, name }: Base): Promise<string | undefined> {
    const record = await this.#engine.record(pageId)
    if (record?.kind === 'page' && record.deleted === undefined) return pageId
    return (await this.#engine.pageNamed(name))?.id
  }

  async #openPage(path: string, note: NoteDraft): Promise<string | undefined> {
    const opened =
      note.day === undefined ? await this.#engine.openPage(note.name) : await this.#engine.openDay(note.day)
    if (!opened.ok) {
      this.#hold(path, opened.error, 1)
      return undefined
    }
    const other = this.#pathOf.get(opened.id)
    if (other !== undefined && other !== path && this.#marks.has(other)) {
      this.#hold(
        path,
        `${other} is the file of that page already; join the two, or give this one another name.`,
        1,
      )
      return undefined
    }
    return opened.id
  }

  /** A file that is gone takes its blocks along, as far as whoever removed it had seen them. */
  async #takeRemoval(path: string): Promise<void> {
    const base = await this.#baseOf(path)
    if (base) {
      const { pageId } = base
      const change = outlineChange(base.rows, [], { changed: false, removes: true })
      if ('unclear' in change) return
      const props = changedProps(base.props, [])
      const isWhole = (await this.#engine.blocks(pageId)).every(({ record }) => change.seen.has(record.id))
      const done = await this.#engine.setOutline({ ...change, pageId, props: isWhole ? [] : props }, () => [])
      if (done.ok && (await this.#engine.blocks(pageId)).length === 0) await this.#engine.deletePage(pageId)
      this.#taken++
    }
    await this.#keep(path, undefined)
  }

  // What files show

  /**
   * Writes the files of pages that say something else by now.
   * @param changed ids of pages and blocks that changed; all pages where left out
   */
  async give(changed?: Iterable<string>): Promise<void> {
    const ids = changed ? await this.#pagesOf(changed) : await this.#allPages()
    await this.#lookForNames(ids)
    let batch: Writing[] = []
    for (const id of ids) {
      const writing = await this.#plannedFor(id)
      if (writing) batch.push(writing)
      if (batch.length < BATCH) continue
      await this.#write(batch)
      batch = []
    }
    await this.#write(batch)
  }

  async #allPages(): Promise<Set<string>> {
    return new Set([...(await this.#engine.pages()).map(({ id }) => id), ...this.#pathOf.keys()])
  }

  /** The pages on which blocks stand, and those whose files show them. */
  async #pagesOf(changed: Iterable<string>): Promise<Set<string>> {
    const ids = new Set<string>()
    for (const id of changed) {
      const record = await this.#engine.record(id)
      ids.add(record && record.kind !== 'page' ? record.place.pageId : id)
      const shown = this.#bases.get(this.#shownIn.get(id) ?? '')
      if (shown) ids.add(shown.pageId)
    }
    return ids
  }

  /** Blocks that some text names bear their ids in their files. */
  async #lookForNames(ids: Set<string>): Promise<void> {
    const looked = [...ids]
    for (const id of looked) {
      for (const { record } of await this.#engine.blocks(id))
        if (record.words.text.includes('((') || record.words.text.includes('{{'))
          for (const named of parseBlock(record.words.text).blockRefs) {
            if (this.#named.has(named)) continue
            this.#named.add(named)
            const block = await this.#engine.record(named)
            if (block?.kind === 'block' && block.deleted === undefined) ids.add(block.place.pageId)
          }
    }
  }

  async #view(pageId: string, base?: Base): Promise<PageView | undefined> {
    const page = await this.#engine.record(pageId)
    if (page?.kind !== 'page' || page.deleted !== undefined || kindOf(page) === 'whiteboard') return undefined
    const named = new Set(base?.rows.flatMap(({ id, named }) => (named && id !== undefined ? [id] : [])))
    const blocks = await this.#engine.blocks(pageId)
    return viewOf(page, blocks, (id) => named.has(id) || this.#named.has(id))
  }

  async #plannedFor(pageId: string): Promise<Writing | undefined> {
    const path = this.#pathOf.get(pageId)
    const base = path === undefined ? undefined : this.#bases.get(path)
    const view = await this.#view(pageId, base)
    if (!view) {
      if (path !== undefined && base) await this.#withoutPage(path, base)
      return undefined
    }
    const shows = viewHash(view)
    if (base && path !== undefined && base.shows === shows) return undefined
    const texts = [...view.rows.map(({ content }) => content), ...view.props.map(([, value]) => value)]
    await this.#assets.fetch(texts, (asset) => this.#marks.has(asset))
    const at = path ?? this.#newPath(view.page)
    const text = pageFile(view, at, this.#plan, (id) => this.#assets.nameOf(id))
    const hash = textHash(fileText(text))
    const { note, rows } = this.#readBack(at, text)
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
      await this.#keep(at, { ...same, rows: withRevs(same.rows, view), shows })
      return undefined
    }
    return { path: at, base, next, text }
  }

  /** What a text of ours says. What it names lies in the folder by now, perhaps only since the folder was looked at. */
  #readBack(path: string, text: string): FileView {
    const fetched = this.#assets.paths().filter((asset) => !this.#marks.has(asset))
    if (fetched.length > this.#fetched) {
      this.#fetched = fetched.length
      this.#plan = planFolder([...this.#marks.keys(), ...fetched], this.#config)
    }
    const { config } = this.#plan
    const isDay = path.startsWith(`${config.journalsFolder}/`)
    const plan = { ...this.#plan, ledger: new Map(), kindOf: (): PageKind => (isDay ? 'journal' : 'page') }
    const read = readNote(plan, path, text)
    if (!read.ok) throw new Error(`${path} cannot be read back`)
    return fileView(read.note, (asset) => this.#assets.idOf(asset))
  }

  #newPath(page: PageRecord): string {
    const taken = new Set([...this.#marks.keys(), ...this.#bases.keys()].map((path) => path.toLowerCase()))
    return newNotePath(page, this.#plan.config, (path) => taken.has(path.toLowerCase()))
  }

  /** A page that is gone: its file goes too, or shows the page that it was folded into. */
  async #withoutPage(path: string, base: Base): Promise<void> {
    const pageId = await this.#livePageOf(base)
    if (pageId !== undefined && !this.#pathOf.has(pageId)) {
      await this.#keep(path, { ...base, pageId, shows: '' })
      const writing = await this.#plannedFor(pageId)
      return writing && this.#write([writing])
    }
    const isGone = await this.#disk.remove(path, (bytes) => hashOf(bytes) === base.hash)
    if (!isGone && this.#marks.has(path)) return
    await this.#keep(path, undefined)
    this.#removed++
  }

  /** What is to be put in place is written first and noted, so that wherever it is cut off, it is known what happened. */
  async #write(batch: readonly Writing[]): Promise<void> {
    if (batch.length === 0) return
    const prepared: string[] = []
    for (const { text } of batch) prepared.push(await this.#disk.prepare(text))
    await this.#engine.keep(
      batch.map(({ path, base, next }, i) =>
        kept(path, { ...(base && { base }), next: { prepared: prepared[i]!, base: next } }),
      ),
    )
    const settled: [path: string, base: Base | undefined][] = []
    const left: string[] = []
    for (const [i, { path, base, next }] of batch.entries()) {
      const isExpected = (bytes: Uint8Array | undefined): boolean =>
        bytes === undefined ? base === undefined : hashOf(bytes) === base?.hash
      const mark = await this.#disk.place(prepared[i]!, path, isExpected, base?.isOurs === false)
      if (mark) this.#written++
      else left.push(prepared[i]!)
      settled.push([path, mark ? { ...next, mark } : base])
    }
    await this.#engine.keep(settled.map(([path, base]): OwnValue => kept(path, base && { base })))
    for (const [path, base] of settled) this.#know(path, base)
    for (const name of left) await this.#disk.discard(name)
  }
}

interface Writing {
  readonly path: string
  readonly base: Base | undefined
  readonly next: Base
  readonly text: string
}

const isSameMark = (a: FileMark | undefined, b: FileMark): boolean =>
  a !== undefined && a.size === b.size && a.modifiedAt === b.modifiedAt && a.node === b.node

function decode(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined
  try {
    const text = utf8.decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

function hashOf(bytes: Uint8Array): string | undefined {
  const text = decode(bytes)
  return text === undefined ? undefined : textHash(fileText(text))
}

const codeOf = (error: unknown): string => {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'no reason was given'
}

function changedProps(
  before: Base['props'],
  now: Base['props'],
): (readonly [key: string, value: string | null])[] {
  const [was, is] = [new Map(before), new Map(now)]
  return [
    ...now.filter(([key, value]) => was.get(key) !== value),
    ...before.filter(([key]) => !is.has(key)).map(([key]) => [key, null] as const),
  ]
}

/** What the file's writer has seen by now: of what they left alone, what they had seen before. */
function rowsAfter(
  own: readonly { readonly id?: string; readonly depth: number; readonly content: string }[],
  before: readonly BaseRow[],
  { of, match, rows }: Change,
  blocks: readonly (WordedRecord | undefined)[],
): BaseRow[] {
  const at = new Map(of.map((j, n) => [j, n]))
  return own.map(({ id, depth, content }, j) => {
    const n = at.get(j)
    const base = before[match[j]!]
    const block = n === undefined ? undefined : blocks[n]
    if (n === undefined || !block) return { depth, content }
    const row: OutlineRow = rows[n]!
    const seen =
      base && row.text === undefined
        ? {
            ...(base.rev !== undefined && { rev: base.rev }),
            ...(base.versions && { versions: base.versions }),
          }
        : {
            rev: block.words.rev,
            ...(row.decided === false && base?.versions && { versions: base.versions }),
          }
    return { id: block.id, depth, content, ...seen, ...(id === block.id && { named: true as const }) }
  })
}

/** Words of one text may have got another revision. */
const withRevs = (rows: readonly BaseRow[], view: PageView): BaseRow[] =>
  rows.map((row, i) => {
    const shown = view.rows[i]
    return shown && shown.id === row.id && shown.content === row.content
      ? { ...row, rev: shown.rev, ...(shown.versions && { versions: shown.versions }) }
      : row
  })
