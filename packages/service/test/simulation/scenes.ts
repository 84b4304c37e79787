/**
 * Situations with several rare conditions, each drawn as one step. Examples are edits around a restore, a long pull
 * during the collection of tombstones, and pages of one day. Others are a mass deletion, a full quota and a foreign
 * client.
 */
import type { Day } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import type { Engine } from '@notegraph/sync'
import type { Device } from './device.ts'
import { someBlock, somePage, somewhere, type Act, type Dice } from './dice.ts'
import { isWorded } from './ledger.ts'
import { strangerEdits } from './stranger.ts'
import type { World } from './world.ts'

const DAY = 86_400_000
const MANY = 104

/** Any kind of edit. */
async function edit(world: World, { engine }: Device, dice: Dice): Promise<void> {
  const pageId = await somePage(engine, dice)
  if (pageId === undefined) return void (await engine.openPage('Tea'))
  const some = await someBlock(engine, dice)
  const kind = dice.below(10)
  if (kind === 0) await engine.setProp(pageId, 'origin', world.newText())
  else if (kind === 1) await engine.setProp(pageId, 'tags', dice.below(2) === 0 ? null : world.newText())
  else if (kind === 2) await engine.setFavorite(pageId, dice.below(2) === 0)
  else if (kind === 3) await engine.renamePage(pageId, `Page ${dice.below(4)}`)
  else if (!some || kind === 4)
    await engine.addBlock(
      somewhere(some?.blocks ?? [], some?.block.record.place.pageId ?? pageId, dice),
      world.newText(),
    )
  else if (kind < 7)
    await engine.moveBlock(
      some.block.record.id,
      somewhere(
        pageId === some.block.record.place.pageId ? some.blocks : await engine.blocks(pageId),
        pageId,
        dice,
      ),
    )
  else if (kind === 7) await engine.deleteBlock(some.block.record.id)
  else await engine.setText(some.block.record.id, world.newText())
}

/** Every device has reached the head, or has tried for a while. */
async function settle({ devices, time }: World): Promise<void> {
  for (const { engine } of devices) void engine.sync()
  await time.pass(2_500)
}

const others = ({ devices }: World, device: Device): Device[] => devices.filter((one) => one !== device)

/** The server loses edits between a backup and its restore; devices that pulled them offer them again. */
async function editAroundRestore(world: World, device: Device, dice: Dice): Promise<void> {
  for (const { network } of world.devices) network.isCut = false
  await settle(world)
  world.server.backUp()
  for (let n = 0; n < 3; n++) await edit(world, dice.pick(world.devices)!, dice)
  await settle(world)
  if (dice.below(2) === 0) await edit(world, device, dice)
  if (await world.server.restore()) await world.lost()
  if (dice.below(2) === 0) await edit(world, dice.pick(world.devices)!, dice)
}

/** A device begins to pull everything, sleeps for half a year, and continues. */
async function longPull(world: World, device: Device, dice: Dice): Promise<void> {
  const [other] = others(world, device)
  for (const { network } of world.devices) network.isCut = false
  await settle(world)
  device.network.pageLimit = 1
  await device.wipe()
  await world.lost()
  await world.time.pass(100 + dice.below(1_200))
  device.network.isCut = true
  await world.time.pass(30_000)
  for (let n = 0; n < 2; n++) {
    const some = await someBlock(other!.engine, dice)
    if (some) await other!.engine.deleteBlock(some.block.record.id)
  }
  for (const days of [1, 1, 181]) {
    await settle(world)
    await world.time.leap(days * DAY + 1_000)
  }
  for (const { engine } of others(world, device)) void engine.sync()
  await world.time.pass(3_000)
  device.network.isCut = false
  device.network.pageLimit = undefined
}

/** The same text typed on two devices, or a text that the block had before. */
async function typeTheSame(world: World, { engine }: Device, dice: Dice): Promise<void> {
  const some = await someBlock(engine, dice)
  if (!some) return
  const { id } = some.block.record
  const before = [...world.ledger.typed.values()].filter(({ blockId }) => blockId === id)
  const text = dice.below(2) === 0 ? `same ${dice.below(2)}` : (dice.pick(before)?.text ?? 'same')
  await engine.setText(id, text)
  const other = dice.pick(world.devices)!
  if (dice.below(3) > 0) await other.engine.setText(id, text)
}

/** A person types faster than the device pushes. */
async function typeOn(world: World, { engine }: Device, dice: Dice): Promise<void> {
  const some = await someBlock(engine, dice)
  if (!some) return
  for (let n = 0; n < 3; n++) {
    await engine.setText(some.block.record.id, world.newText())
    await world.time.pass(1_900 + dice.below(500))
  }
}

/** Two devices change one block, and a person picks a version while another types on. */
async function clash(world: World, device: Device, dice: Dice): Promise<void> {
  const other = dice.pick(others(world, device))!
  const some = await someBlock(device.engine, dice)
  if (!some) return
  const { id } = some.block.record
  for (const { engine } of [device, other]) await engine.setText(id, world.newText())
  if (dice.below(3) === 0) await other.engine.deleteBlock(id)
  await settle(world)
  const conflict = (await device.engine.conflicts()).find((one) => one.id === id)
  if (dice.below(2) === 0) await other.engine.setText(id, world.newText())
  if (conflict && dice.below(3) > 0)
    await device.engine.pick(id, dice.pick([conflict.words.rev, ...conflict.versions.map(({ rev }) => rev)])!)
  else if (conflict) await device.engine.deleteBlock(id)
}

