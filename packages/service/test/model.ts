/**
 * A minimal model of writes. Pages have properties and blocks, and a change has its items before and after. A revert
 * restores the items that are unchanged since.
 */

export interface ModelBlock {
  marker: string
  words: string
  pageId: string
  parentId: string | null
  order: number
}

export interface ModelPage {
  readonly name: string
  readonly props: Map<string, string>
}

/** By kind and id; a property by its page's id and its key. */
export type Thing = `block ${string}` | `page ${string}` | `property ${string} ${string}`

interface ModelChange {
  /** The content of each item before and after, as text; undefined if it did not exist. */
  readonly touched: ReadonlyMap<
    Thing,
    { readonly before: string | undefined; readonly after: string | undefined }
  >
  reverted: boolean
}

export class Model {
  readonly pages = new Map<string, ModelPage>()
  readonly blocks = new Map<string, ModelBlock>()
  readonly changes = new Map<string, ModelChange>()

  /** The outline of a page: a line for each block, with a tab for each level. */
  outline(pageId: string, parentId: string | null = null, depth = 0): string[] {
    return [...this.blocks]
      .filter(([, block]) => block.pageId === pageId && block.parentId === parentId)
      .toSorted(([, a], [, b]) => a.order - b.order)
      .flatMap(([id, block]) => [
        '\t'.repeat(depth) + contentOf(block),
        ...this.outline(pageId, id, depth + 1),
      ])
  }

  pageNamed(name: string): string | undefined {
    return [...this.pages].find(([, page]) => page.name.toLowerCase() === name.toLowerCase())?.[0]
  }

  /** The order of a new first or last block. */
  orderAt(pageId: string, position: 'start' | 'end'): number {
    const orders = [...this.blocks.values()].filter((one) => one.pageId === pageId).map(({ order }) => order)
    if (orders.length === 0) return 1
    return position === 'start' ? Math.min(...orders) - 1 : Math.max(...orders) + 1
  }

  /** Makes a change, and lists it under the id if anything changed. */
  change(id: string | undefined, touches: readonly Thing[], act: () => void): void {
    const before = touches.map((thing) => this.#say(thing))
    act()
    const pairs = touches.map((thing, i) => [thing, { before: before[i], after: this.#say(thing) }] as const)
    const touched = new Map(pairs.filter(([, { before, after }]) => before !== after))
    if (id !== undefined) this.changes.set(id, { touched, reverted: false })
  }

  /** @returns the number of restored items, and those that are left */
  revert(id: string): { restored: number; left: Thing[] } {
    const { touched } = this.changes.get(id)!
    this.changes.get(id)!.reverted = true
    const left: Thing[] = []
    let restored = 0
    for (const kind of ['block', 'page', 'property']) {
      for (const [thing, { before, after }] of touched) {
        if (!thing.startsWith(`${kind} `)) continue
        const free = before !== undefined || !this.#isUsed(thing)
        if (this.#say(thing) === after && free) {
          this.#put(thing, before)
          restored++
        } else left.push(thing)
      }
    }
    return { restored, left }
  }

  #isUsed(thing: Thing): boolean {
    const [kind, id = ''] = thing.split(' ')
    const blocks = [...this.blocks.values()]
    if (kind === 'block') return blocks.some(({ parentId }) => parentId === id)
    return kind === 'page' && blocks.some(({ pageId }) => pageId === id)
  }

  #say(thing: Thing): string | undefined {
    const [kind, id = '', key = ''] = thing.split(' ')
    const page = this.pages.get(id)
    if (kind === 'block') return this.blocks.has(id) ? JSON.stringify(this.blocks.get(id)) : undefined
    if (kind === 'page') return page && JSON.stringify([page.name, sorted(page.props)])
    return page?.props.get(key)
  }

  #put(thing: Thing, said: string | undefined): void {
    const [kind, id = '', key = ''] = thing.split(' ')
    const props = this.pages.get(id)?.props
    if (kind === 'block' && said !== undefined) this.blocks.set(id, JSON.parse(said) as ModelBlock)
    else if (kind === 'block') this.blocks.delete(id)
    else if (kind === 'page') this.pages.delete(id)
    else if (said === undefined) props?.delete(key)
    else props?.set(key, said)
  }
}

export const contentOf = ({ marker, words }: ModelBlock): string =>
  [marker, words].filter((part) => part !== '').join(' ')

const sorted = (props: ReadonlyMap<string, string>): (readonly [string, string])[] =>
  [...props].toSorted(([a], [b]) => (a < b ? -1 : 1))
