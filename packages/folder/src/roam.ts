/**
 * A JSON export of Roam Research: an array of pages, each with a tree of blocks. Roam identifies a block by its `uid`.
 * The import derives a UUID from it, so that references and later imports find the same block.
 */
import { groupBy } from '@notegraph/graph'
import { readTime } from './block-draft.ts'
import { cleanText } from './clean-text.ts'
import type { BlockDraft, NoteDraft, ReadResult, Unread } from './draft.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { stableId } from './stable-id.ts'
import {
  deeperThan,
  nestsTooDeep,
  TooMuch,
  tooDeep,
  tooLong,
  tooManyBlocks,
  type NoteLimits,
} from './limits.ts'
import { flatten } from './outline-draft.ts'
import { nameKey } from './own-names.ts'
import { pageDraft } from './page-draft.ts'
import { roamWords } from './roam-words.ts'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Each level of blocks is an object in an array; a block's own properties add a few levels. */
const levels = (depth: number): number => 2 * depth + 16
const LOOKS_RIGHT = /^\s*\[\s*\{/u
const UID = /^[\w-]{1,64}$/u

/**
 * Reads the pages of an export on demand.
 *
 * @returns `undefined` for a text that is not an export
 */
export function readRoam(
  path: string,
  text: string,
  limits: Partial<NoteLimits>,
): Iterable<ReadResult> | undefined {
  if (!LOOKS_RIGHT.test(text) || !text.includes('"title"') || !text.includes('"string"')) return undefined
  const most = levels(limits.depth ?? Infinity)
  const deep = deeperThan(text, most)
  if (deep !== undefined) return [{ ok: false, unread: [nestsTooDeep(path, deep, most)], kind: 'limit' }]
  const entries = parse(text)
  const pages = entries?.filter((one) => isObject(one)) ?? []
  return isExport(pages) ? drafts(path, pages, limits, entries!.length - pages.length) : undefined
}

function parse(text: string): readonly unknown[] | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return Array.isArray(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** Some page of an export has a title and a block. */
const isExport = (pages: readonly JsonObject[]): boolean =>
  pages.some(({ title, children }) => {
    const [first] = listOf(children)
    return typeof title === 'string' && isObject(first) && typeof first['string'] === 'string'
  })

function* drafts(
  path: string,
  pages: readonly JsonObject[],
  limits: Partial<NoteLimits>,
  odd: number,
): Generator<ReadResult> {
  const uids = uidsOf(pages)
  const idOf = (uid: string): string | undefined => (uids.has(uid) ? blockId(uid) : undefined)
  const named = groupBy(pages, (page) =>
    nameKey(pageDraft({ path, name: titleOf(page), blocks: [], unread: [] })),
  )
  for (const [name, group] of named)
    if (name === '' || group.length === 1) for (const page of group) yield readPage(path, page, limits, idOf)
    else yield* joined(group, (page) => readPage(path, page, limits, idOf), limits.blocks)
  if (odd > 0)
    yield {
      ok: false,
      unread: [{ file: path, line: 1, why: `Entries that are no pages were left out: ${odd}.` }],
    }
}

/**
 * Joins the pages of one title, so that each of them need not be compared with the ones before. Pages with more blocks
 * than a page can have are not joined.
 */
function* joined(
  pages: readonly JsonObject[],
  read: (page: JsonObject) => ReadResult,
  most = Infinity,
): Generator<ReadResult> {
  let notes: NoteDraft[] = []
  let count = 0
  for (const page of pages) {
    const result = read(page)
    if (!result.ok) {
      yield result
      continue
    }
    const own = flatten(result.note.blocks).length
    if (count + own > most && notes.length > 0) {
      yield { ok: true, note: together(notes) }
      notes = []
      count = 0
    }
    notes.push(result.note)
    count += own
  }
  if (notes.length > 0) yield { ok: true, note: together(notes) }
}

function together(notes: readonly NoteDraft[]): NoteDraft {
  const [first, ...others] = notes as readonly [NoteDraft, ...NoteDraft[]]
  if (others.length === 0) return first
  const created = notes.flatMap(({ createdAt }) => createdAt ?? [])
  const updated = notes.flatMap(({ updatedAt }) => updatedAt ?? [])
  return {
    ...first,
    ...(created.length > 0 && { createdAt: created.reduce((a, b) => Math.min(a, b)) }),
    ...(updated.length > 0 && { updatedAt: updated.reduce((a, b) => Math.max(a, b)) }),
    blocks: notes.flatMap(({ blocks }) => blocks),
    unread: notes.flatMap(({ unread }) => unread),
    findings: [{ kind: 'page_merged', count: others.length, lines: [1] }],
  }
}

const titleOf = ({ title }: JsonObject): string =>
  cleanText(textOf(title) ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const blockId = (uid: string): string => stableId(`roam^${uid}`)

function uidsOf(pages: readonly JsonObject[]): ReadonlySet<string> {
  const uids = new Set<string>()
  const stack = [...pages]
  const stackChildren = ({ children }: JsonObject): void => {
    for (const child of listOf(children)) if (isObject(child)) stack.push(child)
  }
  const tops = stack.splice(0)
  tops.forEach(stackChildren)
  for (let block = stack.pop(); block; block = stack.pop()) {
    if (typeof block['uid'] === 'string' && UID.test(block['uid'])) uids.add(block['uid'])
    stackChildren(block)
  }
  return uids
}

function readPage(
  path: string,
  page: JsonObject,
  limits: Partial<NoteLimits>,
  idOf: (uid: string) => string | undefined,
): ReadResult {
  const name = titleOf(page)
  const said = (why: string): Unread => ({ file: path, line: 1, why: `Page "${shortName(name)}": ${why}` })
  if (name === '') return { ok: false, unread: [said(NO_TITLE)] }
  try {
    const { blocks, left, nuls } = readBlocks(listOf(page['children']), limits, idOf)
    const unread: Unread[] = []
    if (left > 0) unread.push(said(`Blocks without valid text were left out: ${left}.`))
    if (nuls > 0) unread.push(said(NUL))
    return { ok: true, note: pageDraft({ path, name, blocks, ...timesOf(page), unread }) }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return { ok: false, unread: [said(error.message)], kind: 'limit' }
  }
}

const NO_TITLE = 'The page has no title and was not read.'
const NUL = 'NUL characters were removed.'
const LONGEST_NAME = 100
const shortName = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).toWellFormed()}…` : name

interface Blocks {
  readonly blocks: readonly BlockDraft[]
  /** Entries that are not blocks. */
  readonly left: number
  /** Blocks with NUL. */
  readonly nuls: number
}

/**
 * Builds the drafts of blocks. Loops instead of recursion allow any depth. @throws TooMuch
 */
function readBlocks(
  top: readonly unknown[],
  { blocks: most = Infinity, depth: deepest = Infinity, blockText = Infinity }: Partial<NoteLimits>,
  idOf: (uid: string) => string | undefined,
): Blocks {
  const blocks: BlockDraft[] = []
  let count = 0
  let left = 0
  let nuls = 0
  const path = [{ from: top, at: 0, into: blocks }]
  for (let level = path.at(-1); level; level = path.at(-1)) {
    if (level.at === level.from.length) {
      path.pop()
      continue
    }
    const block = level.from[level.at++]
    const written = isObject(block) ? textOf(block['string']) : undefined
    if (!isObject(block) || (written === undefined && listOf(block['children']).length === 0)) {
      left++
      continue
    }
    if (written?.includes('\0') === true) nuls++
    if (++count > most) throw tooManyBlocks(1, most)
    if (path.length > deepest) throw tooDeep(1, deepest)
    if ((written?.length ?? 0) > blockText) throw tooLong(1, blockText)
    const content = trimLines(roamWords(cleanText(written ?? ''), levelOf(block), idOf))
    const children: BlockDraft[] = []
    const id = typeof block['uid'] === 'string' ? idOf(block['uid']) : undefined
    level.into.push({
      content,
      assets: [],
      children,
      line: 1,
      ...(id !== undefined && { id }),
      ...timesOf(block),
    })
    const inner = listOf(block['children'])
    if (inner.length > 0) path.push({ from: inner, at: 0, into: children })
  }
  return { blocks, left, nuls }
}

const trimLines = (text: string): string => text.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd()

function levelOf({ heading }: JsonObject): number | undefined {
  return typeof heading === 'number' && Number.isInteger(heading) && heading >= 1 && heading <= 6
    ? heading
    : undefined
}

function timesOf(record: JsonObject): { createdAt?: number; updatedAt?: number } {
  const createdAt = readTime(String(record['create-time']))
  const updatedAt = readTime(String(record['edit-time']))
  return {
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  }
}
