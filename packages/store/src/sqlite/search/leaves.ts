/** The sets of the parts of a question that hold no others. */
import { MARKERS } from '@notegraph/block-text'
import type { Db } from '../database.ts'
import { foldRun, heldProperty, isOfPages, RANKS, type PageLeaf, type QueryCompiler } from '../query-sql.ts'
import { Bits } from './bits.ts'
import { known, type Bounds } from './bounds.ts'
import { columnStore, taskCode, type ColumnName } from './columns.ts'
import type { Counts } from './counts.ts'
import { FETCH, LOOK } from './costs.ts'
import type { Extent } from './extent.ts'
import { probesOf, type Probe } from './pieces.ts'
import type { Leaf } from './question.ts'
import { segmentStore, type PieceText } from './segments.ts'
import { numberStatements } from './statements.ts'

export interface Leaves {
  readonly of: (leaf: Leaf) => Bounds
  /** Blocks that hold a piece that any of the probes asks for. */
  readonly withAny: (probes: readonly Probe[]) => Bounds
}

/** For one question at a time: `withAny` reads the pieces once. */
export function leafSets(db: Db, compiler: QueryCompiler, counts: Counts): (extent: Extent) => Leaves {
  const columns = columnStore(db)
  const segments = segmentStore(db)
  const statement = numberStatements(db)
  const users = db
    .prepare<[string], number>(
      'SELECT source FROM ref WHERE name IN (SELECT value FROM json_each(?)) AND tag IN (0, 1)',
    )
    .pluck()
  const blocksOn = db
    .prepare<[string], number>('SELECT block.n FROM json_each(?) CROSS JOIN block ON block.page = value')
    .pluck()

  return ({ size, waiting }) => {
    let texts: PieceText[] | undefined

    /** What the folded rows say, which say nothing of what waits. */
    function folded(set: Bits, exact = true): Bounds {
      if (exact && waiting.isEmpty()) return known(set)
      return { sure: exact ? set.without(waiting) : new Bits(size), maybe: set.or(waiting) }
    }

    function of(node: Leaf): Bounds {
      if (isOfPages(node)) return onPages(node)
      switch (node.kind) {
        case 'words':
          return words(foldRun(node.text))
        case 'ref':
          return known(Bits.of(size, users.all(JSON.stringify(compiler.namesLike([node.name])))))
        case 'task': {
          const markers = new Set(node.markers.map((marker) => taskCode(marker, 0)))
          return column('task', MARKERS.length + 1 + 16 * 8, (code) => markers.has(code & 15))
        }
        case 'priority': {
          const ranks = new Set<number>(node.priorities.map((one) => RANKS[one]))
          return column('task', 256, (code) => ranks.has(code >> 4))
        }
        case 'between':
          return between(node.field, node.first, node.last)
        case 'property': {
          const { sql, values } = heldProperty(node)
          return known(Bits.of(size, statement(`SELECT source FROM property WHERE ${sql}`).all(...values)))
        }
      }
    }

    const find = (probes: readonly Probe[]): Bits => segments.find(probes, (texts ??= segments.texts()), size)

    function words(run: string): Bounds {
      const { probes, exact } = probesOf(run)
      if (probes.length === 0) return { sure: new Bits(size), maybe: new Bits(size).not() }
      let set: Bits | undefined
      for (const probe of probes) {
        const found = find([probe])
        set = set ? set.and(found) : found
        if (set.isEmpty()) break
      }
      return folded(set!, exact)
    }

    function column(name: ColumnName, codes: number, holds: (code: number) => boolean): Bounds {
      const wanted = Uint8Array.from({ length: codes }, (_, code) => (holds(code) ? 1 : 0))
      const set = new Bits(size)
      columns.eachStrip(name, (strip, start) => {
        for (let i = 0; i < strip.length; i++) if (wanted[strip[i]!] === 1) set.put(start + i)
      })
      return folded(set)
    }

    function between(
      field: Extract<Leaf, { kind: 'between' }>['field'],
      first: number,
      last: number,
    ): Bounds {
      const set = new Bits(size)
      columns.eachStrip(field, (strip, start) => {
        for (let i = 0; i < strip.length; i++) if (strip[i]! >= first && strip[i]! <= last) set.put(start + i)
      })
      return folded(set)
    }

    function onPages(node: PageLeaf): Bounds {
      const list = counts.pagesOf(node)
      if (counts.on(list) * FETCH < size * LOOK) return known(Bits.of(size, blocksOn.all(list)))
      const wanted = Bits.of(size, JSON.parse(list) as number[])
      const set = new Bits(size)
      columns.eachStrip('page', (strip, start) => {
        for (let i = 0; i < strip.length; i++) if (wanted.has(strip[i]!)) set.put(start + i)
      })
      return folded(set)
    }

    return { of, withAny: (probes) => folded(find(probes)) }
  }
}
