/**
 * A client other than our engine. It has a copy of the graph of any age, and pushes edits of its records. Stamps are
 * early, late or equal, seen revisions complete or empty, and some pushes are repeated.
 */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import type { PushItem } from '@notegraph/sync'
import type { Dice } from './dice.ts'
import { isWorded, shownRevs, type Worded } from './ledger.ts'
import { NO_ANSWER } from './server.ts'
import type { World } from './world.ts'

const NAME = 'other'
const DAY = 86_400_000

/** A pushed record, and the facts that count once it is accepted. */
interface Edit {
  readonly item: PushItem
  /** The record that the client had seen, if any. */
  readonly seen: GraphRecord | undefined
}

/** @param makes the name of a page to create; without it, a record of the copy is edited */
export async function strangerEdits(
  world: World,
  dice: Dice,
  { makes }: { readonly makes?: string } = {},
): Promise<void> {
  const { server, ledger } = world
  if (world.stranger.length === 0 || dice.below(4) === 0) world.stranger = await server.records()
  const { epoch, head } = await server.graph.feed.state()
  const edits = makes === undefined ? edited(world, dice) : made(world, dice, makes)
  if (edits.length === 0) return
  const body = { epoch, device: NAME, records: edits.map(({ item }) => item), cursor: `${epoch}.${head}.0` }
  const reply = await server.push(NAME, body)
  if (!reply.ok && reply.status === NO_ANSWER) return
  if (!reply.ok) return void world.failures.push(`(rules) server 6: ${JSON.stringify(reply)}`)
  for (const [i, { item, seen }] of edits.entries()) {
    const { record, outcome } = reply.value.results[i]!
    if (outcome === 'refused' || !record) continue
    if (item.dirty.includes('words') || item.dirty.includes('deleted')) note(item, seen, record)
    if (item.dirty.includes('place') && isWorded(item.record)) ledger.placed(item.record, NAME)
    ledger.collapsed(item.record, record)
  }
  const isRefused = reply.value.results.some(({ outcome }) => outcome === 'refused')
  if (!isRefused && dice.below(2) === 0) await server.push(NAME, body, true)

  function note({ record, dirty }: PushItem, seen: GraphRecord | undefined, held: GraphRecord): void {
    // A page that stays is not deleted, and neither is a block with unseen versions.
    if (dirty.includes('deleted') && held.deleted === undefined) return
    ledger.edited(seen, record)
  }
}

const at = (world: World, dice: Dice, before: number): number =>
  [
    world.server.now,
    world.server.now - dice.below(100_000) - 0.5,
    world.server.now + dice.below(DAY),
    before,
    before + 1,
  ][dice.below(5)]!

const rev = (dice: Dice): string =>
  `${NAME}~${dice.below(2 ** 32).toString(16)}${dice.below(2 ** 32).toString(16)}`

/** A page with a block, under an id that may sort anywhere. */
function made(world: World, dice: Dice, name: string): Edit[] {
  const { now } = world.server
  const id = `${dice.pick(['0', '9', 'z'])}-${dice.below(2 ** 32).toString(16)}`
  const page = makePage({ id, name, now, props: [['alias', world.newText()] as const] })
  const words = { content: world.newText(), rev: rev(dice) }
  const block = makeBlock({
    id: `b-${dice.below(2 ** 32)}`,
    pageId: id,
    parentId: null,
    order: 1,
    now,
    ...words,
  })
  const groups = Object.keys(page.props).map((key) => `props.${key}`)
  return [
    { item: { record: page, dirty: groups, seen: [], drops: [] }, seen: undefined },
    { item: { record: block, dirty: ['words', 'place'], seen: [], drops: [] }, seen: undefined },
  ]
}

function edited(world: World, dice: Dice): Edit[] {
  const record = dice.pick(world.stranger)
  if (!record) return []
  return isWorded(record) ? block(world, dice, record) : page(world, dice, record)
}

function page(world: World, dice: Dice, record: GraphRecord): Edit[] {
  const written = Math.max(...Object.values(record.props).map((prop) => prop.at))
  if (dice.below(5) === 0) return [editOf({ ...record, deleted: at(world, dice, written) }, ['deleted'])]
  const key = dice.pick(['origin', 'tags', ':favorite'])!
  const v = dice.pick([null, world.newText(), 'a', 'b', record.props[key]?.v ?? null])!
  const stamp = at(world, dice, record.props[key]?.at ?? written)
  return [editOf({ ...record, props: { ...record.props, [key]: { v, at: stamp } } }, [`props.${key}`])]
}

function block(world: World, dice: Dice, record: Worded): Edit[] {
  const kind = dice.below(6)
  const seen = dice.below(4) === 0 ? [] : shownRevs(record)
  if (kind < 2) {
    const text = dice.below(3) === 0 ? 'same' : world.newText()
    const words = { text, rev: rev(dice), at: at(world, dice, record.words.at) }
    const { deleted: _, ...live } = record
    // A place only counts if it is marked as edited.
    const place = { ...live.place, order: dice.below(9), at: world.server.now }
    return [
      editOf({ ...live, words, ...(dice.below(2) === 0 && { place }) }, ['words'], seen.slice(0, 1), record),
    ]
  }
  if (kind === 2)
    return [editOf({ ...record, deleted: at(world, dice, record.words.at) }, ['deleted'], seen, record)]
  if (kind === 3) {
    const key = dice.pick(['k', 'l'])!
    const prop = { v: dice.pick(['a', 'b', null])!, at: at(world, dice, record.props[key]?.at ?? 0) }
    return [editOf({ ...record, props: { ...record.props, [key]: prop } }, [`props.${key}`])]
  }
  const pages = world.stranger.filter((one) => !isWorded(one) && one.deleted === undefined)
  const pageId = dice.below(2) === 0 ? record.place.pageId : (dice.pick(pages)?.id ?? record.place.pageId)
  const parents = world.stranger.filter(
    (one) => isWorded(one) && one.id !== record.id && one.place.pageId === pageId,
  )
  const parentId = dice.below(2) === 0 ? null : (dice.pick(parents)?.id ?? null)
  const place = { pageId, parentId, order: dice.below(9), at: at(world, dice, record.place.at) }
  return [editOf({ ...record, place }, ['place'])]
}

/** @param before the record that the client had seen, if that matters */
function editOf(record: GraphRecord, dirty: string[], seen: string[] = [], before?: GraphRecord): Edit {
  return { item: { record, dirty, seen, drops: [] }, seen: seen.length > 0 ? before : undefined }
}
