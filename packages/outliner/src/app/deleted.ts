/**
 * Deletions of any device, as this one saw them. They are kept with the notes for 30 days, so that they can be looked at and come
 * back without a network.
 *
 * @see outliner 2.7
 */
import { groupBy, PAGE_NAME } from '@notegraph/graph'
import type { Changes, Engine, GraphChange, OwnValue } from '@notegraph/sync'

/** One deletion: a page with its blocks, or blocks of a page. */
export interface Deletion {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: 'page' | 'block'
  /** The name of the page, or the words of the first block. */
  readonly words: string
  /** The record that is there again when it was restored. */
  readonly recordId: string
  /** The page that it was on. */
  readonly pageId: string
  /** The deleted blocks. */
  readonly blocks: number
  /** Characters that are kept to bring it back. */
  readonly size?: number
}

/** A deleted block, to look at. */
export interface DeletedBlock {
  readonly id: string
  readonly depth: number
  readonly text: string
}

const LIST = 'deleted'
const entry = (id: string): string => `deleted ${id}`
const DAYS = 30
const DAY = 86_400_000
/** The most deletions, and the most characters of all of them with their blocks. */
const MOST = 500
const MOST_CHARACTERS = 10_000_000
const WORDS = 200

type Gone = Extract<Changes[number], { readonly group: 'record' }> & {
  readonly was: NonNullable<Extract<Changes[number], { readonly group: 'record' }>['was']>
}
const isGone = (one: Changes[number]): one is Gone =>
  one.group === 'record' && one.was !== null && one.is === null

/** A deletion with the changes that bring it back. */
interface Found {
  readonly deletion: Deletion
  readonly changes: Changes
}

/**
 * The deletions of a change, by the pages that they were on. Those that no person would look for are left out: empty blocks, and
 * blocks that were joined with another one.
 */
export function deletionsIn(
  { by, point, ...change }: Pick<GraphChange, 'by' | 'point' | 'changes' | 'gone'>,
  at: number,
): readonly Found[] {
  // The engine merges pages of one name, and nothing of them is lost.
  if (by === 'engine') return []
  const changes = change.changes ?? change.gone ?? []
  const gone = changes.filter(isGone)
  const joined = changes.flatMap((one) => (one.group === 'words' ? [one.is] : []))
  const isLost = (one: Gone): boolean =>
    wordsOf(one) !== '' && !joined.some((words) => words.includes(wordsOf(one)))
  return [...groupBy(gone, homeOf)].flatMap(([pageId, all], i): Found[] => {
    const page = all.find(({ was }) => was.kind === 'page')
    const blocks = all.filter(({ was }) => was.kind === 'block')
    const ids = new Set(all.map(({ id }) => id))
    const first = page ?? blocks.find(({ was }) => !ids.has(was.place?.parentId ?? ''))
    if (!first || !(page || blocks.some(isLost))) return []
    const name = page?.was.props[PAGE_NAME]
    const words = (typeof name === 'string' ? name : wordsOf(first)).slice(0, WORDS)
    const kind = page ? 'page' : 'block'
    const about = { id: `${point} ${i}`, at, kind, words, recordId: first.id, pageId } as const
    return [{ deletion: { ...about, blocks: blocks.length }, changes: all }]
  })
}

const wordsOf = ({ was }: Gone): string => (was.text ?? '').trim()
const homeOf = ({ id, was }: Gone): string => was.place?.pageId ?? id

/** The deleted blocks in outline order. */
export function blocksIn(changes: Changes): DeletedBlock[] {
  const blocks = changes.filter(isGone).filter(({ was }) => was.kind === 'block')
  const ids = new Set(blocks.map(({ id }) => id))
  const under = new Map<string | undefined, Gone[]>()
  for (const one of blocks) {
    const parent = one.was.place?.parentId ?? undefined
    const at = parent !== undefined && ids.has(parent) ? parent : undefined
    under.set(at, [...(under.get(at) ?? []), one])
  }
  const shown: DeletedBlock[] = []
  const stack = (under.get(undefined) ?? [])
    .map((one) => ({ one, depth: 0 }))
    .toSorted(byOrder)
    .toReversed()
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { one, depth } = next
    shown.push({ id: one.id, depth, text: one.was.text ?? '' })
    const children = (under.get(one.id) ?? []).map((child) => ({ one: child, depth: depth + 1 }))
    stack.push(...children.toSorted(byOrder).toReversed())
  }
  return shown
}

const byOrder = (a: { readonly one: Gone }, b: { readonly one: Gone }): number =>
  (a.one.was.place?.order ?? 0) - (b.one.was.place?.order ?? 0)

/** The list with a deletion, and what is kept and forgotten for it. */
export function withDeletion(list: readonly Deletion[], { deletion, changes }: Found): readonly OwnValue[] {
  const whole = JSON.stringify(changes)
  if (whole.length > MOST_CHARACTERS) return []
  const all = [{ ...deletion, size: whole.length }, ...list]
  let characters = 0
  const fits = ({ size = 0 }: Deletion): boolean => (characters += size) <= MOST_CHARACTERS
  const kept = all.slice(0, MOST).filter((one) => one.at > deletion.at - DAYS * DAY && fits(one))
  const ids = new Set(kept.map(({ id }) => id))
  const forgotten = all.filter(({ id }) => !ids.has(id))
  return [
    [LIST, JSON.stringify(kept)],
    [entry(deletion.id), whole],
    ...forgotten.map(({ id }): OwnValue => [entry(id), null]),
  ]
}

type Own = Pick<Engine, 'own'>

/** The deletions of the last 30 days, the latest first. */
export async function deletionsOf(engine: Own, now: number): Promise<readonly Deletion[]> {
  const text = await engine.own(LIST)
  const list = text === undefined ? [] : (JSON.parse(text) as readonly Deletion[])
  return list.filter(({ at }) => at > now - DAYS * DAY)
}

/** The changes that bring a deletion back, for `undo`. */
export async function changesOf(engine: Own, id: string): Promise<Changes> {
  const text = await engine.own(entry(id))
  return text === undefined ? [] : (JSON.parse(text) as Changes)
}

/** Keeps what is deleted from now on. For the one engine of all windows. */
export function keepDeleted(engine: Pick<Engine, 'on' | 'own' | 'keep'>, now: () => number): void {
  let turn: Promise<unknown> = Promise.resolve()
  engine.on('changes', (change) => {
    for (const found of deletionsIn(change, now()))
      turn = turn
        .then(async () => engine.keep(withDeletion(await deletionsOf(engine, now()), found)))
        // A device that can't store says so by its state.
        .catch(() => {})
  })
}
