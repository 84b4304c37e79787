/**
 * By piece of text, the blocks whose words hold it. What is folded in together makes a segment, which is never changed:
 * a block that is folded in again is gone from the segments before. Small segments are put together to larger ones.
 */
import type { Db } from '../database.ts'
import { Bits } from './bits.ts'
import { addNumbers, eachNumber, packNumbers } from './numbers.ts'
import type { Probe } from './pieces.ts'

export type Pieces = Map<string, number[]>

export interface SegmentStore {
  /** The blocks that have a piece that any of the probes asks for. @param size @see Bits */
  find(probes: readonly Probe[], texts: readonly PieceText[], size: number): Bits
  /** What `find` looks through. */
  texts(): PieceText[]
  /** Adds a segment of these blocks, which ascend, and takes them out of those before. */
  add(pieces: Pieces, blocks: readonly number[]): void
  /** Calls with each piece and block that is held. */
  all(call: (piece: string, n: number) => void): void
  clear(): void
}

export interface PieceText {
  readonly n: number
  /** A line each, with a line break before the first and after the last. */
  readonly pieces: string
}

interface Segment {
  readonly n: number
  readonly first: number
  readonly last: number
  readonly blocks: number
  readonly gone: Buffer
}

/** As long as a text of pieces gets, and the bytes of their lists, so that both fill a page of the file. */
const FULL = 8_000
/** As many texts as a segment may have. */
const TEXTS = 2 ** 24
/** As many segments of a size as are put together to one of the next. */
const SIBLINGS = 8
/** No segment gets larger: the time it takes to put it together is to stay unnoticed. */
const LARGE = 64 * 1_024

export function segmentStore(db: Db): SegmentStore {
  const segments = db.prepare<[], Segment>('SELECT * FROM search_segment ORDER BY n')
  const segmentOf = db.prepare<[number], Segment>('SELECT * FROM search_segment WHERE n = ?')
  const putSegment = db.prepare<[number, number, number, number, Buffer]>(
    'INSERT INTO search_segment VALUES (?, ?, ?, ?, ?)',
  )
  const setGone = db.prepare<[Buffer, number]>('UPDATE search_segment SET gone = ? WHERE n = ?')
  const dropSegment = db.prepare<[number]>('DELETE FROM search_segment WHERE n = ?')
  const texts = db.prepare<[], PieceText>('SELECT n, pieces FROM search_pieces ORDER BY n')
  const textsOf = db.prepare<[number, number], PieceText>(
    'SELECT n, pieces FROM search_pieces WHERE n >= ? AND n < ? ORDER BY n',
  )
  const putText = db.prepare<[number, string]>('INSERT INTO search_pieces VALUES (?, ?)')
  const putLists = db.prepare<[number, Buffer]>('INSERT INTO search_lists VALUES (?, ?)')
  const listsOf = db.prepare<[number], Buffer>('SELECT lists FROM search_lists WHERE n = ?').pluck()
  const dropTexts = db.prepare<[number, number]>('DELETE FROM search_pieces WHERE n >= ? AND n < ?')
  const dropLists = db.prepare<[number, number]>('DELETE FROM search_lists WHERE n >= ? AND n < ?')

  function write(pieces: Pieces, blocks: number, first: number, last: number): void {
    const segment = (segments.all().at(-1)?.n ?? 0) + 1
    putSegment.run(segment, first, last, blocks, Buffer.alloc(0))
    let row = segment * TEXTS
    let text = '\n'
    let lists: Buffer[] = []
    let bytes = 0
    const flush = () => {
      putText.run(row, text)
      putLists.run(row++, withEnds(lists))
      text = '\n'
      lists = []
      bytes = 0
    }
    for (const [piece, numbers] of pieces) {
      const list = packNumbers(numbers)
      text += `${piece}\n`
      lists.push(list)
      bytes += list.length
      if (text.length > FULL || bytes > FULL) flush()
    }
    if (lists.length > 0) flush()
  }

  function takeOut(blocks: readonly number[]): void {
    for (const { n, first, last, gone } of segments.all()) {
      const those = blocks.filter((block) => block >= first && block <= last)
      if (those.length === 0) continue
      const all = new Set([...setOf(gone), ...those])
      setGone.run(packNumbers([...all].toSorted((a, b) => a - b)), n)
    }
  }

  /** Calls with each piece of a segment and each block of its list that is not gone. */
  function eachOf({ n, gone }: Segment, call: (piece: string, n: number) => void): void {
    const left = setOf(gone)
    for (const { n: row, pieces } of textsOf.all(n * TEXTS, (n + 1) * TEXTS)) {
      const lists = listsOf.get(row)
      if (!lists) continue // which `check` will tell of
      for (const [i, piece] of pieces.slice(1, -1).split('\n').entries())
        eachOfList(lists, i, (block) => {
          if (!left.has(block)) call(piece, block)
        })
    }
  }

  function putTogether(): void {
    const bySize = Map.groupBy(
      segments.all().filter(({ blocks }) => blocks <= LARGE / SIBLINGS),
      ({ blocks }) => Math.ceil(Math.log(blocks) / Math.log(SIBLINGS)),
    )
    const those = [...bySize.values()].find((siblings) => siblings.length >= SIBLINGS)
    if (!those) return
    const pieces: Pieces = new Map()
    const blocks = new Set<number>()
    for (const segment of those) {
      eachOf(segment, (piece, n) => {
        blocks.add(n)
        gather(pieces, piece, n)
      })
      dropSegment.run(segment.n)
      dropTexts.run(segment.n * TEXTS, (segment.n + 1) * TEXTS)
      dropLists.run(segment.n * TEXTS, (segment.n + 1) * TEXTS)
    }
    for (const numbers of pieces.values()) if (!ascends(numbers)) numbers.sort((a, b) => a - b)
    const ends = those.flatMap(({ first, last }) => [first, last])
    if (blocks.size > 0) write(pieces, blocks.size, Math.min(...ends), Math.max(...ends))
    putTogether()
  }

  return {
    texts: () => texts.all(),
    find(probes, those, size) {
      const found = new Bits(size)
      const next = nextOf(probes)
      for (const [segment, rows] of Map.groupBy(those, ({ n }) => Math.floor(n / TEXTS))) {
        const { gone } = segmentOf.get(segment)!
        const here = gone.length === 0 ? found : new Bits(size)
        for (const { n, pieces } of rows) {
          const lines = linesWith(next, pieces)
          if (lines.length === 0) continue
          const lists = listsOf.get(n)!
          for (const line of lines)
            addNumbers(lists, lists.readUInt32LE(line * 4), lists.readUInt32LE((line + 1) * 4), here)
        }
        if (here !== found) found.add(here.without(Bits.of(size, setOf(gone))))
      }
      return found
    },
    add(pieces, blocks) {
      if (blocks.length === 0) return
      takeOut(blocks)
      if (pieces.size === 0) return
      write(pieces, blocks.length, blocks[0]!, blocks.at(-1)!)
      putTogether()
    },
    all(call) {
      for (const segment of segments.all()) eachOf(segment, call)
    },
    clear() {
      db.exec('DELETE FROM search_segment; DELETE FROM search_pieces; DELETE FROM search_lists')
    },
  }
}

