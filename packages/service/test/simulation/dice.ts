/** The numbers of a step, and draws from them: a page, a block, a place. */
import type { Engine, ShownBlock } from '@notegraph/sync'
import { Chance } from './chance.ts'
import type { Device } from './device.ts'
import type { World } from './world.ts'

export type Act = (world: World, device: Device, dice: Dice) => Promise<unknown>

/** The numbers of a step, one after another. */
export class Dice {
  #at = 0
  readonly #bits: readonly number[]
  constructor(bits: readonly number[]) {
    this.#bits = bits
  }
  below(count: number): number {
    return this.#bits[this.#at++ % this.#bits.length]! % count
  }
  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.below(list.length)]
  }
}

/** An endless source of numbers. @param bits their seed */
export function manyDice(bits: readonly number[]): Dice {
  const chance = new Chance(...bits)
  return new Dice(Array.from({ length: 128 }, () => chance.bits()))
}

export async function somePage(engine: Engine, dice: Dice): Promise<string | undefined> {
  return dice.pick((await engine.pages()).map(({ id }) => id).toSorted())
}

export async function someBlock(
  engine: Engine,
  dice: Dice,
): Promise<{ blocks: ShownBlock[]; block: ShownBlock } | undefined> {
  const pageId = await somePage(engine, dice)
  const blocks = pageId === undefined ? [] : await engine.blocks(pageId)
  const block = dice.pick(blocks)
  return block && { blocks, block }
}

/** Under one of the blocks or at the top level; after a sibling, first or last. */
export function somewhere(blocks: readonly ShownBlock[], pageId: string, dice: Dice) {
  const parentId = dice.below(2) === 0 ? null : (dice.pick(blocks)?.record.id ?? null)
  const siblings = blocks.filter(({ record }) => record.place.parentId === parentId)
  const behind = [undefined, null, dice.pick(siblings)?.record.id][dice.below(3)]
  return { pageId, parentId, ...(behind !== undefined && { behind }) }
}

/** The blocks nested under a block, as shown. */
export function idsUnder(blocks: readonly ShownBlock[], id: string): string[] {
  const at = blocks.findIndex(({ record }) => record.id === id)
  const end = blocks.findIndex(({ depth }, i) => i > at && depth <= blocks[at]!.depth)
  return blocks.slice(at + 1, end < 0 ? undefined : end).map(({ record }) => record.id)
}
