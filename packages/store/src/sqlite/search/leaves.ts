/** The sets of the parts of a question that hold no others. */
import type { SettledLeaf, SettledQuery } from '@notegraph/query'
import type { Db } from '../database.ts'
import { heldProperty, isOfPages, type QueryCompiler } from '../query-sql.ts'
import { Bits } from './bits.ts'
import { known, type Bounds } from './bounds.ts'
import { LETTERS, PRIORITY_CODES } from '../schema/codes.ts'
import { secondOf, taskCode, type ColumnName, type Numbers } from './columns.ts'
import type { Counts } from './counts.ts'
import { askCost, FETCH, LOOK, wordCost } from './costs.ts'
import type { Extent } from './extent.ts'
import { finder } from './find.ts'
import type { Held } from './held.ts'
import { pageSets } from './page-sets.ts'
import type { Probe } from './pieces.ts'
import { runOf, type Run } from './runs.ts'
import type { Span } from './spans.ts'
import { numberStatements } from './statements.ts'

/** For one span: what is given and what comes counts from where it begins. */
export interface Leaves {
  /** @param within all that matters, where only few do */
  readonly of: (leaf: SettledLeaf, within?: Bits) => Bounds
  /** Of a question about pages alone, joined in whatever way. */
  readonly onPages: (question: SettledQuery, within?: Bits) => Bounds
  /** Blocks whose words hold all of the letters, or any of them. */
  readonly withLetters: (letters: readonly string[], all: boolean, within?: Bits) => Bounds
  /** Blocks that hold a piece that any of the probes asks for. */
  readonly withAny: (probes: readonly Probe[]) => Bounds
  /** Whether it was looked for before. */
  readonly isAtHand: (question: SettledQuery) => boolean
  /** Whether the pieces are held. */
  readonly isRead: () => boolean
}