/** Notes that the block has the piece; one that comes again right after itself is noted once. */
export function gather(pieces: Pieces, piece: string, n: number): void {
  const numbers = pieces.get(piece)
  if (!numbers) pieces.set(piece, [n])
  else if (numbers.at(-1) !== n) numbers.push(n)
}

const ascends = (numbers: readonly number[]): boolean =>
  numbers.every((n, i) => i === 0 || numbers[i - 1]! < n)

function setOf(bytes: Uint8Array): Set<number> {
  const numbers = new Set<number>()
  eachNumber(bytes, (n) => numbers.add(n))
  return numbers
}

/** Lists one after the other, behind the places at which each begins and the last ends. */
function withEnds(lists: readonly Buffer[]): Buffer {
  const ends = Buffer.alloc((lists.length + 1) * 4)
  let end = ends.length
  ends.writeUInt32LE(end)
  for (const [i, list] of lists.entries()) ends.writeUInt32LE((end += list.length), (i + 1) * 4)
  return Buffer.concat([ends, ...lists])
}

const eachOfList = (lists: Buffer, i: number, call: (n: number) => void): void =>
  eachNumber(lists, call, lists.readUInt32LE(i * 4), lists.readUInt32LE((i + 1) * 4))

const LINE_BREAK = 10

/** Tells where what is asked for stands next; below 0 where it stands nowhere. */
type Next = (text: string, from: number) => number

function nextOf(probes: readonly Probe[]): Next {
  const [only, ...more] = probes
  if (more.length === 0 && !only!.starts && !only!.ends) return (text, from) => text.indexOf(only!.part, from)
  const escaped = (part: string) => part.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
  const any = probes.map(
    ({ part, starts, ends }) => `${starts ? '(?<=\n)' : ''}${escaped(part)}${ends ? '(?=\n)' : ''}`,
  )
  const pattern = new RegExp(any.join('|'), 'g')
  return (text, from) => {
    pattern.lastIndex = from
    return pattern.exec(text)?.index ?? -1
  }
}

/** The places of the lines in which it stands. */
function linesWith(next: Next, text: string): number[] {
  const lines: number[] = []
  let line = -1
  let at = 0
  for (let found = next(text, 0); found >= 0; found = next(text, at)) {
    for (; at < found; at++) if (text.charCodeAt(at) === LINE_BREAK) line++
    lines.push(line)
    while (text.charCodeAt(at) !== LINE_BREAK) at++
  }
  return lines
}
