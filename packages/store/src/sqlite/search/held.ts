/**
 * What a thread keeps of a graph's search rows between questions: columns, the order by time, and the pieces. They hold for
 * as long as nothing is folded in, which `folds` in `meta` tells. All graphs of a thread share one limit of bytes; what
 * was not asked for longest is let go first.
 */
import type { Db } from '../database.ts'
import { Bits } from './bits.ts'
import { columnStore, type ColumnName, type Numbers } from './columns.ts'
import { Lru } from './lru.ts'
import type { Lists, PieceText } from './piece-texts.ts'
import { segmentStore, type Segment } from './segments.ts'

/** As its rows stand in one snapshot, by the numbers of records. */
export interface Held {
  /** Of each block that is folded in; of any other record, and beyond its end, nothing that counts. */
  readonly column: (name: ColumnName) => Numbers
  readonly holds: (name: ColumnName) => boolean
  /** All that are folded in; some of them may have changed or gone since. */
  readonly folded: () => Bits
  readonly segments: () => readonly Segment[]
  /** The pieces of a segment: the joints, or all others. */
  readonly texts: (segment: Segment, ofJoints: boolean) => readonly PieceText[]
  readonly holdsTexts: (segment: Segment) => boolean
  /** One more than the largest number in any segment. */
  readonly end: () => number
  /** The lists of a row. */
  readonly lists: (row: number) => Lists
  /** A set that was made of the segments, under a name for it; made where it is not held. Nobody changes it. */
  readonly found: (key: string, make: () => Bits) => Bits
  readonly hasFound: (key: string) => boolean
}

/** Bytes that a thread keeps, about: as much as three million blocks take. */
const MOST_BYTES = 128 * 2 ** 20

/** Of those, for the sets that were found of one graph, and for the lists that they were made of. */
const MOST_FOUND = 16 * 2 ** 20
const MOST_LISTS = 48 * 2 ** 20

type Part = ColumnName | 'folded' | 'segments' | `${'texts' | 'joints'} ${number}`
class Kept {
  readonly parts = new Map<Part, unknown>()
  readonly found = new Lru<string, Bits>(MOST_FOUND, ({ words }) => words.byteLength)
  readonly lists = new Lru<number, Lists>(MOST_LISTS, ({ bytes }) => bytes.length)
  folds = -1
  partBytes = 0

  get bytes(): number {
    return this.partBytes + this.found.bytes + this.lists.bytes
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
  const folds = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'folds'").pluck()
  const mine = new Kept()

  function part<T>(name: Part, make: () => T, bytesOf: (made: T) => number): T {
    if (mine.parts.has(name)) return mine.parts.get(name) as T
    const made = make()
    mine.parts.set(name, made)
    mine.partBytes += bytesOf(made)
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
    end: () => held.segments().reduce((most, { last }) => Math.max(most, last + 1), 0),
    lists: (row) => limited(mine.lists.get(row, () => segments.lists(row))),
    found: (key, make) => limited(mine.found.get(key, make)),
    hasFound: (key) => mine.found.has(key),
  }

  return () => {
    const now = folds.get()!
    if (mine.folds !== now) mine.clear()
    mine.folds = now
    kept.delete(mine)
    kept.add(mine)
    return held
  }
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
