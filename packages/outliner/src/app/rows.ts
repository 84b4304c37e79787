/** The rows of a shown page. Each block has a signal, so that a key in a page of thousands of blocks draws one row. */
import { isNumbered } from '@notegraph/block-text'
import {
  numberOf,
  pickedBlocks,
  type Block,
  type Focus,
  type Outline,
  type OutlineState,
} from '@notegraph/outliner'
import { batch, signal, type Signal } from '@preact/signals'

/** A row shows its words, the field with the caret, or that it is selected. */
export type Mode = 'words' | 'field' | 'selected'

export class Rows {
  readonly top: Signal<readonly string[]> = signal([])
  /** The focus, as anything but typing last changed it. */
  readonly caret: Signal<Focus> = signal(null)
  /** Whether blocks are selected, so that keys act on them. */
  readonly selecting: Signal<boolean> = signal(false)
  /** The selected block that Shift with an arrow moves. */
  readonly head: Signal<string | undefined> = signal(undefined)
  /** The numbers of numbered blocks. */
  readonly numbers: Signal<ReadonlyMap<string, number>> = signal(new Map())
  readonly #blocks = new Map<string, Signal<Block>>()
  readonly #modes = new Map<string, Signal<Mode>>()

  has(id: string): boolean {
    return this.#blocks.has(id)
  }

  /** The block of a row. */
  block(id: string): Signal<Block> {
    return this.#blocks.get(id)!
  }

  mode(id: string): Signal<Mode> {
    let mode = this.#modes.get(id)
    if (!mode) this.#modes.set(id, (mode = signal<Mode>('words')))
    return mode
  }

  /**
   * Draws each row whose block or mode is another one.
   *
   * @param reworded the only blocks with other words, where no block moved, came or went
   */
  show(before: OutlineState, next: OutlineState, reworded?: readonly string[]): void {
    const { focus } = next
    batch(() => {
      if (before.outline !== next.outline) {
        if (reworded) this.#reworded(before.outline, next.outline, reworded)
        else this.#arranged(before.outline, next.outline)
      }
      if (!isSameCaret(before.focus, focus)) this.caret.value = focus
      this.selecting.value = focus?.kind === 'blocks'
      this.head.value = focus?.kind === 'blocks' ? focus.head : undefined
      const modes = modesOf(next)
      for (const id of modesOf(before).keys()) {
        const mode = this.#modes.get(id)
        if (mode && !modes.has(id)) mode.value = 'words'
      }
      for (const [id, mode] of modes) this.mode(id).value = mode
    })
  }

  /** A key in a page of thousands of blocks looks at one. */
  #reworded(before: Outline, after: Outline, ids: readonly string[]): void {
    for (const id of ids) this.#draw(id, after.blocks.get(id)!)
    const isListed = (outline: Outline, id: string) => isNumbered(outline.blocks.get(id)!.content)
    if (ids.some((id) => isListed(before, id) || isListed(after, id))) this.#number(after)
  }

  #arranged(before: Outline, after: Outline): void {
    for (const [id, block] of after.blocks) this.#draw(id, block)
    this.#number(after)
    if (before.top !== after.top && !isSameList(before.top, after.top)) this.top.value = after.top
    for (const id of this.#blocks.keys())
      if (!after.blocks.has(id)) {
        this.#blocks.delete(id)
        this.#modes.delete(id)
      }
  }

  #draw(id: string, block: Block): void {
    const shown = this.#blocks.get(id)
    if (!shown) this.#blocks.set(id, signal(block))
    else if (!isSame(shown.peek(), block)) shown.value = block
  }

  #number(outline: Outline): void {
    const numbers = new Map<string, number>()
    for (const [id, { content }] of outline.blocks) {
      const number = isNumbered(content) ? numberOf(outline, id) : undefined
      if (number !== undefined) numbers.set(id, number)
    }
    if (numbers.size + this.numbers.peek().size > 0) this.numbers.value = numbers
  }
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i])

const isSame = (a: Block, b: Block): boolean =>
  a === b ||
  (a.content === b.content &&
    a.folded === b.folded &&
    a.parentId === b.parentId &&
    isSameList(a.children, b.children))

/** Whether a field with one focus shows the other one. */
export const isSameCaret = (a: Focus, b: Focus): boolean =>
  a?.kind === 'caret' &&
  b?.kind === 'caret' &&
  a.id === b.id &&
  a.text === b.text &&
  a.start === b.start &&
  a.end === b.end

function modesOf(state: OutlineState): ReadonlyMap<string, Mode> {
  const { focus } = state
  if (focus?.kind === 'caret') return new Map([[focus.id, 'field']])
  return new Map(pickedBlocks(state).map((id) => [id, 'selected']))
}
