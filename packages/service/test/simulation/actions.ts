/** The actions of a simulation, each drawn from the numbers of its step. */
import { TASK_STATES } from '@notegraph/contract'
import type { GraphRecord } from '@notegraph/graph'
import type { Edit, Engine } from '@notegraph/sync'
import type { Device } from './device.ts'
import { Dice, idsUnder, manyDice, someBlock, somePage, somewhere, type Act } from './dice.ts'
import { SCENES } from './scenes.ts'
import { themeOf } from './themes.ts'
import type { World } from './world.ts'

/** A drawn step: its action, its subject, and the time until the next. */
export interface Step {
  readonly action: string
  /** 32 bits each. */
  readonly dice: readonly number[]
  readonly wait: number
}

const NAMES = ['Tea', 'tea', 'Coffee', 'COFFEE', 'Nov 20th, 2026', 'Cocoa']
const DAYS = [20261120, 20261121]
const KEYS = ['origin', 'alias', 'tags']
const DAY = 86_400_000

/** The weight of each action, and its function. */
const ACTS: Readonly<Record<string, readonly [weight: number, act: Act]>> = {
  'open a page': [6, async (_, { engine }, dice) => engine.openPage(dice.pick(NAMES)!)],
  'open a day': [2, async (_, { engine }, dice) => engine.openDay(dice.pick(DAYS)!)],
  'add a block': [
    16,
    async (world, { engine }, dice) => {
      const pageId = await somePage(engine, dice)
      if (pageId === undefined) return
      await engine.addBlock(somewhere(await engine.blocks(pageId), pageId, dice), world.newText())
    },
  ],
  type: [
    20,
    async (world, { engine }, dice) => {
      const some = await someBlock(engine, dice)
      if (some) await engine.setText(some.block.record.id, world.newText())
    },
  ],
  'move a block': [
    10,
    async (world, { engine }, dice) => {
      const some = await someBlock(engine, dice)
      const pageId = await somePage(engine, dice)
      if (!some || pageId === undefined) return
      const { id, place } = some.block.record
      const blocks = pageId === place.pageId ? some.blocks : await engine.blocks(pageId)
      const moved = await engine.moveBlock(id, somewhere(blocks, pageId, dice))
      if (!moved.ok) return
      const along = new Set(idsUnder(await engine.blocks(pageId), id))
      for (const one of idsUnder(some.blocks, id))
        if (!along.has(one))
          world.failures.push(`(6) ${one} did not go along when ${id} was moved to ${pageId}`)
    },
  ],
  'nest a block': [
    2,
    async (_, { engine }, dice) => {
      const some = await someBlock(engine, dice)
      const other = some && dice.pick(some.blocks)
      if (!some || !other) return
      const { id, place } = some.block.record
      await engine.moveBlock(id, { pageId: place.pageId, parentId: other.record.id })
    },
  ],
  'nest two blocks each under the other': [0, crossNest],
  'delete a block': [
    5,
    async (_, { engine }, dice) => {
      const some = await someBlock(engine, dice)
      if (some) await engine.deleteBlock(some.block.record.id)
    },
  ],
  pick: [
    4,
    async (_, { engine }, dice) => {
      const conflict = dice.pick(await engine.conflicts())
      if (!conflict) return
      const revs = [conflict.words.rev, ...conflict.versions.map(({ rev }) => rev)]
      await engine.pick(conflict.id, dice.pick(revs)!)
    },
  ],
  'rename a page': [
    3,
    async (_, { engine }, dice) => {
      const pageId = await somePage(engine, dice)
      if (pageId !== undefined) await engine.renamePage(pageId, dice.pick(NAMES)!)
    },
  ],
  'set a property': [
    6,
    async (world, { engine }, dice) => {
      const pageId = await somePage(engine, dice)
      const value = dice.below(4) === 0 ? null : world.newText()
      if (pageId !== undefined) await engine.setProp(pageId, dice.pick(KEYS)!, value)
    },
  ],
  'mark a page as a favorite': [
    2,
    async (_, { engine }, dice) => {
      const pageId = await somePage(engine, dice)
      if (pageId !== undefined) await engine.setFavorite(pageId, dice.below(2) === 0)
    },
  ],
  'delete a page': [
    3,
    async (_, { engine }, dice) => {
      const pageId = await somePage(engine, dice)
      if (pageId !== undefined) await engine.deletePage(pageId)
    },
  ],
  'edit several at once': [0, editSeveral],
  undo: [0, async (_, { history }) => history.undo()],
  redo: [0, async (_, { history }) => history.redo()],
  'fill a field': [
    0,
    async (_, device, dice) => {
      const some = await someBlock(device.engine, dice)
      const record = some?.block.record
      device.field = record && { id: record.id, rev: record.words.rev }
    },
  ],
  'save a field': [
    0,
    async (world, { engine, field }) => {
      if (field) await engine.setText(field.id, world.newText(), { rev: field.rev })
    },
  ],
  settle: [
    0,
    async (world, { engine }, dice) => {
      const conflict = dice.pick(await engine.conflicts())
      if (!conflict) return
      const seen = conflict.versions.filter(() => dice.below(4) > 0).map(({ rev }) => rev)
      await engine.settle(conflict.id, world.newText(), { rev: conflict.words.rev, versions: seen })
    },
  ],
  look: [10, async (_, { engine }) => void engine.sync()],

  'cut the network': [4, async (_, device) => void (device.network.isCut = true)],
  'mend the network': [6, async (_, device) => void (device.network.isCut = false)],
  'set the clock': [
    3,
    async (_, device, dice) => void (device.skew = (dice.below(2) === 0 ? 1 : -1) * dice.below(5 * DAY)),
  ],
  crash: [
    4,
    async (_, device, dice) => {
      if (dice.below(3) > 0) device.crashesAt = dice.below(2) === 0 ? 'before' : 'after'
      else {
        device.kill()
        await device.start()
      }
    },
  ],
  'wipe a device': [
    1,
    async (world, device) => {
      await device.wipe()
      await world.lost()
    },
  ],
  'clone a device': [
    1,
    async (world, device, dice) => {
      const other = dice.pick(world.devices)!
      if (other === device) return
      await device.copyFrom(other)
      await world.lost()
    },
  ],

  'write over the API': [8, apiWrite],
  'put in order': [0, putInOrder],
  revert: [
    2,
    async (world, _, dice) =>
      world.server.write(async ({ graph, changes }) => {
        const open = (await graph.changes.list({ since: 0 }, { limit: 20, offset: 0 })).changes
        const change = dice.pick(open)
        if (change) await changes.revert(world.server.caller.account, change.id)
      }),
  ],
  'take a snapshot': [
    0,
    async (world, _, dice) =>
      world.server.write(async ({ history }) => {
        await history.makeSnapshot(world.server.caller.account, `snapshot ${dice.below(100)}`)
      }),
  ],
  'restore a page': [
    0,
    async (world, _, dice) =>
      world.server.write(async ({ graph, history }) => {
        const page = dice.pick((await graph.pages.list({}, { limit: 50, offset: 0 })).pages)
        if (!page) return
        const seq = dice.below((await graph.commits.head()) + 1)
        await history.restore(world.server.caller.account, { page: page.id, seq })
      }),
  ],
  'restore the graph': [
    0,
    async (world, _, dice) =>
      world.server.write(async ({ history }) => {
        const { account } = world.server.caller
        const snapshot = dice.pick(await history.listSnapshots(account))
        if (snapshot) await world.server.restoreGraph(snapshot)
      }),
  ],
  'pick on the server': [
    2,
    async (world, _, dice) =>
      world.server.write(async ({ graph, sync }) => {
        const json = dice.pick((await graph.feed.listConflicts({ limit: Infinity, offset: 0 })).conflicts)
        const record = json === undefined ? undefined : (JSON.parse(json) as GraphRecord)
        if (!record || record.kind === 'page') return
        const revs = [record.words.rev, ...(record.versions ?? []).map(({ rev }) => rev)]
        await sync.pick({ ...world.server.caller, device: 'web' }, record.id, dice.pick(revs)!)
      }),
  ],
  'kill a process': [0, async (world, _, dice) => world.server.dieAfter(dice.below(40))],
  'restart the server': [2, async (world) => world.server.restart()],
  'set the clock of the server': [
    1,
    async (world, _, dice) => void (world.server.skew = dice.below(7_200_000) - 3_600_000),
  ],
  'back up': [2, async (world) => world.server.backUp()],
  restore: [
    1,
    async (world) => {
      if (await world.server.restore()) await world.lost()
    },
  ],
  'sleep a day': [1, async (world, _, dice) => sleep(world, DAY + dice.below(DAY))],
  'sleep half a year': [1, async (world, _, dice) => sleep(world, 181 * DAY + dice.below(DAY))],
}

