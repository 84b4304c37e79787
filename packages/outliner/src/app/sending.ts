/**
 * The way of the edits of one view to the device, one after another. While the device cannot store one, its words stay on screen,
 * and later edits wait, because they build on it.
 *
 * @see outliner 1.2, 3.9
 */
import type { Day } from '@notegraph/block-text'
import { deletionsOf, type Edit, type Outline } from '@notegraph/outliner'
import { signal, type Signal } from '@preact/signals'
import type { WindowHistory } from './kept-history.ts'
import { notStored, sendEdit, type SentEdit, type Unstored } from './unstored.ts'

/** Milliseconds until an edit that the device could not store is tried again. */
const TRY_AFTER = 2_000

/** Letters after which typing in one block is another step of undo: about a sentence. */
const LONGEST_STEP = 100

/** Blocks with words that the device could not store, on all pages. They are on screen alone. */
export const lostBlocks: Signal<number> = signal(0)

/** Those of them that are longer than a block can be. */
export const longBlocks: Signal<number> = signal(0)

/** Texts and edits that the device has not stored yet, on all pages. */
export const onTheWay: Signal<number> = signal(0)

/** The view that sends. */
export interface Sender {
  readonly history: WindowHistory
  /** The latest revision of each block. Answers of the device set it. */
  readonly revs: Map<string, string>
  /** A message for the person. */
  readonly message: Signal<string>
  /** The day of the page, if it is not there yet. */
  readonly newDay: () => Day | undefined
  /** Hears of the end of each edit. @param isStored else it can no longer be made */
  readonly ended: (isStored: boolean) => void
  /** Goes on after each edit. */
  readonly rested: () => Promise<void>
}

export class Sending {
  /** Edits so far. */
  sent = 0
  readonly #sender: Sender
  readonly #waiting: SentEdit[] = []
  #unsent = 0
  #done: Promise<unknown> = Promise.resolve()
  /** The block of the last stored text, while nothing else was done. */
  #typedIn: string | undefined
  /** The length of its text before that step. */
  #typedFrom = 0
  #lost: ReadonlySet<string> = new Set()

  constructor(sender: Sender) {
    this.#sender = sender
  }

  /** Whether the device has not stored everything. */
  get isBusy(): boolean {
    return this.#unsent > 0
  }

  /** Resolves when the device has stored everything. */
  get done(): Promise<unknown> {
    return this.#done
  }

  /** Resolves when the device has stored everything, or cannot. */
  async stored(): Promise<void> {
    let end = (): void => {}
    const cannot = new Promise<void>((done) => {
      end = lostBlocks.subscribe((count) => count > 0 && done())
    })
    await Promise.race([this.#done, cannot])
    end()
  }

  /** The next text begins a step of undo. */
  endTyping(): void {
    this.#typedIn = undefined
  }

  /** Sends later edits behind those of another view. @param then runs when that is done */
  after(other: Sending, then: () => void): void {
    this.#unsent++
    this.#done = other.#done.then(async () => {
      then()
      this.#unsent--
      return this.#sender.rested()
    })
  }

  /** @param outline the blocks that the edit was made on */
  send(edit: Edit, isTyping: boolean, outline: Outline): void {
    const [first] = edit
    const id = isTyping ? first!.id : undefined
    const length = first?.do === 'setText' ? first.text.length : 0
    const joins =
      id !== undefined && id === this.#typedIn && Math.abs(length - this.#typedFrom) <= LONGEST_STEP
    if (!joins && id !== undefined) this.#typedFrom = outline.blocks.get(id)?.content.length ?? 0
    this.#typedIn = id
    this.sent++
    this.#unsent++
    onTheWay.value++
    const sent: SentEdit = { id: crypto.randomUUID(), edit, deletions: deletionsOf(outline, edit), joins }
    this.#waiting.push(sent)
    this.#done = this.#done
      .then(async () => this.#deliver(sent))
      .finally(() => {
        this.#unsent--
        onTheWay.value--
        this.#waiting.splice(this.#waiting.indexOf(sent), 1)
      })
      .then(async () => this.#sender.rested())
  }

  /** The edits that the device has not stored yet, if there are any. */
  unstored(): readonly Unstored[] {
    if (this.#waiting.length === 0) return []
    const day = this.#sender.newDay()
    const touched = new Set(
      this.#waiting.flatMap(({ edit, deletions }) => [
        ...edit.map(({ id }) => id),
        ...Object.values(deletions).flat(),
      ]),
    )
    return [
      {
        ...(day !== undefined && { day }),
        revs: [...this.#sender.revs].filter(([id]) => touched.has(id)),
        edits: [...this.#waiting],
      },
    ]
  }

  /** Stores an edit, however long it takes. */
  async #deliver(sent: SentEdit): Promise<void> {
    const { history, revs, message, newDay, ended } = this.#sender
    for (;;) {
      try {
        const result = await sendEdit(history, revs, newDay(), sent)
        this.#loses(new Set())
        if (!result.ok) message.value = notStored(sent.edit, result.error)
        return ended(result.ok)
      } catch (error) {
        const edits = this.#waiting.flatMap(({ edit }) => edit)
        message.value = notStored(edits, error instanceof Error ? error.message : String(error))
        this.#loses(new Set(edits.map(({ id }) => id)))
        await new Promise((done) => void setTimeout(done, TRY_AFTER))
      }
    }
  }

  #loses(blocks: ReadonlySet<string>): void {
    if (this.#lost.size > 0 && blocks.size === 0) this.#sender.message.value = ''
    lostBlocks.value += blocks.size - this.#lost.size
    this.#lost = blocks
  }
}
