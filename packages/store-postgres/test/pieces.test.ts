/** @module-tag postgres */
import { describePostgres } from '@notegraph/postgres-tests'
import type { NewFile } from '@notegraph/store'
import { describe, expect, test } from 'vitest'
import type { Session } from '../src/database/database.ts'
import { allStatements, type Statement } from '../src/database/statement.ts'
import { removeFiles, renewFile } from '../src/graphs/files.ts'
import { openGraph } from '../src/graphs/graph-row.ts'
import {
  readPiece,
  readPieceIn,
  START,
  type Piece,
  type PieceBounds,
  type ReplicaCursor,
} from '../src/graphs/pieces.ts'
import { adding, deciding, record } from './decisions.ts'
import { runSql } from './run-sql.ts'
import { useDatabase } from './use-database.ts'

/** The plan of the statement that reads the records of a piece. */
async function planOf(session: Session): Promise<string[]> {
  const { text } = allStatements().find((one) => one.text.includes('WINDOW feed'))!
  const explain = { text: `EXPLAIN ${text}` } as Statement
  const plan = await session.all<Record<string, string>>(explain, ['ada', 0, 0, 1_000, 1e6])
  return plan.map((line) => line['QUERY PLAN']!)
}

const MANY: PieceBounds = { records: 1_000, bytes: 1e6, files: 1_000, pushes: 1_000 }
const file = (id: string, more: Partial<NewFile> = {}): NewFile => ({
  id,
  hash: `hash of ${id}`,
  name: `${id}.png`,
  type: 'image/png',
  size: 3,
  createdAt: 1,
  ...more,
})

describePostgres('a piece', (database) => {
  const opened = useDatabase(database)
  const piece = async (cursor: ReplicaCursor, most: Partial<PieceBounds> = {}) =>
    readPiece(opened.db, 'ada', cursor, { ...MANY, ...most })
  const ids = ({ records, files, pushes }: Piece) => [
    ...records.map(({ id }) => id),
    ...files.map(({ id }) => id),
    ...pushes.map(({ seq, device }) => `${device} ${seq}`),
  ]

  /** Reads all pieces, and returns what came in its order. */
  async function readAll(most: Partial<PieceBounds>, between = async () => {}): Promise<string[]> {
    const read: string[] = []
    for (let cursor = START; ;) {
      const next = await piece(cursor, most)
      read.push(...ids(next))
      if (!next.more) return read
      cursor = next.cursor
      await between()
    }
  }

  test('of an account that nobody has used creates an empty graph', async () => {
    const { graph, cursor, more, ...rest } = await piece(START)
    expect(graph).toMatchObject({ head: 0, floor: { seq: 0, n: 0 }, fileEdition: 0 })
    expect(graph.epoch).toBeGreaterThan(0)
    expect([cursor, more]).toEqual([START, false])
    expect(rest).toEqual({ records: [], files: [], filesRestart: false, moreFiles: false, pushes: [] })
    expect(await openGraph(opened.db, 'ada')).toEqual(graph)
  })

  test('has the records, files and devices after its cursor', async () => {
    await opened.write(adding('a'), { device: 'phone' })
    const first = await piece(START)
    expect(ids(first)).toEqual(['a', 'phone 1'])
    await opened.write(deciding([{ records: [record('b', 2)], files: [file('f', { path: 'x/f.png' })] }]))
    const next = await piece(first.cursor)
    expect(next.records).toEqual([{ ...record('b', 2), seq: 2 }])
    expect(next.files).toEqual([{ ...file('f'), path: 'x/f.png', imported: true, seq: 2 }])
    expect(next.graph.head).toBe(2)
    expect(ids(await piece(next.cursor))).toEqual([])
  })

  describe('is bounded, and the pieces together have everything once', () => {
    test.each<[Partial<PieceBounds>]>([
      [{ records: 1 }],
      [{ records: 2 }],
      [{ bytes: 1 }],
      [{ bytes: 5 }],
      [{ files: 1 }],
      [{ pushes: 1 }],
      [{ records: 1, files: 2, pushes: 1 }],
      [{}],
    ])('%j', async (most) => {
      await opened.write(adding('aa', 'bb'), { device: 'phone' })
      await opened.write(deciding([{ files: [file('F2'), file('f1')] }]))
      await opened.write(adding('cc'), { device: 'desk' })
      const all = ['F2', 'aa', 'bb', 'cc', 'desk 3', 'f1', 'phone 1']
      expect((await readAll(most)).toSorted()).toEqual(all)
    })
  })

  test('has a record again that a commit wrote between two pieces', async () => {
    await opened.write(adding('a', 'b', 'c'))
    let writes = 0
    const read = await readAll({ records: 1 }, async () => {
      if (writes++ === 0) await opened.write(deciding([{ records: [record('a', 1), record('c', 3)] }]))
    })
    expect(read).toEqual(['a', 'b', 'a', 'c'])
  })

  test.each<[string, () => Promise<string[]>]>([
    ['in a snapshot', async () => opened.db.snapshot(planOf)],
    [
      'inside a commit',
      async () =>
        opened.db.transaction(async (session) => {
          await readPieceIn(session, 'ada', START, MANY)
          return planOf(session)
        }),
    ],
  ])(
    'of a new account, which PostgreSQL has no statistics of, is read in order without a sort %s',
    async (_, plan) => {
      await openGraph(opened.db, 'ada')
      await runSql(
        database.url,
        `INSERT INTO record SELECT 'ada', i::text, i, i, false, repeat('x', 100) FROM generate_series(1, 20000) AS i`,
      )
      const lines = (await plan()).join('\n')
      expect(lines).toContain('Index Scan using record_feed')
      expect(lines).not.toMatch(/Sort|Bitmap/)
    },
  )

  test('belongs to one account', async () => {
    await opened.write(adding('a'), { device: 'phone' }, 'grace')
    expect(ids(await piece(START))).toEqual([])
  })

  describe('starts with the first file again', () => {
    test.each<[string, () => Promise<unknown>, string[]]>([
      [
        'after files were deleted',
        async () => removeFiles(opened.db, 'ada', 1, { imported: ['f1'] }),
        ['f2', 'f3'],
      ],
      [
        'after an import found a file',
        async () => renewFile(opened.db, 'ada', 'f3', 'x/f3.png'),
        ['f1', 'f2', 'f3'],
      ],
    ])('%s', async (_, edit, expected) => {
      const files = [file('f1', { path: 'x' }), file('f2'), file('f3')]
      await opened.write(deciding([{ files }]))
      const { cursor } = await piece(START)
      await edit()
      const next = await piece(cursor, { files: 1 })
      expect([next.filesRestart, ids(next), next.more]).toEqual([true, expected.slice(0, 1), true])
      const rest = await piece(next.cursor)
      expect([rest.filesRestart, ids(rest)]).toEqual([false, expected.slice(1)])
    })

    test('but not where an import finds the path that is known, or an upload the same bytes', async () => {
      await opened.write(deciding([{ files: [file('f1', { path: 'x' })] }]))
      const { cursor } = await piece(START)
      await renewFile(opened.db, 'ada', 'f1', 'other')
      await renewFile(opened.db, 'ada', 'f1')
      expect((await piece(cursor)).filesRestart).toBe(false)
    })
  })
})
