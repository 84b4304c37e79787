/**
 * A question answered with sets of block numbers, part by part. A set may be known only within bounds: of blocks that
 * wait to be folded in, and of words that the pieces of a text do not settle, the rows themselves have to be asked.
 *
 * Sets may also hold numbers that are no block's; whoever uses them asks for blocks alone.
 */
import { MARKERS } from '@notegraph/block-text'
import type { Db } from '../database.ts'
import {
  foldRun,
  heldProperty,
  isOfPages,
  RANKS,
  type Condition,
  type PageLeaf,
  type QueryCompiler,
} from '../query-sql.ts'
import { Bits } from './bits.ts'
import { columnStore, taskCode, type ColumnName } from './columns.ts'
import { probesOf, type Probe } from './pieces.ts'
import type { Leaf, Question } from './question.ts'
import { segmentStore, type PieceText } from './segments.ts'
import { numberStatements } from './statements.ts'

/** All blocks of `sure` match, and none outside `maybe`; one and the same set where both are known. */
export interface Bounds {
  readonly sure: Bits
  readonly maybe: Bits
  /** What is left to ask of those in `maybe`, where that is less than the whole question. */
  readonly open?: Question
}

/** What one snapshot of the file holds. */
export interface Extent {
  /** One more than the largest number of a record. */
  readonly size: number
  /** Of records that wait to be folded in. */
  readonly waiting: Bits
}

export function extentReader(db: Db): () => Extent {
  const ends = db.prepare<[], { size: number; indexed: number }>(
    `SELECT (SELECT coalesce(max(n), 0) + 1 FROM record) AS size,
       (SELECT value FROM meta WHERE key = 'indexed') AS indexed`,
  )
  const changed = db.prepare<[], number>('SELECT n FROM search_changed').pluck()
  return () => {
    const { size, indexed } = ends.get()!
    const waiting = Bits.of(size, changed.all())
    for (let n = indexed + 1; n < size; n++) waiting.put(n)
    return { size, waiting }
  }
}

export interface Sets {
  readonly bounds: (question: Question, extent: Extent) => Bounds
  /** Whether few blocks can match and it takes next to no time to know which. */
  readonly isShort: (question: Question) => boolean
}

/** Of a short question at most so many blocks can match. */
const SHORT = 1_000

/** Microseconds, about: to ask the row of one block, to fetch a number, to look at one number of a column. */
const ASK = 1.5
const FETCH = 0.3
const LOOK = 0.004
/** To look through the pieces, and to gather what one word finds. */
const WORD = 1_000
/** A word of one letter is in so many times as many pieces as a long one. */
const SHORT_WORD = 10

