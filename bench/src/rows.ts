/** Helpers for benchmarks of writes: a floor that makes the same row changes by hand, and turns with that floor. */
import { makeBlock, type BlockRecord } from '@notegraph/graph'
import Database from 'better-sqlite3'
import { median } from './measure.ts'
import { tablesOf } from './recorded.ts'

export const blockOf = (
  id: string,
  pageId: string,
  content: string,
  order: number,
  now: number,
): BlockRecord => makeBlock({ id, content, rev: `rev-${id}`, pageId, parentId: null, order, now })

/** A database with the same durability as the store's. */
export function openBare(path: string): Database.Database {
  const db = new Database(path)
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'wal_autocheckpoint = 8192',
    'cache_size = -16384',
  ])
    db.pragma(pragma)
  return db
}

/**
 * Alternates the two for each write, so that both meet the same state of the machine.
 * @param options.warm turns before the measurement, since a server has run for a while
 */
export async function inTurns(
  { turns, each, warm = 1 }: { readonly turns: number; readonly each: number; readonly warm?: number },
  work: () => Promise<void>,
  floor: () => unknown,
): Promise<number> {
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    let spent = 0n
    let floorSpent = 0n
    for (let n = 0; n < each; n++) {
      const begin = process.hrtime.bigint()
      await work()
      const between = process.hrtime.bigint()
      await floor()
      floorSpent += process.hrtime.bigint() - between
      spent += between - begin
    }
    ratios.push(Number(floorSpent) / Number(spent))
  }
  return median(ratios.slice(warm))
}

/** Fails unless the floor made the same changes. */
export function sameRows(floor: Database.Database, path: string): void {
  floor.prepare('ATTACH ? AS ours').run(path)
  for (const { name } of tablesOf(floor))
    for (const [one, other] of [
      ['ours', 'main'],
      ['main', 'ours'],
    ])
      if (floor.prepare(`SELECT * FROM ${one}.${name} EXCEPT SELECT * FROM ${other}.${name} LIMIT 1`).get())
        throw new Error(`write: the floor holds other rows of ${name}`)
}
