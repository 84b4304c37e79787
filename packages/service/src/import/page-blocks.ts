/**
 * The blocks that a page has, in order and by their words. An import looks for the blocks of a note among them. It adds those
 * that it creates, so that a page of many notes is not read again for each.
 */
import { ownText } from '@notegraph/folder'
import { compareSiblings, type BlockRecord } from '@notegraph/graph'
import type { Put } from '@notegraph/store'

/** A block of the page. */
export interface PageBlock {
  readonly id: string
  readonly words: string
  readonly parentId: string | null
  readonly order: number
}

/** The memory of a block besides its words, in characters. */
const BLOCK_TEXT = 150
const NONE: readonly PageBlock[] = []

export const pageBlock = ({ id, words, place }: BlockRecord): PageBlock => ({
  id,
  words: words.text,
  parentId: place.parentId,
  order: place.order,
})

/** The blocks below one parent. */
export class Siblings {
  /** In their order. */
  readonly #all: PageBlock[]
  #byWords: Map<string, PageBlock[]> | undefined

  constructor(blocks: readonly PageBlock[] = NONE) {
    this.#all = blocks.toSorted(compareSiblings)
  }

  get all(): readonly PageBlock[] {
    return this.#all
  }

  /** Those with the words, in their order. */
  withWords(words: string): readonly PageBlock[] {
    this.#byWords ??= Map.groupBy(this.#all, (block) => block.words)
    return this.#byWords.get(words) ?? NONE
  }

  add(block: PageBlock): void {
    insert(this.#all, block)
    if (!this.#byWords) return
    const same = this.#byWords.get(block.words)
    if (same) insert(same, block)
    else this.#byWords.set(block.words, [block])
  }
}

export class PageBlocks {
  readonly #below: Map<string | null, Siblings>
  #byId: Map<string, PageBlock> | undefined
  #blocks: readonly PageBlock[] | undefined
  #characters = 0

  constructor(blocks: readonly PageBlock[]) {
    const groups = Map.groupBy(blocks, ({ parentId }) => parentId)
    this.#below = new Map(Array.from(groups, ([parentId, group]) => [parentId, new Siblings(group)]))
    this.#blocks = blocks
    for (const block of blocks) this.#characters += charactersOf(block)
  }

  /** An estimate of the memory. */
  get characters(): number {
    return this.#characters
  }

  get isEmpty(): boolean {
    return this.#below.size === 0
  }

  below(parentId: string | null): Siblings {
    return this.#below.get(parentId) ?? EMPTY
  }

  find(id: string): PageBlock | undefined {
    return this.#ids().get(id)
  }

  /** Adds the blocks among new records. */
  add(puts: readonly Put[]): void {
    for (const { record } of puts) {
      if (record.kind !== 'block') continue
      const block = pageBlock(record)
      const own = { ...block, words: ownText(block.words) }
      const there = this.#below.get(own.parentId)
      if (there) there.add(own)
      else this.#below.set(own.parentId, new Siblings([own]))
      this.#ids().set(own.id, own)
      this.#characters += charactersOf(own)
    }
  }

  #ids(): Map<string, PageBlock> {
    this.#byId ??= new Map((this.#blocks ?? NONE).map((block) => [block.id, block]))
    this.#blocks = undefined
    return this.#byId
  }
}

const EMPTY = new Siblings()

const charactersOf = ({ words }: PageBlock): number => BLOCK_TEXT + words.length

/** Inserts a block in order. Most blocks come last. */
function insert(sorted: PageBlock[], block: PageBlock): void {
  let [low, high] = [0, sorted.length]
  const last = sorted.at(-1)
  if (last && compareSiblings(last, block) < 0) low = high
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareSiblings(sorted[middle]!, block) < 0) low = middle + 1
    else high = middle
  }
  sorted.splice(low, 0, block)
}
