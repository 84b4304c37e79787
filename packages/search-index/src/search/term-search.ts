/** Searches the terms of the segments for the documents that contain them. */
import type { IndexReader } from '../cache/index-reader.ts'
import type { SearchTrace } from '../explain/trace.ts'
import { groupBy } from '../group-by.ts'
import { addPostings } from '../segments/posting-list.ts'
import type { Segment } from '../segments/segment.ts'
import { linesWith, type PostingRow, type TermBlock } from '../segments/term-dictionary.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { isScattered, type Span } from '../sets/spans.ts'
import { isBoundary, type Pattern } from '../terms/terms.ts'

/** Caches each set by segment, so that it outlives the segments that come later. */
export class TermSearch {
  readonly #reader: IndexReader
  readonly #trace: SearchTrace | undefined

  constructor(reader: IndexReader, trace?: SearchTrace) {
    this.#reader = reader
    this.#trace = trace
  }

  /** The documents of a span with a term of any of the patterns, counted from where the span begins. */
  find(patterns: readonly Pattern[], span: Span): Bitmap {
    const key = JSON.stringify(patterns)
    const found = new Bitmap(span.to - span.from)
    for (const segment of this.#localIn(span)) {
      const from = Math.max(segment.first, span.from)
      const to = Math.min(segment.last + 1, span.to)
      const set = this.#inSegment(segment, patterns, key)
      found.paste(set.slice(from - segment.first, to - segment.first), from - span.from, to - from)
    }
    const scattered = this.#scattered()
    if (scattered.length > 0)
      found.addAll(this.#inScattered(scattered, patterns, key).slice(span.from, span.to))
    return found
  }

  /** Whether the sets of a span are cached. */
  isFound(patterns: readonly Pattern[], span: Span): boolean {
    const key = JSON.stringify(patterns)
    const scattered = this.#scattered()
    return (
      this.#localIn(span).every((segment) => this.#reader.hasSet([segment], key)) &&
      (scattered.length === 0 || this.#reader.hasSet(scattered, key))
    )
  }

  /** Whether the terms of a span are cached. */
  isCached({ from, to }: Span): boolean {
    return this.#reader
      .segments()
      .every((segment) => segment.last < from || segment.first >= to || this.#reader.hasTermBlocks(segment))
  }

  #localIn({ from, to }: Span): Segment[] {
    return this.#reader
      .segments()
      .filter((segment) => !isScattered(segment) && segment.last >= from && segment.first < to)
  }

  #scattered(): Segment[] {
    return this.#reader.segments().filter(isScattered)
  }

  /** Counted from the first number of the segment. */
  #inSegment(segment: Segment, patterns: readonly Pattern[], key: string): Bitmap {
    return this.#reader.set([segment], key, () => {
      const span = { from: segment.first, to: segment.last + 1 }
      const found = new Bitmap(span.to - span.from)
      this.#search(segment, patterns, span, found)
      return found
    })
  }

  /** All scattered segments at once, counted from 0, since each of them lies across most spans. */
  #inScattered(segments: readonly Segment[], patterns: readonly Pattern[], key: string): Bitmap {
    return this.#reader.set(segments, key, () => {
      const all = { from: 0, to: Math.max(...segments.map(({ last }) => last + 1)) }
      const found = new Bitmap(all.to)
      for (const segment of segments) this.#search(segment, patterns, all, found)
      return found
    })
  }

  #search(segment: Segment, patterns: readonly Pattern[], span: Span, into: Bitmap): void {
    const found = segment.deleted.length === 0 ? into : new Bitmap(span.to - span.from)
    for (const [ofBoundaries, those] of groupBy(patterns, ({ part }) => isBoundary(part))) {
      const texts = those.map(textOf)
      let terms = 0
      for (const block of this.#reader.termBlocks(segment, ofBoundaries))
        terms += this.#addMatches(texts, block, found, span)
      this.#trace?.lookup(texts, terms)
    }
    if (found === into) return
    for (const n of segment.deleted) found.delete(n - span.from)
    into.addAll(found)
  }

  /** @returns the number of terms with any of the texts */
  #addMatches(texts: readonly string[], block: TermBlock, found: Bitmap, { from, to }: Span): number {
    const { starts, row } = block
    let at = -1
    let postings: PostingRow | undefined
    const lines = linesWith(block, texts)
    for (const line of lines) {
      if (!postings || (starts[at + 1] ?? Infinity) <= line) {
        while ((starts[at + 1] ?? Infinity) <= line) at++
        postings = this.#reader.postingRow(row + at)
      }
      const i = line - (starts[at] ?? 0)
      addPostings(postings.bytes, postings.ends[i] ?? 0, postings.ends[i + 1] ?? 0, found, from, to)
    }
    return lines.length
  }
}

/** A pattern as a text among the lines of a term block. */
const textOf = ({ part, starts, ends }: Pattern): string => `${starts ? '\n' : ''}${part}${ends ? '\n' : ''}`
