/** The sets of the leaves of a query: operands without operands. */
import { isPageLeaf, type SettledLeaf, type SettledQuery } from '@notegraph/query'
import type { IndexReader } from '../cache/index-reader.ts'
import { LETTERS, PRIORITY_CODES } from '../codes.ts'
import type { DocumentSource, PropertyLeaf, RefLeaf } from '../documents.ts'
import { secondOf, taskCode, type FieldName, type Values } from '../segments/doc-values.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { exactly, type Bounds } from '../sets/bounds.ts'
import type { Extent } from '../sets/extent.ts'
import type { Span } from '../sets/spans.ts'
import type { Pattern } from '../terms/terms.ts'
import type { AnalysedWords, WordAnalyser } from '../terms/word-analyser.ts'
import type { SearchContext } from './context.ts'
import { checkCost, COMPARE, FETCH, wordCost } from './costs.ts'
import { PageSets } from './page-sets.ts'
import { TermSearch } from './term-search.ts'

/** For one query, over all spans. */
export class LeafSets {
  readonly extent: Extent
  readonly reader: IndexReader
  readonly terms: TermSearch
  readonly words: WordAnalyser
  /** @see Plan */
  readonly costBased: boolean
  readonly #documents: DocumentSource
  readonly #pageSets: PageSets
  /** Sets of all documents, by what was asked: a query may ask for the same twice. */
  readonly #whole = new Map<string, Bitmap>()
  readonly #pages = new Map<Bitmap, { readonly numbers: readonly number[]; readonly documents: number }>()
  /** The share of the documents that a further pattern of some words left, as was seen last. */
  readonly #shares = new Map<string, number>()

  constructor({ documents, extent, reader, words, plan, trace }: SearchContext) {
    this.#documents = documents
    this.extent = extent
    this.reader = reader
    this.words = words
    this.costBased = plan.costBased
    this.terms = new TermSearch(reader, trace)
    this.#pageSets = new PageSets(documents, extent.size)
  }

  in(span: Span): SpanLeafSets {
    return new SpanLeafSets(this, span)
  }

  listed(leaf: RefLeaf | PropertyLeaf): Bitmap {
    const key = leaf.kind === 'ref' ? [leaf.kind, leaf.name] : [leaf.kind, leaf.key, leaf.value]
    return this.#once(key, () => this.#documents.listed(leaf))
  }

  pages(query: SettledQuery): Bitmap {
    return this.#pageSets.of(query)
  }

  /** The documents on these pages, if fetching them costs less than comparing all doc values. */
  onPages(pages: Bitmap): Bitmap | undefined {
    let known = this.#pages.get(pages)
    if (!known) {
      const numbers = pages.toArray()
      this.#pages.set(pages, (known = { numbers, documents: this.#documents.countOnPages(numbers) }))
    }
    if (known.documents * FETCH >= this.extent.size * COMPARE) return undefined
    const { numbers } = known
    return this.#once(['on', numbers], () => this.#documents.onPages(numbers))
  }

  shareOf(words: string, { part }: Pattern): number {
    return this.#shares.get(`${words}\n${part}`) ?? 0.5
  }

  noteShare(words: string, { part }: Pattern, share: number): void {
    this.#shares.set(`${words}\n${part}`, share)
  }

  #once(of: readonly unknown[], numbers: () => readonly number[]): Bitmap {
    const key = JSON.stringify(of)
    let set = this.#whole.get(key)
    if (!set) this.#whole.set(key, (set = Bitmap.of(this.extent.size, numbers())))
    return set
  }
}

/** For one span. All sets count from where the span begins. */
export class SpanLeafSets {
  readonly #leaves: LeafSets
  readonly #span: Span
  readonly #length: number
  readonly #unindexed: Bitmap
  readonly #allIndexed: boolean
  readonly #words = new Map<string, Bounds>()

  constructor(leaves: LeafSets, span: Span) {
    this.#leaves = leaves
    this.#span = span
    this.#length = span.to - span.from
    this.#unindexed = leaves.extent.unindexed.slice(span.from, span.to)
    this.#allIndexed = this.#unindexed.isEmpty()
  }