/** Several edits in one transaction. A window that heard no answer makes them again. */
async function editSeveral(world: World, { engine, history }: Device, bits: Dice): Promise<void> {
  const dice = manyDice([bits.below(2 ** 32), bits.below(2 ** 32)])
  const edits: Edit[] = []
  for (let left = 1 + dice.below(4); left > 0; left--) {
    const edit = await someEdit(world, engine, dice)
    if (edit) edits.push(edit)
  }
  const id = `e${dice.below(2 ** 32)}`
  const first = await history.edit(edits, { id })
  const again = dice.below(3) === 0 && first.ok ? await engine.edit(edits, { id }) : first
  if (JSON.stringify(first) !== JSON.stringify(again))
    world.failures.push('(rules) device 7a: an edit was applied twice')
}

async function someEdit(world: World, engine: Engine, dice: Dice): Promise<Edit | undefined> {
  const text = world.newText()
  const pageId = await somePage(engine, dice)
  const some = await someBlock(engine, dice)
  const what = dice.below(10)
  if (what === 0) return { do: 'openPage', name: dice.pick(NAMES)! }
  if (pageId === undefined) return undefined
  if (what === 1) return { do: 'renamePage', id: pageId, name: dice.pick(NAMES)! }
  if (what === 2) return { do: 'setProp', id: pageId, key: dice.pick(KEYS)!, value: text }
  if (what === 3 && dice.below(3) === 0) return { do: 'deletePage', id: pageId }
  const where = somewhere(await engine.blocks(pageId), pageId, dice)
  if (what < 6 || !some) return { do: 'addBlock', where, text }
  const { id } = some.block.record
  if (what < 8) return { do: 'setText', id, text }
  return what === 8 ? { do: 'deleteBlock', id } : { do: 'moveBlock', id, where }
}

