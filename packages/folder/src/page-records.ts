/**
 * Records of the notes in a folder, for a program that keeps the graph in memory. It can search them with
 * `@notegraph/search`, or write another folder. Notes with the same name become one page.
 *
 * The server has its own import, which merges notes into existing pages.
 */
import { isoDay } from '@notegraph/block-text'
import {
  isOwnersKey,
  isRecordId,
  journalId,
  linkName,
  makeBlock,
  makePage,
  makeShape,
  type PageRecord,
  type ShapeRecord,
} from '@notegraph/graph'
import type { NoteDraft } from './draft.ts'
import type { PlacedBlock } from './export-plan.ts'
import { flatten } from './outline-draft.ts'

/**
 * A page with its blocks and shapes. `writeNote(page, plan)` writes it whole, and `writeWhiteboard(page, page.shapes, plan)` writes a
 * whiteboard. Their `page` is this value, or any `{ record, blocks }`; `planExport` takes each `page.record`.
 */
export interface PageRecords {
  readonly record: PageRecord
  /** Blocks in outline order. */
  readonly blocks: readonly PlacedBlock[]
  readonly shapes: readonly ShapeRecord[]
}

/** Options for building records. */
export interface PageRecordsOptions {
  /** The stamp of records whose note has no time, in milliseconds since 1970. */
  readonly now: number
  /** Returns a random id that was never used: 1 to 64 characters of `A-Z a-z 0-9 . _ -`. */
  readonly newId: () => string
}

/**
 * Builds the records of notes. Valid ids of the folder stay; a repeated or invalid id gets a new one. If two notes have
 * the same name, the first determines the properties, and the blocks of the second follow those of the first.
 *
 * @param notes as `readFolder` or `readNote` returns them; call `withFiles` first if the notes have files
 * @returns the pages in the order of their first notes
 * @example
 * const note = { path: 'a.md', name: 'Home', kind: 'page', props: [], propAssets: new Map(), blocks: [], unread: [], assets: [], missing: [] }
 * pageRecords([note], { now: 1, newId: () => 'p1' })[0].record.id // 'p1'
 */
export function pageRecords(
  notes: Iterable<NoteDraft>,
  { now, newId }: PageRecordsOptions,
): readonly PageRecords[] {
  const taken = new Set<string>()
  const idFor = (wanted: string | undefined): string => {
    const id = wanted !== undefined && isRecordId(wanted) && !taken.has(wanted) ? wanted : newId()
    taken.add(id)
    return id
  }
  return Array.from(byName(notes), (parts) => {
    const record = pageOf(parts, idFor, now)
    return { record, blocks: blocksOf(parts, record.id), shapes: shapesOf(parts, record.id) }
  })

  function blocksOf(parts: readonly NoteDraft[], pageId: string): PlacedBlock[] {
    const above: string[] = []
    return parts
      .flatMap(({ blocks }) => flatten(blocks))
      .map(({ id: wanted, content, depth, createdAt, updatedAt }, i) => {
        const id = idFor(wanted)
        const parentId = depth === 0 ? null : above[depth - 1]!
        above.length = depth
        above.push(id)
        const times = { now: updatedAt ?? now, createdAt: createdAt ?? updatedAt ?? now }
        // The position in the whole outline also orders the siblings.
        const place = { pageId, parentId, order: i + 1 }
        return { item: makeBlock({ id, content, rev: newId(), ...place, ...times }), depth }
      })
  }

  function shapesOf(parts: readonly NoteDraft[], pageId: string): ShapeRecord[] {
    return parts
      .flatMap(({ shapes = [] }) => shapes)
      .map((shape, i) => {
        const times = { now: shape.updatedAt ?? now, createdAt: shape.createdAt ?? shape.updatedAt ?? now }
        const order = Number.isFinite(shape.order) ? shape.order : i + 1
        return makeShape({ ...shape, id: idFor(shape.id), pageId, order, rev: newId(), ...times })
      })
  }
}

/** The notes of each page, by the name or the day under which links find it. */
const byName = (notes: Iterable<NoteDraft>): Iterable<readonly NoteDraft[]> => {
  const pages = new Map<string, NoteDraft[]>()
  for (const note of notes) {
    const name = note.day === undefined ? linkName(note.name) : isoDay(note.day)
    const parts = pages.get(name)
    if (parts) parts.push(note)
    else pages.set(name, [note])
  }
  return pages.values()
}

function pageOf(
  parts: readonly NoteDraft[],
  idFor: (wanted: string | undefined) => string,
  now: number,
): PageRecord {
  const { day, id, name, kind, createdAt, updatedAt } = parts[0]!
  const props = new Map<string, string>()
  const spelled = new Map<string, string>()
  for (const part of parts)
    for (const [key, value] of part.props) {
      if (!isOwnersKey(key) || props.has(key)) continue
      props.set(key, value)
      const spelling = part.spelled?.get(key)
      if (spelling !== undefined) spelled.set(key, spelling)
    }
  return makePage({
    id: idFor(day === undefined ? id : journalId(day)),
    name: day === undefined ? name : isoDay(day),
    kind,
    favorite: parts.some(({ favorite }) => favorite === true),
    props: [...props],
    spelled,
    now: updatedAt ?? now,
    createdAt: createdAt ?? updatedAt ?? now,
  })
}