  /** @param within the documents that matter, if they are few */
  of(leaf: SettledLeaf, within?: Bitmap): Bounds {
    if (isPageLeaf(leaf)) return this.onPages(leaf, within)
    switch (leaf.kind) {
      case 'words': {
        const letter = this.#leaves.words.letterOf(leaf)
        return letter === undefined
          ? this.#withWords(this.#leaves.words.of(leaf))
          : this.withLetters([letter], true, within)
      }
      case 'ref':
      case 'property':
        return this.#here(this.#leaves.listed(leaf))
      case 'task': {
        const codes = new Set(leaf.markers.map((marker) => taskCode(marker, undefined) & 15))
        return this.#among(
          'task',
          among(256, (code) => codes.has(code & 15)),
          within,
        )
      }
      case 'priority': {
        const codes = new Set(leaf.priorities.map((one) => PRIORITY_CODES[one]))
        return this.#among(
          'task',
          among(256, (code) => codes.has(code >> 4)),
          within,
        )
      }
      case 'between':
        return this.#between(leaf, within)
    }
  }

  /** A query about pages alone. */
  onPages(query: SettledQuery, within?: Bitmap): Bounds {
    const pages = this.#leaves.pages(query)
    const documents = this.#leaves.onPages(pages)
    return documents ? this.#here(documents) : this.#among('page', pages, within)
  }

  /** Documents that contain all of the letters, or any of them. */
  withLetters(letters: readonly string[], all: boolean, within?: Bitmap): Bounds {
    const { from } = this.#span
    const values = this.#leaves.reader.values('letters')
    const mask = letters.reduce((bits, letter) => bits | (1 << LETTERS.indexOf(letter)), 0)
    const set = new Bitmap(this.#length)
    const compare = (n: number) => {
      const bits = (values[n] ?? 0) & mask
      if (all ? bits === mask : bits !== 0) set.add(n - from)
    }
    if (within) within.forEach((i) => compare(from + i))
    else for (let n = from, end = this.#endIn(values); n < end; n++) compare(n)
    return this.#indexed(set)
  }

  /** Documents with a term of any of the patterns. Each pattern has to be exact. */
  withAny(patterns: readonly Pattern[]): Bounds {
    return this.#indexed(this.#leaves.terms.find(patterns, this.#span))
  }

  /** Whether the terms of the query were found before. */
  isFound(query: SettledQuery): boolean {
    const { terms, words } = this.#leaves
    return (
      query.kind === 'words' &&
      words.of(query).patterns.every((pattern) => terms.isFound([pattern], this.#span))
    )
  }

  /** Whether the terms of the span are cached. */
  isCached(): boolean {
    return this.#leaves.terms.isCached(this.#span)
  }

  /** Bounds by a set that the index found: it says nothing about unindexed documents. */
  #indexed(set: Bitmap, exact = true): Bounds {
    if (exact && this.#allIndexed) return exactly(set)
    return {
      sure: exact ? set.andNot(this.#unindexed) : new Bitmap(this.#length),
      maybe: set.or(this.#unindexed),
    }
  }

  #here(set: Bitmap): Bounds {
    return exactly(set.slice(this.#span.from, this.#span.to))
  }

  #endIn(values: Values): number {
    return Math.min(values.length, this.#span.to)
  }

  #withWords(words: AnalysedWords): Bounds {
    const key = JSON.stringify([words.key, words.whole])
    let bounds = this.#words.get(key)
    if (!bounds) this.#words.set(key, (bounds = this.#findWords(words)))
    return bounds
  }

  #findWords({ key, patterns, exact }: AnalysedWords): Bounds {
    let set: Bitmap | undefined
    for (const pattern of patterns.toReversed()) {
      // Boundary terms first: they are rare, and so are the documents with one
      if (!set) set = this.#leaves.terms.find([pattern], this.#span)
      else if (!this.#leaves.costBased || this.#isWorth(pattern, set, key))
        set = this.#narrow(set, pattern, key)
      if (set.isEmpty()) break
    }
    if (!set) return { sure: new Bitmap(this.#length), maybe: new Bitmap(this.#length).not() }
    return this.#indexed(set, exact)
  }

  #narrow(set: Bitmap, pattern: Pattern, words: string): Bitmap {
    const some = set.and(this.#leaves.terms.find([pattern], this.#span))
    this.#leaves.noteShare(words, pattern, some.count() / set.count())
    return some
  }

  /** Whether finding the pattern costs less than checking the documents that it would exclude: all that are left are checked. */
  #isWorth(pattern: Pattern, set: Bitmap, words: string): boolean {
    const { terms } = this.#leaves
    const count = set.count()
    const left = count * this.#leaves.shareOf(words, pattern)
    const cost = terms.isFound([pattern], this.#span)
      ? 0
      : wordCost(pattern.part, this.#length, terms.isCached(this.#span))
    return cost < checkCost(count, this.#length) - checkCost(left, this.#length)
  }

  /** Documents whose doc value is a member of a set. */
  #among(name: FieldName, wanted: Bitmap, within: Bitmap | undefined): Bounds {
    const { from } = this.#span
    const values = this.#leaves.reader.values(name)
    const set = new Bitmap(this.#length)
    if (within)
      within.forEach((i) => {
        if (wanted.has(values[from + i] ?? 0)) set.add(i)
      })
    else
      for (let n = from, end = this.#endIn(values); n < end; n++)
        if (wanted.has(values[n] ?? 0)) set.add(n - from)
    return this.#indexed(set)
  }

  #between(
    { field, first, last }: Extract<SettledLeaf, { kind: 'between' }>,
    within: Bitmap | undefined,
  ): Bounds {
    if (field !== 'created') return this.#indexed(this.#range(field, first, last, within))
    const may = [secondOf(first), secondOf(last)] as const
    const sure = [secondOf(first - 1) + 1, secondOf(last + 1) - 1] as const
    const maybe = this.#range(field, Math.max(1, may[0]), may[1], within)
    // Days begin and end with a second, so both are the same but for times after the last second
    if (may[0] === sure[0] && may[1] === sure[1]) return this.#indexed(maybe)
    return {
      sure: this.#indexed(this.#range(field, Math.max(1, sure[0]), sure[1], within)).sure,
      maybe: this.#indexed(maybe).maybe,
    }
  }

  /** Documents whose doc value is from `first` to `last`. */
  #range(name: FieldName, first: number, last: number, within: Bitmap | undefined): Bitmap {
    const { from } = this.#span
    const values = this.#leaves.reader.values(name)
    const set = new Bitmap(this.#length)
    if (within)
      within.forEach((i) => {
        const value = values[from + i] ?? NaN
        if (value >= first && value <= last) set.add(i)
      })
    else
      for (let n = from, end = this.#endIn(values); n < end; n++) {
        const value = values[n] ?? NaN
        if (value >= first && value <= last) set.add(n - from)
      }
    return set
  }
}

const among = (codes: number, isMember: (code: number) => boolean): Bitmap =>
  Bitmap.of(codes, Array.from({ length: codes }, (_, code) => code).filter(isMember))
