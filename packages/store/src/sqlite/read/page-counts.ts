/**
 * The counts of pages, such as words. A page's row excludes blocks that refer to others. A read counts these and caches
 * the result until such a block or a line that it refers to changes. If there are very many, they are counted in small
 * steps before the read, so that other requests do not wait.
 */
import { setImmediate } from 'node:timers/promises'
import { referringCounts, type Counts, type ReadEnv, type ReferringBlock } from '@notegraph/graph'
import type { StoredPage } from '../../graph/pages.ts'
import { snapshot, type Db } from '../database/database.ts'

/** A page's row. Its counts exclude the blocks that refer to others. */
export interface PageColumns extends Omit<StoredPage, 'counts'>, Counts {
  readonly n: number
  /** How many of its blocks refer to others. */
  readonly referring: number
}
type Sums = { -readonly [K in keyof Omit<Counts, 'blocks'>]: Counts[K] }
interface Numbered extends ReferringBlock {
  readonly n: number
}

export interface PageCounts {
  /** Adds the excluded counts. Call it inside `read` or `readAhead`, or if it may take long. */
  readonly toPage: (row: PageColumns) => StoredPage
  /** Runs a read of pages in a snapshot, after counting the pages that take long. */
  readonly read: <T>(pages: () => T) => Promise<T>
  /** Counts in advance for a later read of these pages. @returns undefined if that read is fast anyway */
  readonly readAhead: (pages: () => unknown) => Promise<void> | undefined
}

/** The most pages whose counts are cached. */
const MOST_KEPT = 50_000
/** The blocks that a read, or a step before it, counts; this takes a few milliseconds. */
const AT_ONCE = 1_000
/** After this many tries with changes in between, a read counts all blocks itself. */
const MOST_TRIES = 3

/** @param reader returns the files and lines for one batch */
export function pageCounts(db: Db, reader: () => ReadEnv): PageCounts {
  const some = db.prepare<[page: number, after: number, most: number], Numbered>(
    `SELECT n, id, content, text, places FROM record INDEXED BY block_referring
     WHERE page = ? AND places IS NOT NULL AND n > ? ORDER BY n LIMIT +?`,
  )
  const version = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'lines'").pluck()
  const cache = new Map<number, Sums>()
  let cachedAt: number | undefined
  /** For the current read: how many blocks it may still count, and the pages with more blocks than that. */
  let allowed: { left: number; readonly missing: number[] } | undefined

  function keepAt(now: number): Map<number, Sums> {
    if (now !== cachedAt || cache.size >= MOST_KEPT) cache.clear()
    cachedAt = now
    return cache
  }

  /** @returns the blocks that were counted */
  function countSome(page: number, after: number, most: number, sums: Sums): readonly Numbered[] {
    const blocks = some.all(page, after, most)
    const env = reader()
    for (const block of blocks) {
      const { words, sentences, paragraphs, characters } = referringCounts(block, env)
      sums.words += words
      sums.sentences += sentences
      sums.paragraphs += paragraphs
      sums.characters += characters
    }
    return blocks
  }

  function sumsOf(page: number, referring: number): Sums {
    const sums = keepAt(version.get()!)
    const cached = sums.get(page)
    if (cached) return cached
    const counted = none()
    if (allowed && (allowed.left -= referring) < 0) allowed.missing.push(page)
    else {
      countSome(page, -1, Number.MAX_SAFE_INTEGER, counted)
      sums.set(page, counted)
    }
    return counted
  }

  /** Counts pages in small steps. Ends early if a change makes the counts invalid. */
  async function countSlowly(pages: readonly number[]): Promise<void> {
    const begun = version.get()!
    let left = AT_ONCE
    for (const page of pages) {
      const sums = none()
      let last = -1
      for (;;) {
        const most = left
        const blocks = countSome(page, last, most, sums)
        left -= blocks.length
        if (blocks.length < most) break
        last = blocks.at(-1)!.n
        await setImmediate()
        if (version.get() !== begun) return
        left = AT_ONCE
      }
      keepAt(begun).set(page, sums)
    }
  }

  /** @returns the result of the read, and the pages that it could not count; it is valid only if there are none */
  function attempt<T>(pages: () => T): { readonly value: T; readonly missing: readonly number[] } {
    const missing: number[] = []
    allowed = { left: AT_ONCE, missing }
    try {
      return { value: snapshot(db, pages), missing }
    } finally {
      allowed = undefined
    }
  }

  return {
    async read(pages) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const { value, missing } = attempt(pages)
        if (missing.length === 0) return value
        await countSlowly(missing)
      }
      return snapshot(db, pages)
    },
    readAhead(pages) {
      const { missing } = attempt(pages)
      return missing.length === 0 ? undefined : countSlowly(missing)
    },
    toPage({ n, referring, blocks, words, sentences, paragraphs, characters, ...page }) {
      if (referring === 0) return { ...page, counts: { blocks, words, sentences, paragraphs, characters } }
      const read = sumsOf(n, referring)
      return {
        ...page,
        counts: {
          blocks,
          words: words + read.words,
          sentences: sentences + read.sentences,
          paragraphs: paragraphs + read.paragraphs,
          characters: characters + read.characters,
        },
      }
    },
  }
}

const none = (): Sums => ({ words: 0, sentences: 0, paragraphs: 0, characters: 0 })
