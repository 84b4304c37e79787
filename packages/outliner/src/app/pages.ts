/** The pages of the graph by name, kept in step with the device, and the models of the pages that are shown. */
import { listValues, type Day } from '@notegraph/block-text'
import {
  compareNames,
  heldProp,
  journalDay,
  kindOf,
  PAGE_FAVORITE,
  propOf,
  propText,
  type PageRecord,
} from '@notegraph/graph'
import { signal, type Signal } from '@preact/signals'
import type { Changes, EditResult } from '@notegraph/sync'
import { PageModel, type PageNotes, type PageView } from './page-model.ts'
import { shownName } from './shown-name.ts'
import { today } from './today.ts'
import type { Unstored } from './unstored.ts'

/** A page in a list. */
export interface PageItem {
  readonly id: string
  readonly name: string
  readonly day?: Day
  readonly isFavorite: boolean
  /** The type that it declares. */
  readonly type?: string
  /** Its other names. */
  readonly aliases?: readonly string[]
  readonly updatedAt: number
  /** Whether it is a whiteboard, or notes on a PDF. */
  readonly isForReading?: true
}

/** Models that stay in memory, beside those that are shown. */
const MOST_MODELS = 60
/** The key of the pages that were shown last, on this device alone. */
const RECENT = 'recent'
const MOST_RECENT = 20
/** Changed records that are looked at one by one. More of them, as in a first pull, read everything shown again. */
const MOST_LOOKED_AT = 100

export class Pages {
  /** All pages by name. */
  readonly all: Signal<readonly PageItem[]> = signal([])
  /** Today, and the earlier days with a journal page, the latest first. */
  readonly days: Signal<readonly Day[]> = signal([today()])
  readonly #recent: Signal<readonly string[]> = signal([])
  readonly #notes: PageNotes
  readonly #models = new Map<string, PageModel>()
  #reading = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(notes: PageNotes) {
    this.#notes = notes
    notes.engine.on('change', (ids) => void this.#changed(ids))
    void notes.engine.own(RECENT).then((kept) => {
      if (kept !== undefined) this.#recent.value = JSON.parse(kept) as string[]
      return undefined
    })
  }

  /** The pages that were shown last, the latest first. */
  recentPages(): readonly PageItem[] {
    const byId = new Map(this.all.value.map((page) => [page.id, page]))
    return this.#recent.value.flatMap((id) => byId.get(id) ?? [])
  }

  /** Remembers that a page was shown. */
  visited(id: string): void {
    if (this.#recent.peek()[0] === id) return
    this.#recent.value = [id, ...this.#recent.peek().filter((other) => other !== id)].slice(0, MOST_RECENT)
    void this.#notes.engine.keep([[RECENT, JSON.stringify(this.#recent.peek())]])
  }

  /** The model of a view, the same whenever the view is shown again. */
  model(view: PageView): PageModel {
    const key = [view.column, view.pageId, view.root].join(' ')
    const model = this.#models.get(key) ?? new PageModel(this.#notes, view)
    // A view of one block begins with what the view around it shows.
    if (view.root !== undefined && model.isFree) {
      const around = this.#showing(view.root, model)
      if (around?.pageId === view.pageId) model.startFrom(around)
    }
    this.#models.delete(key)
    this.#models.set(key, model)
    // Asked for at once, ahead of what the views ask for.
    if (!model.isAsked) void model.load()
    for (const [other, { isFree }] of this.#models) {
      if (this.#models.size <= MOST_MODELS) break
      if (isFree && other !== key) this.#models.delete(other)
    }
    return model
  }

  /** The latest other view that shows a block. */
  #showing(block: string, than?: PageModel): PageModel | undefined {
    return [...this.#models.values()].findLast((model) => model !== than && model.showsBranch(block))
  }

  /** The page of a block that is shown somewhere. */
  shownPageOf(block: string): string | undefined {
    return this.#showing(block)?.pageId
  }

  /** To be called before a step of undo. @returns puts the caret where the step was, and returns whether that is shown */
  stepping(): (changes: Changes) => boolean {
    const shown = [...this.#models.values()].filter(({ views }) => views > 0)
    const all = shown.map((model) => ({ model, before: model.state }))
    return (changes) => {
      const at = all.findLast(({ model, before }) => model.isTouched(changes, before))
      void at?.model.stepped(changes, at.before)
      return at !== undefined
    }
  }

  /** Reads the list. A reading under way can be from before the latest change, so one more follows it. */
  async read(): Promise<void> {
    this.#next ??= this.#reading
      .catch(() => {})
      .then(async () => {
        this.#next = undefined
        this.#reading = this.#readNow()
        return this.#reading
      })
    return this.#next
  }

  async #readNow(): Promise<void> {
    const pages = (await this.#notes.engine.pages()).map(itemOf)
    this.all.value = pages.toSorted((a, b) => compareNames(a.name, b.name))
    const days = pages.flatMap(({ day }) => (day === undefined ? [] : [day]))
    const now = today()
    this.days.value = [now, ...days.filter((day) => day < now).toSorted((a, b) => b - a)]
  }

  /** Stores the text of every field. */
  async stored(): Promise<void> {
    await Promise.all([...this.#models.values()].map(async (model) => model.stored()))
  }

  /** The edits that the device has not stored yet, by page. */
  unstored(): readonly Unstored[] {
    return [...this.#models.values()].flatMap((model) => model.unstored())
  }

  async #changed(ids: readonly string[]): Promise<void> {
    const { engine } = this.#notes
    // A first reading may be from before the change.
    const shown = [...this.#models.values()].filter((model) => model.isAsked)
    // None: any of them, as another worker went on.
    if (ids.length === 0 || ids.length > MOST_LOOKED_AT) {
      for (const model of shown) void model.load()
      return void this.read()
    }
    const reading = Promise.all(ids.map(async (id) => engine.record(id)))
    for (const model of shown) void model.changed(ids, reading)
    const records = await reading
    if (records.some((record) => record?.kind === 'page')) void this.read()
  }

  /** The page of a name. @param makes whether it is made if it is not there */
  async named(name: string, makes: boolean): Promise<EditResult | undefined> {
    const { engine } = this.#notes
    const page = await engine.pageNamed(name)
    if (page) return { ok: true, id: page.id }
    return makes ? engine.openPage(name) : undefined
  }
}

function itemOf(page: PageRecord): PageItem {
  const day = journalDay(page.id)
  const type = propText(heldProp(page, 'type')?.v ?? null)
  const aliases = listValues(propText(heldProp(page, 'alias')?.v ?? null))
  return {
    id: page.id,
    name: shownName(page),
    ...(day !== undefined && { day }),
    ...(aliases.length > 0 && { aliases }),
    ...(type !== '' && { type }),
    isFavorite: propOf(page, PAGE_FAVORITE) === true,
    updatedAt: page.updatedAt,
    ...((kindOf(page) === 'whiteboard' || propText(heldProp(page, 'pdf')?.v ?? null) !== '') && {
      isForReading: true,
    }),
  }
}
