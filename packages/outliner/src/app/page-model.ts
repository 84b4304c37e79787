/** One shown page: its outline, the block with the caret, and how it follows the device. */
import {
  fieldOf,
  focusIn,
  outlineOf,
  outlineState,
  refusalWords,
  runCommand,
  startsFolded,
  type Block,
  type Command,
  type Focus,
  type OutlineState,
  type Outline,
  type OutlineRow,
} from '@notegraph/outliner'
import { signal, type Signal } from '@preact/signals'
import { journalDay, type BlockRecord, type GraphRecord } from '@notegraph/graph'
import type { Changes, ShownBlock, WordedRecord } from '@notegraph/sync'
import type { Notes } from './notes.ts'
import { doneLast } from './done-last.ts'
import { caretIsAt } from './kept-caret.ts'
import { keepFolds, readFolds } from './kept-folds.ts'
import { lastKey } from './last-key.ts'
import { Rows } from './rows.ts'
import { stepElsewhere } from './step-elsewhere.ts'
import { minuteNow, today } from './today.ts'
import { longBlocks, lostBlocks, onTheWay, Sending } from './sending.ts'
import type { Unstored } from './unstored.ts'

/** Milliseconds from a key until its text is stored. @see outliner 3.9 */
const STORE_AFTER = 250
/** Said of an undo that left something out. */
export const SKIPPED = 'Somebody changed the same words since. The rest was undone.'

/** A shown part of a page. Each has its own caret and folds, so that one page can be in many places at once. */
export interface PageView {
  readonly pageId: string
  /** The block that is shown alone. Default: the whole page. */
  readonly root?: string
  /** The column that shows it. Default: the main one. */
  readonly column?: string
}

/** The parts of the notes that a page uses. */
export type PageNotes = Pick<Notes, 'engine' | 'history' | 'blocksOf'>

/** Views so far, whose rows have names of their own. */
let views = 0
/** The view that got the caret or a selection last. */
let focused: PageModel | undefined

/** Ends the caret of the view that had it, whose words would stay in their field. */
function moveFocus(to: PageModel): void {
  const from = focused
  focused = to
  if (from !== to && from?.state.focus) from.run({ do: 'leave' })
}

export class PageModel {
  /** Begins the ids of its rows. A page can be in many places at once. */
  readonly name = `view${++views}`
  readonly pageId: string
  /** The block that is shown alone. */
  readonly root: string | undefined
  readonly rows: Rows = new Rows()
  /** A message about the last command, in words. */
  readonly message: Signal<string> = signal('')
  readonly isLoaded: Signal<boolean> = signal(false)
  /** Whether the caret or a selection was in it. */
  readonly isUsed: Signal<boolean> = signal(false)
  readonly #notes: PageNotes
  /** The conflicting words of blocks. */
  readonly conflicts: Signal<ReadonlyMap<string, WordedRecord>> = signal(new Map())
  /** Conflicts for which the person writes another text. They stay until that is saved. */
  readonly merging: Set<string> = new Set()
  /** How many blocks refer to each block, if any do. */
  readonly references: Signal<ReadonlyMap<string, number>> = signal(new Map())
  readonly #folds = new Map<string, boolean>()
  readonly #revs = new Map<string, string>()
  /** The places of the blocks when the page was read. */
  readonly #places = new Map<string, BlockRecord['place']>()
  /** The changed records that were asked for, each with its latest question. */
  readonly #askedOf = new Map<string, number>()
  #asked = 0
  /** Readings of the page that are under way, and the number of the latest one. */
  #loads = 0
  #latest = 0
  /** Records that changed while edits of this window were on their way. */
  readonly #later = new Set<string>()
  readonly #sending: Sending
  #state: OutlineState
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the field has letters since the last command. */
  #isTyping = false
  /** The message of the last step of undo or redo. */
  #said = ''
  /** Whether the text of the field is longer than a block can be. */
  #isTooLong = false
  /** Whether an input method composes in the field. */
  isComposing = false
  /** Whether the page is there. A day without notes is not. */
  readonly exists: Signal<boolean> = signal(false)
  #isStale = false
  /** Finds the focus after a step of undo that the next reading shows. */
  #step: ((after: OutlineState) => Focus) | undefined