async function sleep({ time, server }: World, ms: number): Promise<void> {
  await time.leap(ms)
  await server.expire()
}

/** Two people on two devices make moves at once that together would close a cycle. */
async function crossNest({ devices }: World, { engine, setup }: Device, dice: Dice): Promise<void> {
  const some = await someBlock(engine, dice)
  const other = some && dice.pick(some.blocks.filter(({ record }) => record.id !== some.block.record.id))
  const theirs = dice.pick(devices.filter((device) => device.setup !== setup))
  if (!some || !other || !theirs) return
  const { pageId } = some.block.record.place
  const [a, b] = [some.block.record.id, other.record.id]
  await engine.moveBlock(a, { pageId, parentId: b })
  await theirs.engine.moveBlock(b, { pageId, parentId: a })
}

async function apiWrite(world: World, _: Device, dice: Dice): Promise<void> {
  await world.server.write(async ({ graph, writes }) => {
    const pages = (await graph.pages.list({}, { limit: 50, offset: 0 })).pages
    const page = dice.pick(pages)
    const what = dice.below(7)
    if (what === 0)
      return void (await writes.createPage(world.server.caller, {
        name: dice.pick(NAMES)!,
        blocks: [world.newText()],
      }))
    if (what === 1)
      return void (await writes.addBlock(world.server.caller, 'today', { text: world.newText() }))
    if (!page) return
    if (what === 2)
      return void (await writes.addBlock(world.server.caller, page.name, { text: world.newText() }))
    if (what === 3)
      return void (await writes.setProperty(world.server.caller, page.name, dice.pick(KEYS)!, {
        value: world.newText(),
      }))
    if (what === 4) {
      const values = Object.fromEntries(
        KEYS.map((key) => [key, dice.below(3) === 0 ? null : world.newText()]),
      )
      return void (await writes.setProperties(world.server.caller, page.name, { properties: values }))
    }
    const { blocks } = await graph.blocks.listByPage(page.id, { limit: 50, offset: 0 })
    const block = dice.pick(blocks)
    if (!block) return
    if (what === 5) await writes.setTask(world.server.caller, block.id, { state: dice.pick(TASK_STATES)! })
    else await writes.updateBlock(world.server.caller, block.id, { text: world.newText() })
  })
}

/** A program moves, deletes, renames and merges, alone or in one batch. */
async function putInOrder(world: World, _: Device, bits: Dice): Promise<void> {
  const dice = manyDice([bits.below(2 ** 32), bits.below(2 ** 32)])
  await world.server.write(async ({ graph, writes, caller }) => {
    const { pages } = await graph.pages.list({}, { limit: 50, offset: 0 })
    const [page, other] = [dice.pick(pages), dice.pick(pages)]
    if (!page || !other) return
    const ids = (await graph.blocks.listByPage(page.id, { limit: 50, offset: 0 })).blocks.map(({ id }) => id)
    const [id, near] = [dice.pick(ids), dice.pick(ids)]
    const what = dice.below(8)
    if (what === 0) await writes.deletePage(caller, page.name, {})
    else if (what < 3)
      await writes.renamePage(caller, page.name, { to: dice.pick(NAMES)!, merge: dice.below(2) === 0 })
    else if (what === 3) await writes.renamePage(caller, page.name, { to: other.name, merge: true })
    else if (id === undefined || near === undefined) return
    else if (what === 4) await writes.deleteBlocks(caller, [id], {})
    else if (what === 5)
      await writes.updateBlock(caller, id, {
        text: `${world.newText()} [[${dice.pick(NAMES)!}]] #[[${page.name}]]`,
      })
    else
      await writes.moveBlocks(
        caller,
        [id, near],
        dice.below(2) === 0 ? { page: other.name } : { after: near },
      )
  })
}

/** Draws an action by weight. @param bits 32 */
export function drawAction(seed: number, bits: number): string {
  const weights = Object.entries({ ...ACTS, ...SCENES }).map(
    ([name, [weight]]) => [name, themeOf(seed).weights[name] ?? weight] as const,
  )
  let left = bits % weights.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of weights) {
    if (left < weight) return name
    left -= weight
  }
  throw new Error('no action was drawn')
}

export async function act(world: World, { action, dice: bits }: Step): Promise<void> {
  const dice = new Dice(bits)
  const { mover } = themeOf(world.seed)
  const drawn = dice.pick(world.devices)!
  const moves = action === 'move a block' || action === 'nest a block'
  const device = moves && mover !== undefined ? world.devices[mover]! : drawn
  const scene = SCENES[action]
  if (scene) await scene[1](world, device, manyDice(bits))
  else await ACTS[action]![1](world, device, dice)
}