/** @param thrifty @see Plan */
export function leafSets(
  db: Db,
  compiler: QueryCompiler,
  counts: Counts,
  thrifty: boolean,
): (extent: Extent, held: Held) => (span: Span) => Leaves {
  const pages = pageSets(db, counts)
  const statement = numberStatements(db)
  const users = db
    .prepare<[string], number>(
      'SELECT source FROM ref WHERE name IN (SELECT value FROM json_each(?)) AND tag IN (0, 1)',
    )
    .pluck()
  const blocksOn = db
    .prepare<[string], number>('SELECT block.n FROM json_each(?) CROSS JOIN block ON block.page = value')
    .pluck()

  return ({ size, waiting }, held) => {
    const find = finder(held)
    const pageSet = pages(size)
    /** Sets over all spans, by what they are of: a question may name the same more than once. */
    const whole = new Map<string, Bits>()
    const lists = new Map<Bits, string>()
    /** Which share of the blocks of a span a further probe of a run left, as was seen last. */
    const shares = new Map<string, number>()

    function once(of: readonly unknown[], make: () => Bits): Bits {
      const key = JSON.stringify(of)
      let set = whole.get(key)
      if (!set) whole.set(key, (set = make()))
      return set
    }

    return (span) => {
      const length = span.to - span.from
      const waitingHere = waiting.slice(span.from, span.to)
      const nothingWaits = waitingHere.isEmpty()
      const words = new Map<string, Bounds>()

      /** What the folded rows say, which say nothing of what waits. */
      function folded(set: Bits, exact = true): Bounds {
        if (exact && nothingWaits) return known(set)
        return { sure: exact ? set.without(waitingHere) : new Bits(length), maybe: set.or(waitingHere) }
      }

      const here = (set: Bits): Bounds => known(set.slice(span.from, span.to))

      function of(node: SettledLeaf, within?: Bits): Bounds {
        if (isOfPages(node)) return onPages(node, within)
        switch (node.kind) {
          case 'words': {
            const run = runOf(node)
            return isLetter(run.run) ? withLetters([run.run], true, within) : withRun(run)
          }
          case 'ref': {
            const names = JSON.stringify(compiler.namesLike([node.name]))
            return here(once(['ref', names], () => Bits.of(size, users.all(names))))
          }
          case 'task': {
            const markers = new Set(node.markers.map((marker) => taskCode(marker, 0)))
            return column(
              'task',
              among(256, (code) => markers.has(code & 15)),
              within,
            )
          }
          case 'priority': {
            const ranks = new Set<number>(node.priorities.map((one) => PRIORITY_CODES[one]))
            return column(
              'task',
              among(256, (code) => ranks.has(code >> 4)),
              within,
            )
          }
          case 'between':
            return between(node, within)
          case 'property': {
            const { sql, values } = heldProperty(node)
            const all = () => statement(`SELECT source FROM property WHERE ${sql}`).all(...values)
            return here(once(['property', ...values], () => Bits.of(size, all())))
          }
        }
      }

      function withLetters(letters: readonly string[], all: boolean, within?: Bits): Bounds {
        const values = held.column('letters')
        const mask = letters.reduce((bits, letter) => bits | (1 << LETTERS.indexOf(letter)), 0)
        const set = new Bits(length)
        const look = (n: number) => {
          const bits = values[n]! & mask
          if (all ? bits === mask : bits !== 0) set.put(n - span.from)
        }
        if (within) within.each((i) => look(span.from + i))
        else for (let n = span.from, end = endIn(values, span); n < end; n++) look(n)
        return folded(set)
      }

      function withRun(looked: Run): Bounds {
        let bounds = words.get(looked.run)
        if (!bounds) words.set(looked.run, (bounds = holding(looked)))
        return bounds
      }

      function holding({ run, probes, exact }: Run): Bounds {
        if (probes.length === 0) return { sure: new Bits(length), maybe: new Bits(length).not() }
        let set: Bits | undefined
        for (const probe of probes.toReversed()) {
          // joints first: they are few, and so are the blocks that have one
          if (!set) set = find.of([probe], span)
          else if (!thrifty || isWorth(probe, set, run)) set = narrowed(set, probe, run)
          if (set.isEmpty()) break
        }
        return folded(set!, exact)
      }

      function narrowed(set: Bits, probe: Probe, run: string): Bits {
        const some = set.and(find.of([probe], span))
        shares.set(`${run}\n${probe.part}`, some.count() / set.count())
        return some
      }

      /** Whether to look for it takes less than to ask those that it would take away: all that are left are asked. */
      function isWorth(probe: Probe, set: Bits, run: string): boolean {
        const count = set.count()
        const left = count * (shares.get(`${run}\n${probe.part}`) ?? 0.5)
        const cost = find.isKnown([probe], span) ? 0 : wordCost(probe.part, length, find.isRead(span))
        return cost < askCost(count, length) - askCost(left, length)
      }

      /** Of the span, or of those within it that matter, the numbers whose value in the column is wanted. */
      function column(name: ColumnName, wanted: Bits, within: Bits | undefined): Bounds {
        const values = held.column(name)
        const set = new Bits(length)
        if (within)
          within.each((i) => {
            if (wanted.has(values[span.from + i] ?? 0)) set.put(i)
          })
        else
          for (let n = span.from, end = endIn(values, span); n < end; n++)
            if (wanted.has(values[n]!)) set.put(n - span.from)
        return folded(set)
      }

      function between(
        { field, first, last }: Extract<SettledLeaf, { kind: 'between' }>,
        within: Bits | undefined,
      ): Bounds {
        if (field !== 'created' && field !== 'updated') return folded(ranging(field, first, last, within))
        const may = [secondOf(first), secondOf(last)] as const
        const sure = [secondOf(first - 1) + 1, secondOf(last + 1) - 1] as const
        const maybe = ranging(field, Math.max(1, may[0]), may[1], within)
        // Days begin and end with a second, so nothing is open but what lies beyond all that can be told apart
        if (may[0] === sure[0] && may[1] === sure[1]) return folded(maybe)
        return {
          sure: folded(ranging(field, Math.max(1, sure[0]), sure[1], within)).sure,
          maybe: folded(maybe).maybe,
        }
      }

      function ranging(name: ColumnName, first: number, last: number, within: Bits | undefined): Bits {
        const values = held.column(name)
        const set = new Bits(length)
        if (within)
          within.each((i) => {
            const value = values[span.from + i] ?? NaN
            if (value >= first && value <= last) set.put(i)
          })
        else
          for (let n = span.from, end = endIn(values, span); n < end; n++)
            if (values[n]! >= first && values[n]! <= last) set.put(n - span.from)
        return set
      }

      function onPages(question: SettledQuery, within?: Bits): Bounds {
        const pages = pageSet(question)
        let list = lists.get(pages)
        if (list === undefined) lists.set(pages, (list = JSON.stringify(pages.toArray())))
        if (counts.on(list) * FETCH >= size * LOOK) return column('page', pages, within)
        return here(once(['on', list], () => Bits.of(size, blocksOn.all(list))))
      }

      const isAtHand = (question: SettledQuery): boolean =>
        question.kind === 'words' && runOf(question).probes.every((probe) => find.isKnown([probe], span))

      return {
        of,
        onPages,
        withLetters,
        withAny: (probes) => folded(find.of(probes, span)),
        isAtHand,
        isRead: () => find.isRead(span),
      }
    }
  }
}

const among = (codes: number, holds: (code: number) => boolean): Bits =>
  Bits.of(codes, Array.from({ length: codes }, (_, code) => code).filter(holds))

const isLetter = (run: string): boolean => run.length === 1 && LETTERS.includes(run)

/** The letter that is looked for, where a column tells who holds it. */
export function letterOf(question: SettledQuery): string | undefined {
  const run = question.kind === 'words' ? runOf(question).run : ''
  return isLetter(run) ? run : undefined
}

const endIn = (values: Numbers, { to }: Span): number => Math.min(values.length, to)