  constructor(notes: PageNotes, { pageId, root }: PageView) {
    this.#notes = notes
    this.pageId = pageId
    this.root = root
    this.#state = outlineState(outlineOf(pageId, []))
    this.#sending = new Sending({
      history: notes.history,
      revs: this.#revs,
      message: this.message,
      newDay: () => (this.exists.peek() ? undefined : journalDay(pageId)),
      ended: (isStored) => {
        if (isStored) this.exists.value = true
        else this.#isStale = true
      },
      rested: async () => this.#catchUp(),
    })
  }

  get state(): OutlineState {
    return this.#state
  }

  /** Reads the page from the device. Text that is not stored yet stays. */
  async load(): Promise<void> {
    this.#isStale = false
    // On a new device, the page comes before the others.
    if (this.root === undefined && !this.isAsked) void this.#notes.engine.pullPageFirst(this.pageId)
    this.#loads++
    return this.#read(++this.#latest).finally(() => this.#loads--)
  }

  /** Whether the page was read, or is about to be. */
  get isAsked(): boolean {
    return this.isLoaded.peek() || this.#loads > 0
  }

  async #read(turn: number): Promise<void> {
    const { engine } = this.#notes
    const { sent } = this.#sending
    const [page, all, folds] = await Promise.all([
      engine.record(this.pageId),
      this.#notes.blocksOf(this.pageId),
      this.isLoaded.peek() ? undefined : readFolds(engine, this.pageId),
    ])
    for (const [id, folded] of folds ?? []) this.#folds.set(id, folded)
    // A later reading, which has all of this one, shows it.
    if (turn !== this.#latest) return
    const rows = this.root === undefined ? all : withAncestors(all, this.root)
    const step = this.#step
    this.#step = undefined
    if (this.#sending.isBusy) return void (this.#isStale = true)
    // Rows that were read before an edit of this window would take it from the screen.
    if (sent !== this.#sending.sent) return this.load()
    this.exists.value = page !== undefined && page.deleted === undefined
    const unstored = this.#unstored()
    const rev = unstored === undefined ? undefined : this.#revs.get(unstored)
    this.#revs.clear()
    this.#places.clear()
    for (const { record } of rows) {
      this.#revs.set(record.id, record.words.rev)
      this.#places.set(record.id, record.place)
    }
    // Text that is not stored was made on the words before, and names their revision.
    if (rev !== undefined) this.#revs.set(unstored!, rev)
    const conflicting = rows.filter(({ record }) => record.versions)
    if (conflicting.length > 0 || this.conflicts.peek().size > 0)
      this.conflicts.value = new Map([
        ...[...this.conflicts.peek()].filter(([id]) => this.merging.has(id)),
        ...conflicting.map(({ record }) => [record.id, record] as const),
      ])
    const outline = outlineOf(
      this.pageId,
      rows.map((row) => this.#rowOf(row)),
    )
    const root = this.root !== undefined && outline.blocks.has(this.root) ? this.root : null
    const focus = focusIn(outline, this.#state.focus, unstored !== undefined)
    const state = { outline, root, focus }
    this.#show({ ...state, focus: step && unstored === undefined ? step(state) : focus })
    this.isLoaded.value = true
  }

  /**
   * Shows what changed on the device. New words of blocks that stay where they are change their rows alone: reading thousands of
   * blocks would hold up the next key.
   *
   * @param reading the records of `ids`, asked for after the change
   */
  async changed(
    ids: readonly string[],
    reading: Promise<readonly (GraphRecord | undefined)[]>,
  ): Promise<void> {
    const { sent } = this.#sending
    const asked = ++this.#asked
    for (const id of ids) this.#askedOf.set(id, asked)
    const records = await reading
    // A later change of the same record is read after this one.
    const latest = ids.flatMap((id, i) => {
      if (this.#askedOf.get(id) !== asked) return []
      this.#askedOf.delete(id)
      return [{ id, record: records[i] }]
    })
    const own = latest.filter(({ id, record }) => this.rows.has(id) || this.#isHere(record))
    if (own.length === 0) return
    // Read before an edit of this window, perhaps.
    if (this.#sending.isBusy || sent !== this.#sending.sent) {
      for (const { id } of own) this.#later.add(id)
      return this.#catchUp()
    }
    if (this.#loads > 0 || !this.#reword(own.map(({ record }) => record))) await this.load()
  }

  #isHere(record: GraphRecord | undefined): boolean {
    return record !== undefined && (record.kind === 'page' ? record.id : record.place.pageId) === this.pageId
  }

  /** Shows what changed while edits of this window were on their way. */
  async #catchUp(): Promise<void> {
    if (this.#sending.isBusy) return
    const ids = [...this.#later]
    this.#later.clear()
    if (this.#isStale) return this.load()
    const { engine } = this.#notes
    if (ids.length > 0) await this.changed(ids, Promise.all(ids.map(async (id) => engine.record(id))))
  }

  /** @returns whether the records are new words alone, which are shown now */
  #reword(records: readonly (GraphRecord | undefined)[]): boolean {
    const { outline, focus } = this.#state
    const unstored = this.#unstored()
    const blocks = new Map(outline.blocks)
    for (const record of records) {
      if (record?.deleted !== undefined) return false
      if (record?.kind === 'page' && this.exists.peek()) continue
      const block = record && blocks.get(record.id)
      if (record?.kind !== 'block' || !block || !this.#isInPlace(record)) return false
      const { id, words } = record
      if (id !== unstored) this.#revs.set(id, words.rev)
      const folded = this.#folds.get(id) ?? startsFolded(words.text)
      blocks.set(id, { ...block, content: words.text, rev: this.#revs.get(id)!, folded })
    }
    const next = { ...outline, blocks }
    const state = { ...this.#state, outline: next, focus: focusIn(next, focus, unstored !== undefined) }
    this.#show(
      state,
      records.flatMap((record) => (record?.kind === 'block' ? record.id : [])),
    )
    return true
  }

  /** Whether a block is where it was read, and has no other words that wait to be settled. */
  #isInPlace({ id, place, versions }: BlockRecord): boolean {
    const shown = this.#places.get(id)
    return (
      versions === undefined &&
      !this.conflicts.peek().has(id) &&
      shown?.pageId === place.pageId &&
      shown.parentId === place.parentId &&
      shown.order === place.order
    )
  }

  #rowOf({ record: { id, words, versions }, depth }: ShownBlock): OutlineRow {
    const folded = this.#folds.get(id) ?? startsFolded(words.text)
    const referred = this.references.peek().has(id)
    return {
      id,
      depth,
      content: words.text,
      rev: this.#revs.get(id)!,
      folded,
      referred,
      unsettled: versions !== undefined,
    }
  }

  /**
   * Shows the blocks of another view of the page at once, so that keys find the caret without a wait for the device. Edits
   * of that view, which may be on their way, are stored before those of this one.
   */
  startFrom(other: PageModel): void {
    const { outline } = other.#state
    this.exists.value = other.exists.peek()
    for (const [id, folded] of other.#folds) this.#folds.set(id, folded)
    for (const [id, place] of other.#places) this.#places.set(id, place)
    this.#sending.after(other.#sending, () => {
      for (const [id, rev] of other.#revs) this.#revs.set(id, rev)
    })
    this.#show({ outline, root: this.root ?? null, focus: null })
    this.isLoaded.value = true
  }

  /** The block whose field has text that is not stored yet, or that an input method still composes. Words of others wait. */
  #unstored(): string | undefined {
    const { focus, outline } = this.#state
    if (focus?.kind !== 'caret') return undefined
    const block = outline.blocks.get(focus.id)
    return block && (this.isComposing || fieldOf(block.content).text !== focus.text) ? focus.id : undefined
  }

  /** How many blocks refer to each block. A join keeps those. */
  count(references: ReadonlyMap<string, number>): void {
    this.references.value = references
    const { outline } = this.#state
    const blocks = new Map<string, Block>()
    for (const [id, block] of outline.blocks)
      blocks.set(id, block.referred === references.has(id) ? block : { ...block, referred: !block.referred })
    this.#state = { ...this.#state, outline: { ...outline, blocks } }
  }

  /** Whether a block is shown with all that is nested under it. Above a block that is shown alone, branches are cut. */
  showsBranch(id: string): boolean {
    const { blocks } = this.#state.outline
    for (let at: string | null = id; at !== null; at = blocks.get(at)?.parentId ?? null)
      if (at === this.root) return true
    return this.root === undefined && blocks.has(id)
  }

  /** Views of this page that are open. */
  views = 0

  /** Whether nothing shows the page, or waits in it. */
  get isFree(): boolean {
    return this.views === 0 && !this.#sending.isBusy && this.#state.focus === null
  }

  /**
   * The field has this text and selection now. It is stored soon.
   *
   * @param isOver whether a bracket was typed over, which is no other place
   */
  type(text: string, start: number, end: number, isOver = false): void {
    const { focus } = this.#state
    if (focus?.kind !== 'caret') return
    lastKey.at = performance.now()
    // Typing at another place is another step.
    if (text === focus.text && !isOver && (start !== focus.start || end !== focus.end)) this.endStep()
    if (!this.#isTyping && text !== focus.text) {
      this.#isTyping = true
      onTheWay.value++
    }
    this.#state = { ...this.#state, focus: { ...focus, text, start, end } }
    caretIsAt({ id: focus.id, at: start })
    this.#timer ??= setTimeout(() => this.run({ do: 'store' }), STORE_AFTER)
  }

  /** Stores the text of the field, and makes what is typed next a step of undo of its own. */
  endStep(): void {
    if (this.#isTyping) this.run({ do: 'store' })
    this.#sending.endTyping()
  }

  /** Runs a command. @returns whether it was done; else the key belongs to the browser */
  run(command: Command): boolean {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isTyping) onTheWay.value--
    this.#isTyping = false
    const surroundings = { newId: () => crypto.randomUUID(), today: today(), minute: minuteNow() }
    const outcome = runCommand(this.#state, command, surroundings)
    if (command.do !== 'store') this.message.value = ''
    this.#setTooLong(!outcome.done && outcome.refusal?.why === 'field_too_long')
    if (!outcome.done) {
      if (outcome.refusal) this.message.value = refusalWords(outcome.refusal)
      return outcome.refusal !== undefined
    }
    const { typed, edit, state } = outcome
    const before = this.#state.outline
    const reworded = command.do === 'store' ? typed.map(({ id }) => id) : undefined
    this.#show(state, reworded)
    this.#rememberFolds(before, state.outline, reworded)
    if (command.do !== 'store') doneLast.value = { command: command.do, state }
    if (typed.length > 0) this.#sending.send(typed, true, before)
    if (edit.length > 0) this.#sending.send(edit, false, before)
    if (command.do !== 'store') this.#sending.endTyping()
    return true
  }

  #setTooLong(isTooLong: boolean): void {
    if (isTooLong === this.#isTooLong) return
    this.#isTooLong = isTooLong
    const change = isTooLong ? 1 : -1
    lostBlocks.value += change
    longBlocks.value += change
    if (!isTooLong) this.message.value = ''
  }

  /** Settles a conflict: one of the texts, or another one, which replaces all of them. */
  async settle({ id, words, versions = [] }: WordedRecord, text: string): Promise<void> {
    await this.stored()
    this.merging.delete(id)
    const seen = { rev: words.rev, versions: versions.map(({ rev }) => rev) }
    const result = await this.#notes.history.edit([{ do: 'settle', id, text, seen }])
    if (!result.ok) this.message.value = result.error
  }

  async walk(direction: 'undo' | 'redo'): Promise<void> {
    this.run({ do: 'store' })
    await this.#sending.done
    const before = this.#state
    const result = await this.#notes.history[direction]()
    this.#sending.endTyping()
    if (!result) return
    const { skipped, changes } = result
    const isElsewhere = changes.length > 0 && !this.isTouched(changes, before)
    const place = isElsewhere ? await stepElsewhere(this.#notes.engine, direction, changes) : ''
    const said = skipped.length > 0 ? SKIPPED : place
    if (said !== '' || this.message.peek() === this.#said) this.message.value = said
    this.#said = said
    doneLast.value = { command: direction, state: before }
    await this.stepped(result.changes, before)
  }

  /** Puts the caret where a step of undo or redo was. */
  async stepped(changes: Changes, before: OutlineState): Promise<void> {
    const { focusAfterStep } = await import('./step-focus.ts')
    this.#step = (after) => focusAfterStep(before, after, changes)
    return this.load()
  }

  /** Whether a step changed this page, or blocks that are shown here, or were. */
  isTouched(changes: Changes, { outline }: OutlineState): boolean {
    return changes.some(
      (one) =>
        one.id === this.pageId ||
        outline.blocks.has(one.id) ||
        (one.group === 'record' && (one.is ?? one.was)?.place?.pageId === this.pageId),
    )
  }

  /** Resolves when the device has stored everything, or cannot. */
  async stored(): Promise<void> {
    this.run({ do: 'store' })
    return this.#sending.stored()
  }

  /** The edits that the device has not stored yet, if there are any. */
  unstored(): readonly Unstored[] {
    return this.#sending.unstored()
  }

  #rememberFolds(before: Outline, after: Outline, ids: Iterable<string> = after.blocks.keys()): void {
    if (before === after) return
    const folds = new Map<string, boolean>()
    for (const id of ids) {
      const { folded } = after.blocks.get(id)!
      const was = before.blocks.get(id)?.folded
      if (was !== folded) this.#folds.set(id, folded)
      if (was !== undefined && was !== folded) folds.set(id, folded)
    }
    if (folds.size > 0) void keepFolds(this.#notes.engine, this.pageId, folds)
  }

  /** @param reworded the only blocks with other words, where no block moved, came or went */
  #show(next: OutlineState, reworded?: readonly string[]): void {
    const before = this.#state
    this.#state = next
    const { focus } = next
    if (focus && !before.focus) moveFocus(this)
    // Somebody else deleted the block of the field.
    if (focus?.kind !== 'caret') this.#setTooLong(false)
    if (focus !== before.focus)
      caretIsAt(
        focus === null
          ? undefined
          : focus.kind === 'caret'
            ? { id: focus.id, at: focus.start }
            : { id: focus.head, at: 'end', anchor: focus.anchor },
      )
    this.rows.show(before, next, reworded)
    if (focus) this.isUsed.value = true
  }
}

/** A block with what is above and below it. A view of one block of a long page reads no more. */
function withAncestors(rows: readonly ShownBlock[], root: string): readonly ShownBlock[] {
  const at = rows.findIndex(({ record }) => record.id === root)
  if (at === -1) return []
  const { depth } = rows[at]!
  const next = rows.findIndex((row, i) => i > at && row.depth <= depth)
  const above: ShownBlock[] = []
  for (let i = at, wanted = depth - 1; i >= 0 && wanted >= 0; i--)
    if (rows[i]!.depth === wanted) {
      above.unshift(rows[i]!)
      wanted--
    }
  return [...above, ...rows.slice(at, next === -1 ? undefined : next)]
}
