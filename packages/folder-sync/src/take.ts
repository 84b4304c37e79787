/**
 * Taking what was edited in files into the graph. A file is held against what it showed when it was read or written
 * last, so that only what its writer did is taken, once.
 */
import { fileText, readNote, textHash, type NoteDraft } from '@notegraph/folder'
import type { Engine, OutlineRow, WordedRecord } from '@notegraph/sync'
import type { Agreed } from './agreed.ts'
import type { Assets } from './assets.ts'
import { kept, type Base } from './base.ts'
import { decode, type Contents } from './contents.ts'
import type { Disk, FileMark } from './disk.ts'
import { outlineChange, type BaseRow, type Change } from './outline-change.ts'
import { fileView, pageView, type FileView } from './page-view.ts'

/** A file that is left as it is until a person does something about it. */
export interface Held {
  readonly file: string
  readonly line?: number
  readonly why: string
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

/**
 * Whether a file may be read; one that an editor may be in the middle of is left for later.
 * @param mark none where the file is gone @param isEmptied whether nothing is left in it
 */
export type IsStill = (path: string, mark: FileMark | undefined, isEmptied: boolean) => boolean

/** So many notes have to have been known before they can be nearly all gone. */
const FEW = 3
const NEARLY_ALL = 0.9

interface Changed {
  readonly path: string
  readonly note: FileView
  readonly text: string
  readonly mark: FileMark
}

export class Taking {
  readonly #engine: Engine
  readonly #disk: Disk
  readonly #assets: Assets
  readonly #agreed: Agreed
  readonly #contents: Contents
  readonly held: Map<string, Held> = new Map()
  taken: number = 0

  constructor(engine: Engine, disk: Disk, assets: Assets, agreed: Agreed, contents: Contents) {
    this.#engine = engine
    this.#disk = disk
    this.#assets = assets
    this.#agreed = agreed
    this.#contents = contents
  }

  /** @throws {MassRemoval} @returns paths that were left for later */
  async take(isStill: IsStill, mayRemoveAll: boolean): Promise<string[]> {
    const { marks, plan } = this.#contents
    for (const path of this.held.keys()) if (!marks.has(path)) this.held.delete(path)
    for (const unread of plan.unread) this.held.set(unread.file, unread)
    const gone = this.#agreed.paths().filter((path) => !marks.has(path))
    const { size } = this.#agreed
    if (!mayRemoveAll && size >= FEW && gone.length >= size * NEARLY_ALL)
      throw new MassRemoval(gone.length, size)
    const { changed, later } = await this.#changed(isStill)
    await this.#renamed(gone, changed)
    const free = new Set(gone)
    for (const { path } of changed) free.add(path)
    const stays = new Map(
      changed.map(({ path, note }) => [path, new Set(note.rows.flatMap(({ id }) => id ?? []))]),
    )
    for (const { path, note, text, mark } of changed) {
      const isTaken = (id: string): boolean => {
        const at = this.#agreed.shownIn(id)
        return at !== undefined && at !== path && (!free.has(at) || stays.get(at)?.has(id) === true)
      }
      await this.#takeNote(path, text, mark, note, isTaken)
    }
    for (const path of gone) {
      if (!this.#agreed.base(path)) continue
      if (isStill(path, undefined, true)) await this.#takeRemoval(path)
      else later.push(path)
    }
    return later
  }

  /** Files that say something else than was agreed on. */
  async #changed(isStill: IsStill): Promise<{ readonly changed: Changed[]; readonly later: string[] }> {
    const changed: Changed[] = []
    const later: string[] = []
    for (const { path } of this.#contents.plan.notes) {
      const mark = this.#contents.marks.get(path)!
      if (
        this.#contents.plan.kindOf(path) === 'whiteboard' ||
        isSameMark(this.#agreed.base(path)?.mark, mark)
      )
        continue
      const isEmptied = mark.size === 0 && (this.#agreed.base(path)?.rows.length ?? 0) > 0
      if (!isStill(path, mark, isEmptied)) {
        later.push(path)
        continue
      }
      const read = await this.#read(path, mark)
      if (read === 'later') later.push(path)
      else if (read) changed.push({ path, mark, ...read })
    }
    return { changed, later }
  }

  /** What a file says, where that is not what was agreed on. */
  async #read(
    path: string,
    mark: FileMark,
  ): Promise<{ readonly note: FileView; readonly text: string } | 'later' | undefined> {
    const base = this.#agreed.base(path)
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
      this.held.delete(path)
      this.#agreed.know(path, { ...base, mark })
      return undefined
    }
    const read = readNote(this.#contents.plan, path, text)
    if (!read.ok) {
      for (const { line, why } of read.unread) this.#hold(path, why, line)
      return undefined
    }
    if (!(await this.#assets.send(read.note.assets, this.#contents.marks))) return 'later'
    return { note: fileView(read.note, (asset) => this.#assets.idOf(asset)), text }
  }

  #hold(file: string, why: string, line?: number): void {
    this.held.set(file, { file, why, ...(line !== undefined && { line }) })
  }

  /** A file that is gone, and a new one with its text, or with much of it at its place on the disk, are one file. */
  async #renamed(gone: readonly string[], changed: readonly Changed[]): Promise<void> {
    const fresh = changed.filter(({ path }) => !this.#agreed.base(path))
    for (const from of gone) {
      const base = this.#agreed.base(from)!
      const to = fresh.find(({ path, ...file }) => !this.#agreed.base(path) && isSameFile(base, file))
      if (!to) continue
      const { mark: _, ...moved } = base
      await this.#agreed.keep([from, undefined], [to.path, moved])
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
    const before: readonly BaseRow[] =
      base?.rows ?? (await pageView(this.#engine, pageId, () => false))?.rows ?? []
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
    this.#agreed.know(path, landed)
    if (!base && note.favorite) await this.#engine.setFavorite(pageId, true)
    this.held.delete(path)
    for (const { line, why } of note.unread) this.#hold(path, why, line)
    this.taken++
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
    const base = this.#agreed.base(path)
    if (!base) return undefined
    const pageId = await this.#agreed.livePageOf(base)
    if (pageId === undefined || (pageId !== base.pageId && this.#agreed.pathOf(pageId) !== undefined))
      return undefined
    return { ...base, pageId }
  }

  async #openPage(path: string, note: NoteDraft): Promise<string | undefined> {
    const opened =
      note.day === undefined ? await this.#engine.openPage(note.name) : await this.#engine.openDay(note.day)
    if (!opened.ok) {
      this.#hold(path, opened.error, 1)
      return undefined
    }
    const other = this.#agreed.pathOf(opened.id)
    if (other !== undefined && other !== path && this.#contents.marks.has(other)) {
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
      this.taken++
    }
    await this.#agreed.keep([path, undefined])
  }
}

/** A place on the disk may have been given to another file since, so some of the words have to be the same too. */
function isSameFile(
  base: Base,
  { text, mark, note }: { readonly text: string; readonly mark: FileMark; readonly note: FileView },
): boolean {
  if (base.rows.length === 0) return false
  if (textHash(fileText(text)) === base.hash) return true
  const words = new Set(note.rows.map(({ content }) => content))
  const shared = base.rows.filter(({ content }) => words.has(content)).length
  return mark.node === base.mark?.node && shared * 2 >= base.rows.length
}

const isSameMark = (a: FileMark | undefined, b: FileMark): boolean =>
  a !== undefined && a.size === b.size && a.modifiedAt === b.modifiedAt && a.node === b.node

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
