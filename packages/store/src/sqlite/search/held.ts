/**
 * The cache of a graph's search rows that a thread keeps between questions: columns, pieces of text, lists and the sets that
 * were found. A step of the index, counted by `folds` in `meta`, changes some strips of the columns and adds or merges
 * segments. All else stays cached, since no segment ever changes but for the blocks that are gone from it. All graphs of a
 * thread share one limit of bytes; the cache that was used least recently goes first.
 */
import type { Db } from '../database.ts'
import { Bits } from './bits.ts'
import { COLUMNS, columnStore, type ColumnName, type Numbers } from './columns.ts'
import { Lru } from './lru.ts'
import type { Lists, PieceText } from './piece-texts.ts'
import { segmentStore, type Segment } from './segments.ts'

/** As its rows stand in one snapshot, by the numbers of records. */
export interface Held {
  /** Of each block that is indexed; of any other record, and beyond its end, nothing that counts. */
  readonly column: (name: ColumnName) => Numbers
  readonly holds: (name: ColumnName) => boolean
  /** All that are indexed; some of them may have changed or gone since. */
  readonly folded: () => Bits
  readonly segments: () => readonly Segment[]
  /** The pieces of a segment: the joints, or all others. */
  readonly texts: (segment: Segment, ofJoints: boolean) => readonly PieceText[]
  readonly holdsTexts: (segment: Segment) => boolean
  /** The lists of a row. */
  readonly lists: (row: number) => Lists
  /** A set that was made of segments, under a name that says which; made where it is not cached. Nobody changes it. */
  readonly found: (key: string, make: () => Bits) => Bits
  readonly hasFound: (key: string) => boolean
}

/** Bytes that a thread keeps, about: as much as three million blocks take. */
const MOST_BYTES = 128 * 2 ** 20

/** Of those, for the sets that were found of one graph, and for the lists that they were made of. */
const MOST_FOUND = 16 * 2 ** 20
const MOST_LISTS = 48 * 2 ** 20

type TextsPart = `${'texts' | 'joints'} ${number}`
type Part = ColumnName | 'folded' | 'segments' | TextsPart
interface CachedPart {
  readonly value: unknown
  readonly bytes: number
}

class Kept {
  readonly parts = new Map<Part, CachedPart>()
  readonly found = new Lru<string, Bits>(MOST_FOUND, ({ words }) => words.byteLength)
  readonly lists = new Lru<number, Lists>(MOST_LISTS, ({ bytes }) => bytes.length)
  folds = -1
  cleared = -1
  partBytes = 0

  get bytes(): number {
    return this.partBytes + this.found.bytes + this.lists.bytes
  }

  put(name: Part, value: unknown, bytes: number): void {
    this.drop(name)
    this.parts.set(name, { value, bytes })
    this.partBytes += bytes
  }

  drop(name: Part): void {
    this.partBytes -= this.parts.get(name)?.bytes ?? 0
    this.parts.delete(name)
  }

  clear(): void {
    this.parts.clear()
    this.found.clear()
    this.lists.clear()
    this.partBytes = 0
  }
}

/** By use, the latest last. */
const kept = new Set<Kept>()

/** @returns what is kept as of the snapshot that is being read */
export function holder(db: Db): () => Held {
  const columns = columnStore(db)
  const segments = segmentStore(db)
  const state = db.prepare<[], { folds: number; cleared: number }>(
    `SELECT (SELECT value FROM meta WHERE key = 'folds') AS folds,
       (SELECT value FROM meta WHERE key = 'cleared') AS cleared`,
  )
  const mine = new Kept()

  function part<T>(name: Part, make: () => T, bytesOf: (made: T) => number): T {
    const cached = mine.parts.get(name)
    if (cached) return cached.value as T
    const made = make()
    mine.put(name, made, bytesOf(made))
    letGo(mine)
    return made
  }

  const column = (name: ColumnName): Numbers =>
    part(
      name,
      () => columns.whole(name),
      (made) => made.byteLength,
    )
  function limited<T>(made: T): T {
    letGo(mine)
    return made
  }

  const held: Held = {
    column,
    holds: (name) => mine.parts.has(name),
    folded: () =>
      part(
        'folded',
        () => blocksIn(column('task')),
        (made) => made.words.byteLength,
      ),
    segments: () =>
      part(
        'segments',
        () => segments.read(),
        (made) => made.reduce((sum, { gone }) => sum + gone.byteLength, 0),
      ),
    texts: ({ n }, ofJoints) =>
      part(
        `${ofJoints ? 'joints' : 'texts'} ${n}`,
        () => segments.texts(n, ofJoints),
        (made) => made.reduce((sum, { pieces, marks }) => sum + 2 * pieces.length + marks.byteLength, 0),
      ),
    holdsTexts: ({ n }) => mine.parts.has(`texts ${n}`),
    lists: (row) => limited(mine.lists.get(row, () => segments.lists(row))),
    found: (key, make) => limited(mine.found.get(key, make)),
    hasFound: (key) => mine.found.has(key),
  }

  /** Reads what the steps since then have changed, and drops what belongs to segments that were merged. */
  function refresh(): void {
    for (const { name, first, strip } of columns.since(mine.folds, (name) => mine.parts.has(name))) {
      const column = withRoom(name, mine.parts.get(name)!.value as Numbers, first + strip.length)
      column.set(strip, first)
      mine.put(name, column, column.byteLength)
      if (name === 'task') mine.drop('folded')
    }
    if (!mine.parts.has('segments')) return
    mine.drop('segments')
    const there = new Set(held.segments().flatMap(({ n }) => [`texts ${n}`, `joints ${n}`]))
    for (const name of mine.parts.keys()) if (isOfTexts(name) && !there.has(name)) mine.drop(name)
  }

  return () => {
    const { folds, cleared } = state.get()!
    if (mine.cleared !== cleared || mine.folds > folds) mine.clear()
    else if (mine.folds !== folds) refresh()
    mine.folds = folds
    mine.cleared = cleared
    kept.delete(mine)
    kept.add(mine)
    return held
  }
}

const isOfTexts = (name: Part): name is TextsPart => name.startsWith('texts ') || name.startsWith('joints ')

/** The column, or a longer one with the same numbers: an eighth longer than it has to be, so that it seldom moves. */
function withRoom(name: ColumnName, column: Numbers, length: number): Numbers {
  if (length <= column.length) return column
  const { array, length: strip, none } = COLUMNS[name]
  const longer = new array(Math.ceil((length * 9) / 8 / strip) * strip).fill(none)
  longer.set(column)
  return longer
}

/** Of graphs that were asked before this one first. */
function letGo(mine: Kept): void {
  kept.add(mine)
  let bytes = 0
  for (const one of kept) bytes += one.bytes
  for (const one of kept) {
    if (bytes <= MOST_BYTES) return
    bytes -= one.bytes
    one.clear()
    kept.delete(one)
  }
}

/** Each block has a priority, if only that of none; of all columns this is the shortest. */
function blocksIn(tasks: Numbers): Bits {
  const blocks = new Bits(tasks.length)
  const { words } = blocks
  for (let at = 0; at < words.length; at++) {
    let word = 0
    for (let i = 0; i < 32; i++) if (tasks[at * 32 + i] !== 0) word |= 1 << i // strips are of whole words
    words[at] = word
  }
  return blocks
}
