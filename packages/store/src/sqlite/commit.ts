/**
 * Landing a change: all of it in one transaction, or nothing. Versions are still those that the change was decided
 * from, there is room, records are put under the account's next number, and the derived rows follow.
 */
import type { GraphRecord } from '@notegraph/graph'
import type { CommitResult, FileEntry } from '../graph-store.ts'
import type { Db } from './database.ts'
import { indexStatements } from './index-statements.ts'
import { Indexer, type Step } from './indexer.ts'
import type { ReadyChange, ReadyPut } from './ready.ts'

const KINDS = { page: 1, block: 2, shape: 3 } as const

interface Held {
  readonly n: number
  readonly seq: number
  readonly doc: string
}

/** Thrown inside the transaction, so that it is rolled back, and turned into a value outside. */
class Refused extends Error {
  readonly why: 'changed_meanwhile' | 'quota_full'
  constructor(why: 'changed_meanwhile' | 'quota_full') {
    super(why)
    this.why = why
  }
}

/** @param origin the service's own origin, whose file addresses are named in what is shown */
export function committer(
  db: Db,
  origin: string | undefined,
): (changes: readonly ReadyChange[]) => CommitResult {
  const statements = indexStatements(db)
  const held = db.prepare<[string], Held>('SELECT n, seq, doc FROM record WHERE id = ?')
  const insert = db.prepare<[string, number, number, number, string]>(
    'INSERT INTO record (id, kind, seq, deleted, doc) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const update = db.prepare<[number, number, string, number]>(
    'UPDATE record SET seq = ?, deleted = ?, doc = ? WHERE n = ?',
  )
  const insertFile = db.prepare(
    `INSERT INTO file VALUES (@id, @hash, @name, @type, @size, @createdAt) ON CONFLICT DO NOTHING`,
  )
  const addTo = db.prepare<[number, string], { value: number }>(
    'UPDATE meta SET value = value + ? WHERE key = ? RETURNING value',
  )

  /** @returns the step, and by how many bytes the record grew */
  function landRecord(put: ReadyPut, seq: number): { step: Step; grown: number } {
    const { id, kind, doc, from } = put
    const deleted = put.deleted ? 1 : 0
    const size = Buffer.byteLength(doc)
    if (from === 0) {
      const { changes, lastInsertRowid } = insert.run(id, KINDS[kind], seq, deleted, doc)
      if (changes === 0) throw new Refused('changed_meanwhile')
      return { step: { n: Number(lastInsertRowid), before: undefined, put }, grown: size }
    }
    const before = held.get(id)
    if (before?.seq !== from) throw new Refused('changed_meanwhile')
    update.run(seq, deleted, doc, before.n)
    return {
      step: { n: before.n, before: JSON.parse(before.doc) as GraphRecord, put },
      grown: size - Buffer.byteLength(before.doc),
    }
  }

  function land(changes: readonly ReadyChange[]): number {
    let seq = 0
    const newFiles: FileEntry[] = []
    const steps = new Map<number, Step>()
    for (const { puts, files, quota } of changes) {
      seq = addTo.get(1, 'seq')!.value
      let grown = 0
      for (const file of files)
        if (insertFile.run(file).changes > 0) {
          newFiles.push(file)
          grown += file.size
        }
      for (const one of puts) {
        const landed = landRecord(one, seq)
        const earlier = steps.get(landed.step.n)
        steps.set(landed.step.n, earlier ? { ...landed.step, before: earlier.before } : landed.step)
        grown += landed.grown
      }
      const used = addTo.get(grown, 'bytes')!.value
      if (grown > 0 && used > quota) throw new Refused('quota_full')
    }
    new Indexer(statements, origin, newFiles).apply([...steps.values()])
    return seq
  }

  const transaction = db.transaction(land)
  return (changes) => {
    try {
      return { ok: true, seq: transaction.immediate(changes) }
    } catch (error) {
      if (error instanceof Refused) return { ok: false, why: error.why }
      throw error
    }
  }
}