/** @param thrifty @see Plan */
export function setsOf(db: Db, compiler: QueryCompiler, thrifty: boolean): Sets {
  const columns = columnStore(db)
  const segments = segmentStore(db)
  const statement = numberStatements(db)
  const users = db
    .prepare<[string], number>(
      'SELECT source FROM ref WHERE name IN (SELECT value FROM json_each(?)) AND tag IN (0, 1)',
    )
    .pluck()
  const countUses = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(tagged + linked), 0) FROM json_each(?) JOIN name ON name.n = value',
    )
    .pluck()
  const blocksOn = db
    .prepare<[string], number>('SELECT block.n FROM json_each(?) CROSS JOIN block ON block.page = value')
    .pluck()
  const countOn = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(blocks), 0) FROM json_each(?) CROSS JOIN page ON page.n = value',
    )
    .pluck()

  /** As many as are worth counting. */
  const MOST = 50_000
  const countUsers = (name: string) => countUses.get(JSON.stringify(compiler.namesLike([name])))!
  const countHeld = (leaf: Extract<Leaf, { kind: 'property' }>) => {
    const { sql, values } = heldProperty(leaf)
    const count = `SELECT count(*) FROM (SELECT 1 FROM property WHERE ${sql} LIMIT ${MOST})`
    return db
      .prepare<unknown[], number>(count)
      .pluck()
      .get(...values)!
  }
  /** The pages that a question about pages is met by, as a JSON array of numbers. */
  function pagesOf(node: PageLeaf): string {
    const { sql, values } = pagesSql(node)
    return JSON.stringify(statement(sql).all(...values))
  }

  function pagesSql(node: PageLeaf): Condition {
    if (node.kind === 'page-tags') {
      const sql = `SELECT page.n FROM ref CROSS JOIN page ON page.n = source
        WHERE ref.name IN (SELECT value FROM json_each(?)) AND tag = 1`
      return { sql, values: [JSON.stringify(compiler.namesLike(node.tags))] }
    }
    if (node.kind === 'page-property') {
      const { sql, values } = heldProperty(node)
      return { sql: `SELECT page.n FROM property CROSS JOIN page ON page.n = source WHERE ${sql}`, values }
    }
    const { sql, values } = compiler.ofPages(node)
    return { sql: `SELECT page.n FROM page WHERE ${sql}`, values }
  }

  /** How many blocks can match, as far as that is known at once. */
  function mostOf(question: Question): number {
    switch (question.kind) {
      case 'and':
        return Math.min(...question.operands.map(mostOf))
      case 'or':
        return question.operands.reduce((sum, operand) => sum + mostOf(operand), 0)
      case 'ref':
        return countUsers(question.name)
      case 'property':
        return countHeld(question)
      case 'page':
      case 'journal':
        return countOn.get(pagesOf(question))!
      case 'not':
      case 'words':
      case 'task':
      case 'priority':
      case 'between':
      case 'page-property':
      case 'page-type':
      case 'page-tags':
      case 'namespace':
        return Infinity
    }
  }

  function bounds(question: Question, extent: Extent): Bounds {
    const { size, waiting } = extent
    let texts: PieceText[] | undefined
    const nothing = new Bits(size)

    const known = (set: Bits): Bounds => ({ sure: set, maybe: set })
    /** What the folded rows say, which say nothing of what waits. */
    const folded = (set: Bits, exact = true): Bounds => {
      const maybe = set.or(waiting)
      return { sure: exact ? set.without(waiting) : nothing, maybe: exact && waiting.isEmpty() ? set : maybe }
    }

    function boundsOf(node: Question): Bounds {
      if ('operands' in node) return node.kind === 'and' ? all(node.operands) : any(node.operands)
      if (node.kind !== 'not') return leaf(node)
      const { sure, maybe } = boundsOf(node.operand)
      return sure === maybe ? known(sure.not()) : { sure: maybe.not(), maybe: sure.not() }
    }

    /** Words that the pieces settle are looked for all at once. */
    function any(operands: readonly Question[]): Bounds {
      const probes: Probe[] = []
      const parts: Bounds[] = []
      for (const operand of operands) {
        const run = operand.kind === 'words' ? probesOf(foldRun(operand.text)) : undefined
        if (run?.exact === true) probes.push(...run.probes)
        else parts.push(boundsOf(operand))
      }
      if (probes.length > 0) parts.push(folded(find(probes)))
      return parts.reduce((a, b) => join(a, b, (one, other) => one.or(other)))
    }

    /** Cheap ones first; once few are left, the rest is not worth sets. */
    function all(operands: readonly Question[]): Bounds {
      const [first, ...others] = withOneNot(operands)
        .map((operand) => ({ operand, cost: costOf(operand) }))
        .toSorted((a, b) => a.cost - b.cost)
      let result = boundsOf(first!.operand)
      let cost = others.reduce((sum, other) => sum + other.cost, 0)
      for (const [i, other] of others.entries()) {
        if (thrifty && result.maybe.count() * ASK < cost) {
          const open = { kind: 'and', operands: others.slice(i).map(({ operand }) => operand) } as const
          return { sure: nothing, maybe: result.maybe, ...(result.sure === result.maybe && { open }) }
        }
        cost -= other.cost
        result = join(result, boundsOf(other.operand), (one, another) => one.and(another))
      }
      return result
    }

    function leaf(node: Leaf): Bounds {
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
          return known(numbers(`SELECT source FROM property WHERE ${sql}`, values))
        }
      }
    }

    const find = (probes: readonly Probe[]): Bits => segments.find(probes, (texts ??= segments.texts()), size)

    const numbers = (sql: string, values: readonly (string | number)[]): Bits =>
      Bits.of(
        size,
        db
          .prepare<unknown[], number>(sql)
          .pluck()
          .all(...values),
      )

    function words(run: string): Bounds {
      const { probes, exact } = probesOf(run)
      if (probes.length === 0) return { sure: nothing, maybe: nothing.not() }
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
      const list = pagesOf(node)
      if (countOn.get(list)! * FETCH < size * LOOK) return known(Bits.of(size, blocksOn.all(list)))
      const wanted = Bits.of(size, JSON.parse(list) as number[])
      const set = new Bits(size)
      columns.eachStrip('page', (strip, start) => {
        for (let i = 0; i < strip.length; i++) if (wanted.has(strip[i]!)) set.put(start + i)
      })
      return folded(set)
    }

    /** Microseconds that the set takes, about. */
    function costOf(node: Question): number {
      switch (node.kind) {
        case 'and':
        case 'or':
          return node.operands.reduce((sum, operand) => sum + costOf(operand), 0)
        case 'not':
          return costOf(node.operand)
        case 'ref':
          return countUsers(node.name) * FETCH
        case 'property':
          return countHeld(node) * FETCH
        case 'page':
          return 0
        case 'words':
          return WORD + size * LOOK * (1 + SHORT_WORD / node.text.length)
        case 'task':
        case 'priority':
        case 'between':
        case 'journal':
        case 'page-property':
        case 'page-type':
        case 'page-tags':
        case 'namespace':
          return size * LOOK
      }
    }

    return boundsOf(question)
  }

  return { bounds, isShort: (question) => mostOf(question) <= SHORT }
}

function join(a: Bounds, b: Bounds, how: (one: Bits, other: Bits) => Bits): Bounds {
  const sure = how(a.sure, b.sure)
  return { sure, maybe: a.sure === a.maybe && b.sure === b.maybe ? sure : how(a.maybe, b.maybe) }
}

/** None of several is not any of them, which is looked for at once. */
function withOneNot(operands: readonly Question[]): readonly Question[] {
  const nots = operands.filter((operand) => operand.kind === 'not')
  if (nots.length < 2) return operands
  const any: Question = { kind: 'or', operands: nots.map(({ operand }) => operand) }
  return [...operands.filter((operand) => operand.kind !== 'not'), { kind: 'not', operand: any }]
}
