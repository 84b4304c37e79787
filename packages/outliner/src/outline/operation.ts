/**
 * The operations that an edit is made of. Each is also an edit of the sync engine, so a list of them goes to it in one
 * transaction. A place is a parent and the sibling before; orders of siblings are the engine's own.
 */
import { startsFolded } from './field.ts'
import { blockIn, branchOf, type Block, type Outline } from './outline.ts'

/** A position in a page. */
export interface Where {
  readonly pageId: string
  readonly parentId: string | null
  /** The sibling before, or `null` for the first position. */
  readonly behind: string | null
}

/** One operation on a block. */
export type Operation =
  /** `rev`: the revision of the words that the text was made on. */
  | { readonly do: 'setText'; readonly id: string; readonly text: string; readonly rev?: string }
  /** `id` is new, or that of a block that was deleted on this device and comes back. */
  | { readonly do: 'addBlock'; readonly id: string; readonly where: Where; readonly text: string }
  /** Moves a block with everything nested under it. */
  | { readonly do: 'moveBlock'; readonly id: string; readonly where: Where }
  /** Deletes a block with everything nested under it. `seen`: the revisions of all their words. */
  | { readonly do: 'deleteBlock'; readonly id: string; readonly seen?: readonly string[] }

/** An edit: its operations, in the order in which they apply. */
export type Edit = readonly Operation[]

/**
 * Applies an edit to the blocks of a page.
 *
 * @example
 * applyEdit(outlineOf('p', [{ id: 'a', depth: 0, content: 'A' }]), [{ do: 'setText', id: 'a', text: 'B' }])
 */
export function applyEdit(outline: Outline, edit: Edit): Outline {
  if (edit.length === 0) return outline
  const draft = new Draft(outline)
  for (const operation of edit) draft.apply(operation)
  return draft.outline()
}

/**
 * The edit that takes another one back.
 *
 * @param outline the blocks before the edit
 * @example
 * const outline = outlineOf('p', [{ id: 'a', depth: 0, content: 'A' }])
 * inverseOf(outline, [{ do: 'deleteBlock', id: 'a' }])
 * // [{ do: 'addBlock', id: 'a', where: { pageId: 'p', parentId: null, behind: null }, text: 'A' }]
 */
export function inverseOf(outline: Outline, edit: Edit): Edit {
  const draft = new Draft(outline)
  const backwards: Operation[][] = []
  for (const operation of edit) {
    backwards.push(draft.inverse(operation))
    draft.apply(operation)
  }
  return backwards.toReversed().flat()
}

/** The blocks that go with each deleted block, itself first. */
export type Deletions = Readonly<Record<string, readonly string[]>>

/** @param outline the blocks before the edit */
export const deletionsOf = (outline: Outline, edit: Edit): Deletions =>
  Object.fromEntries(
    edit.filter((one) => one.do === 'deleteBlock').map(({ id }) => [id, branchOf(outline, id)]),
  )

/**
 * The edit with the revision that each new text is made on, and with those of the words that it deletes. A program that sends its
 * edits one after another knows the revisions from the answers to those before.
 *
 * @param revs the latest revision by block
 * @param deletions the blocks that go with each deleted one, if there are any under it
 * @example
 * withRevs([{ do: 'setText', id: 'a', text: 'B' }], new Map([['a', 'r1']]))[0].rev // 'r1'
 */
export const withRevs = (edit: Edit, revs: ReadonlyMap<string, string>, deletions: Deletions = {}): Edit =>
  edit.map((operation): Operation => {
    if (operation.do === 'deleteBlock') {
      const seen = (deletions[operation.id] ?? [operation.id]).flatMap((one) => revs.get(one) ?? [])
      return seen.length === 0 ? operation : { ...operation, seen }
    }
    if (operation.do !== 'setText') return operation
    const rev = operation.rev ?? revs.get(operation.id)
    return rev === undefined ? operation : { ...operation, rev }
  })

/** The blocks that an edit changes. */
export const touchedBy = (edit: Edit): ReadonlySet<string> => new Set(edit.map(({ id }) => id))

/** The place of a block. */
export function placeOf(outline: Outline, id: string): Where {
  const { parentId } = blockIn(outline, id)
  const siblings = parentId === null ? outline.top : blockIn(outline, parentId).children
  return { pageId: outline.pageId, parentId, behind: siblings[siblings.indexOf(id) - 1] ?? null }
}

class Draft {
  readonly #pageId: string
  readonly #blocks: Map<string, Block>
  #top: readonly string[]

  constructor({ pageId, blocks, top }: Outline) {
    this.#pageId = pageId
    this.#blocks = new Map(blocks)
    this.#top = top
  }

  outline(): Outline {
    return { pageId: this.#pageId, blocks: this.#blocks, top: this.#top }
  }

  apply(operation: Operation): void {
    const { id } = operation
    switch (operation.do) {
      case 'setText': {
        // The revision of the new words comes with the engine's answer.
        const { rev: _, ...block } = blockIn(this.outline(), id)
        const { text } = operation
        const folded = block.folded || (startsFolded(text) && !startsFolded(block.content))
        this.#blocks.set(id, { ...block, content: text, folded })
        return
      }
      case 'addBlock': {
        const { where, text } = operation
        if (this.#blocks.has(id)) throw new Error(`The outline has a block ${id} already.`)
        const { parentId } = where
        const folded = startsFolded(text)
        this.#blocks.set(id, { id, content: text, parentId, children: [], folded, referred: false })
        this.#insert(id, where)
        return
      }
      case 'moveBlock': {
        const { where } = operation
        this.#takeOut(id)
        // To another page: the block leaves this outline.
        if (where.pageId !== this.#pageId) return this.#forget(id)
        this.#blocks.set(id, { ...blockIn(this.outline(), id), parentId: where.parentId })
        this.#insert(id, where)
        return
      }
      case 'deleteBlock': {
        this.#takeOut(id)
        this.#forget(id)
      }
    }
  }

  inverse(operation: Operation): Operation[] {
    const { id } = operation
    const outline = this.outline()
    switch (operation.do) {
      case 'setText':
        return [{ do: 'setText', id, text: blockIn(outline, id).content }]
      case 'addBlock':
        return [{ do: 'deleteBlock', id }]
      case 'moveBlock':
        return [{ do: 'moveBlock', id, where: placeOf(outline, id) }]
      case 'deleteBlock':
        return branchOf(outline, id).map((one) => ({
          do: 'addBlock',
          id: one,
          where: placeOf(outline, one),
          text: blockIn(outline, one).content,
        }))
    }
  }

  #forget(id: string): void {
    for (const one of branchOf(this.outline(), id)) this.#blocks.delete(one)
  }

  #takeOut(id: string): void {
    const { parentId } = blockIn(this.outline(), id)
    this.#setChildren(
      parentId,
      this.#children(parentId).filter((one) => one !== id),
    )
  }

  #insert(id: string, { parentId, behind }: Where): void {
    const children = this.#children(parentId)
    const at = behind === null ? 0 : children.indexOf(behind) + 1
    if (behind !== null && at === 0) throw new Error(`The block ${behind} is not among the siblings.`)
    this.#setChildren(parentId, children.toSpliced(at, 0, id))
  }

  #children(parentId: string | null): readonly string[] {
    return parentId === null ? this.#top : blockIn(this.outline(), parentId).children
  }

  #setChildren(parentId: string | null, children: readonly string[]): void {
    if (parentId === null) this.#top = children
    else this.#blocks.set(parentId, { ...blockIn(this.outline(), parentId), children })
  }
}
