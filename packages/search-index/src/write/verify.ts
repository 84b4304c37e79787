/** Compares the index with the documents that it was made from. */
import type { DocumentRows, IndexedDocument } from '../documents.ts'
import { DocValues, FIELD_NAMES, FIELDS, type FieldName, type Values } from '../segments/doc-values.ts'
import { SegmentStore } from '../segments/segment-store.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { readExtent } from '../sets/extent.ts'
import type { SegmentStorage } from '../storage.ts'
import { termsOf } from '../terms/terms.ts'

/**
 * Reads the whole index and all documents, and compares them.
 *
 * @returns the numbers of the records that the index is wrong about, in ascending order
 * @example
 * verifyIndex(storage, documents) // [] if the index agrees with the documents
 */
export function verifyIndex(storage: SegmentStorage, documents: DocumentRows): number[] {
  const { size, unindexed } = readExtent(storage, documents)
  const terms = new TermSums(size)
  const docValues = new DocValueReader(storage)
  const live = new Bitmap(size)
  const wrong = new Bitmap(size)
  const segments = new SegmentStore(storage)
  for (const segment of segments.read()) segments.forEach(segment, (term, n) => terms.add(n, term))
  for (const document of documents.all()) {
    const { n } = document
    if (unindexed.has(n)) continue
    live.add(n)
    for (const term of new Set(termsOf(document.words))) terms.subtract(n, term)
    if (!docValues.agreeWith(document)) wrong.add(n)
  }
  for (let n = 0; n < size; n++)
    if (!unindexed.has(n) && (!terms.isZero(n) || (!live.has(n) && docValues.has(n)))) wrong.add(n)
  return wrong.toArray()
}

/** Reads doc values in ascending order of document, one strip of each field at a time. */
class DocValueReader {
  readonly #docValues: DocValues
  readonly #strips = new Map<FieldName, { readonly at: number; readonly strip: Values | undefined }>()

  constructor(storage: SegmentStorage) {
    this.#docValues = new DocValues(storage)
  }

  has(n: number): boolean {
    return !Number.isNaN(this.#value('updated', n))
  }

  agreeWith(document: IndexedDocument): boolean {
    return FIELD_NAMES.every((name) => this.#value(name, document.n) === FIELDS[name].of(document))
  }

  #value(name: FieldName, n: number): number {
    const { length, none } = FIELDS[name]
    const at = Math.floor(n / length)
    let read = this.#strips.get(name)
    if (read?.at !== at) {
      read = { at, strip: this.#docValues.stripOf(name, n) }
      this.#strips.set(name, read)
    }
    return read.strip?.[n % length] ?? none
  }
}

/** The sum of each document's terms, in two hashes: two sets of terms that differ practically never have the same sums. */
class TermSums {
  readonly #sums: Uint32Array
  readonly #others: Uint32Array

  constructor(size: number) {
    this.#sums = new Uint32Array(size)
    this.#others = new Uint32Array(size)
  }

  add(n: number, term: string): void {
    this.#sums[n] = (this.#sums[n] ?? 0) + hash(term, 31)
    this.#others[n] = (this.#others[n] ?? 0) + hash(term, 16_777_619)
  }

  subtract(n: number, term: string): void {
    this.#sums[n] = (this.#sums[n] ?? 0) - hash(term, 31)
    this.#others[n] = (this.#others[n] ?? 0) - hash(term, 16_777_619)
  }

  isZero(n: number): boolean {
    return this.#sums[n] === 0 && this.#others[n] === 0
  }
}

function hash(text: string, by: number): number {
  let sum = 2_166_136_261
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), by)
  return (sum ^ (sum >>> 15)) >>> 0
}
