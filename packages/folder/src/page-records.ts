/**
 * The records of notes that were read from a folder, for a program that keeps the graph in memory: it searches them with
 * `@notegraph/search`, or writes them as another folder. Notes of one name become one page.
 *
 * The server has an import of its own, which merges notes into pages that it already keeps.
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

/** A page with everything on it, as `writeNote` and `writeWhiteboard` take it. */
export interface PageRecords {
  readonly record: PageRecord
  /** In outline order. */
  readonly blocks: readonly PlacedBlock[]
  readonly shapes: readonly ShapeRecord[]
}

export interface PageRecordsOptions {
  /** The time of records whose note gives none, in milliseconds since 1970. */
  readonly now: number
  /** Returns a random id that was never used: 1 to 64 characters of `A-Z a-z 0-9 . _ -`. */
  readonly newId: () => string
}

/**
 * Ids of the folder are kept. An id that is taken or malformed is replaced by a new one. Of two notes of one name, the
 * first gives the page its values, and the blocks of the second follow those of the first.
 * @param notes as `readFolder` or `readNote` returns them; apply `withFiles` first where addresses of files matter
 * @returns the pages in the order in which their first notes come
 * @example
 * const pages = pageRecords(notes, { now, newId: () => crypto.randomUUID() })
 * const records = pages.flatMap(({ record, blocks }) => [record, ...blocks.map(({ item }) => item)])
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
        // The place in the whole outline also orders the siblings.
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