/** One device deletes a page while another writes on it. */
async function deleteBesideEdit(world: World, device: Device, dice: Dice): Promise<void> {
  const other = dice.pick(others(world, device))!
  const pageId = await somePage(device.engine, dice)
  if (pageId === undefined) return
  if (dice.below(2) === 0) other.network.isCut = dice.below(2) === 0
  const [first, second] = dice.below(2) === 0 ? [remove, write] : [write, remove]
  await first()
  if (dice.below(3) === 0) await settle(world)
  await second()

  async function remove(): Promise<void> {
    await device.engine.deletePage(pageId!)
  }
  async function write(): Promise<void> {
    const { engine } = other
    const blocks = await engine.blocks(pageId!)
    const kind = dice.below(4)
    const block = dice.pick(blocks)?.record
    if (kind === 0 && block) await engine.setText(block.id, world.newText())
    else if (kind === 1) await engine.setProp(pageId!, 'origin', world.newText())
    else if (kind === 2) {
      const some = await someBlock(engine, dice)
      if (some) await engine.moveBlock(some.block.record.id, { pageId: pageId! })
    } else await engine.addBlock({ pageId: pageId! }, world.newText())
  }
}

/** So many blocks between the same two that no order is left between them. */
async function squeeze(world: World, device: Device, dice: Dice): Promise<void> {
  const pageId = await somePage(device.engine, dice)
  if (pageId === undefined) return
  const first = await device.engine.addBlock({ pageId, behind: null }, world.newText())
  for (let n = 0; n < 34 && first.ok; n++)
    await device.engine.addBlock({ pageId, behind: first.id }, world.newText())
  if (first.ok) await orderHolds(world, device.engine, pageId)
}

/** Siblings have distinct orders, far enough apart. */
async function orderHolds(world: World, engine: Engine, pageId: string): Promise<void> {
  const orders = (await engine.blocks(pageId))
    .filter(({ depth }) => depth === 0)
    .map(({ record }) => record.place.order)
  if (orders.some((order, i) => i > 0 && order - orders[i - 1]! < 2 ** -31))
    world.failures.push(`(rules) device 8: no room is left between siblings on ${pageId}`)
}

/** A large graph that loses about nine tenths of its records. */
async function massDeletion(world: World, device: Device, dice: Dice): Promise<void> {
  for (const { network } of world.devices) network.isCut = false
  const made = await device.engine.openPage('Large')
  if (!made.ok) return
  const rows = Array.from({ length: MANY }, () => ({ depth: 0, text: world.newText(), moved: true }))
  await device.engine.setOutline({ pageId: made.id, rows, gone: [], seen: new Map(), props: [] }, () => [])
  for (const { network } of world.devices) network.pageLimit = 500
  for (let n = 0; n < 4; n++) await settle(world)
  const blocks = await device.engine.blocks(made.id)
  const gone = dice.below(2) === 0 ? blocks.length : Math.floor(blocks.length * 0.7)
  for (const { record } of blocks.slice(0, gone)) await device.engine.deleteBlock(record.id)
  if (gone === blocks.length) await device.engine.deletePage(made.id)
  for (let n = 0; n < 2; n++) await settle(world)
}

/** Pages with one day or one name, created on separate devices. */
async function pagesOfOneDay(world: World, device: Device, dice: Dice): Promise<void> {
  const day = 20261120 as Day
  const other = dice.pick(others(world, device))!
  for (const { engine } of [device, other]) {
    const opened = dice.below(2) === 0 ? await engine.openDay(day) : await engine.openPage('Cocoa')
    if (opened.ok) await engine.addBlock({ pageId: opened.id }, world.newText())
    if (opened.ok) await engine.setProp(opened.id, 'alias', world.newText())
  }
  const name = dice.pick(['Nov 20th, 2026', '2026-11-20', 'Cocoa', 'cocoa'])!
  await strangerEdits(world, dice, { makes: name })
  if (dice.below(3) === 0) await device.engine.deletePage(journalId(day))
}

export const SCENES: Readonly<Record<string, readonly [weight: number, act: Act]>> = {
  'edit around a restore': [0, editAroundRestore],
  'pull for half a year': [0, longPull],
  'type the same': [0, typeTheSame],
  'type on': [0, typeOn],
  clash: [0, clash],
  'delete a page beside an edit': [0, deleteBesideEdit],
  squeeze: [0, squeeze],
  'delete nearly everything': [0, massDeletion],
  'open pages of one day': [0, pagesOfOneDay],
  'another client edits': [0, async (world, _, dice) => strangerEdits(world, dice)],
  'edit anything': [0, edit],
  'take a copy for another client': [
    0,
    async (world) => void (world.stranger = await world.server.records()),
  ],
  'fill the storage': [
    0,
    async (world, _, dice) =>
      void (world.server.quota = (await world.server.graph.storage.bytes()) + dice.below(700)),
  ],
  'make room': [0, async ({ server }) => void (server.quota = Infinity)],
  'fill the disk': [0, async (_, device) => void (device.isFull = true)],
  'allow the deletion': [
    0,
    async (_, { engine }) => {
      const { state } = engine
      if (state.status === 'error' && state.reason.code === 'mass_deletion') void engine.allowDeletion()
    },
  ],
  'type on what a person sees as the same': [
    0,
    async (_, device, dice) => {
      const some = await someBlock(device.engine, dice)
      const words = some && isWorded(some.block.record) ? some.block.record.words : undefined
      if (some && words) await device.engine.setText(some.block.record.id, words.text)
    },
  ],
}
