/**
 * Blocks that refer to others, read out as they are read: their rows keep the text with the references in place. What their
 * pages add up to is counted likewise, and kept in memory for as long as no line and no such block changes.
 */
import type { FileName } from '@notegraph/block-text'
import { referringCounts, referringText, type Counts, type ReadEnv, type Referring } from '@notegraph/graph'
import type { StoredPage } from '../graph-store.ts'
import type { Db } from './database.ts'
import { blockBytes } from './fitting.ts'
import { lineReader } from './lines.ts'

/** A row with the column that says where references are; it is null on most. */
interface BlockRow {
  readonly id: string
  readonly content: string
  text?: string | null
  readonly places?: string | null
  readonly more?: string | null
}
type Sums = { -readonly [K in keyof Omit<Counts, 'blocks'>]: Counts[K] }

/** A page's own row; its sums leave out the blocks that refer to others. */
export interface PageColumns extends Omit<StoredPage, 'counts'>, Counts {
  readonly n: number
  /** How many of its blocks refer to others. */
  readonly referring: number
}

export interface ReferringReads {
  /**
   * Sets the text of those that refer to others. In the snapshot that the rows were read in.
   * @param bytes as of a `Window`: rows that would grow beyond it are left out
   */
  readonly readOut: <R extends BlockRow>(rows: R[], bytes?: number) => R[]
  /** In the snapshot that the row was read in. */
  readonly toPage: (row: PageColumns) => StoredPage
}

const refers = <R extends BlockRow>(row: R): row is R & { readonly places: string } =>
  typeof row.places === 'string'

/** Pages whose sums are kept, at most. */
const MOST_KEPT = 10_000

/** @param origin the service's own origin, whose file addresses are named */
export function referringReads(db: Db, origin: string | undefined): ReferringReads {
  const file = db.prepare<[string], FileName>('SELECT name, type FROM file WHERE id = ?')
  const onPage = db.prepare<[number], Referring>(
    'SELECT id, content, text, places FROM record INDEXED BY block_referring WHERE page = ? AND places IS NOT NULL',
  )
  const version = db.prepare<[], number>("SELECT value FROM meta WHERE key = 'lines'").pluck()
  const line = lineReader(db)
  const kept = new Map<number, Sums>()
  let keptAt: number | undefined

  /** For one batch, since many blocks refer to the same. */
  function reader(): ReadEnv {
    const lines = new Map<string, ReturnType<typeof line>>()
    return {
      ...(origin !== undefined && { origin }),
      file: (id) => file.get(id),
      line(id) {
        if (!lines.has(id)) lines.set(id, line(id))
        return lines.get(id)
      },
    }
  }

  function count(page: number): Sums {
    const env = reader()
    const sums: Sums = { words: 0, sentences: 0, paragraphs: 0, characters: 0 }
    for (const block of onPage.iterate(page)) {
      const { words, sentences, paragraphs, characters } = referringCounts(block, env)
      sums.words += words
      sums.sentences += sentences
      sums.paragraphs += paragraphs
      sums.characters += characters
    }
    return sums
  }

  function sumsOf(page: number): Sums {
    const now = version.get()!
    if (now !== keptAt || kept.size >= MOST_KEPT) kept.clear()
    keptAt = now
    let sums = kept.get(page)
    if (!sums) kept.set(page, (sums = count(page)))
    return sums
  }

  return {
    readOut(rows, bytes = Infinity) {
      if (!rows.some(refers)) return rows
      const env = reader()
      let sum = 0
      for (const [i, row] of rows.entries()) {
        if (refers(row)) row.text = referringText(row, env)
        if (bytes === Infinity) continue
        sum += blockBytes(row)
        if (sum > bytes && i > 0) return rows.slice(0, i)
      }
      return rows
    },
    toPage({ n, referring, blocks, words, sentences, paragraphs, characters, ...page }) {
      if (referring === 0) return { ...page, counts: { blocks, words, sentences, paragraphs, characters } }
      const read = sumsOf(n)
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
