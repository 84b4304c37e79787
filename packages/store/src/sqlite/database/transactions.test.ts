import Database from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'
import { transactInText } from './transactions.ts'

function open(): Database.Database {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE word (text TEXT)')
  return db
}

const add = (db: Database.Database, text: string): void =>
  void db.prepare('INSERT INTO word VALUES (?)').run(text)

/** Each ends with an error or without, and leaves words. */
const CASES: Record<string, (db: Database.Database) => unknown> = {
  'one that succeeds': (db) => db.transaction((text: string) => add(db, text))('one'),
  'what it answers': (db) => db.transaction(() => 7)(),
  'one that fails': (db) =>
    db.transaction(() => {
      add(db, 'one')
      throw new Error('failed')
    })(),
  'one within another': (db) =>
    db.transaction(() => {
      add(db, 'one')
      db.transaction(() => add(db, 'two')).immediate()
    })(),
  'one that fails within another, which goes on': (db) =>
    db.transaction(() => {
      add(db, 'one')
      const inner = db.transaction(() => {
        add(db, 'two')
        throw new Error('failed')
      })
      expect(inner).toThrow('failed')
      add(db, 'three')
    })(),
  'one that SQLite ended by itself': (db) =>
    db.transaction(() => {
      add(db, 'one')
      db.exec('ROLLBACK')
      throw new Error('failed')
    })(),
}

function outcome(db: Database.Database, act: (db: Database.Database) => unknown) {
  const words = () => db.prepare('SELECT text FROM word ORDER BY rowid').pluck().all()
  try {
    return { answer: act(db), words: words(), inTransaction: db.inTransaction }
  } catch (error) {
    return { error: String(error), words: words(), inTransaction: db.inTransaction }
  }
}

describe('a transaction ends as that of better-sqlite3', () => {
  it.each(Object.entries(CASES))('%s', (_, act) => {
    expect(outcome(transactInText(open()), act)).toEqual(outcome(open(), act))
  })

  it('takes the write lock at once when immediate', () => {
    const db = transactInText(open())
    const run = vi.spyOn(db, 'exec')
    db.transaction(() => add(db, 'one')).immediate()
    expect(run.mock.calls.map(([text]) => text)).toEqual(['BEGIN IMMEDIATE', 'COMMIT'])
  })
})
