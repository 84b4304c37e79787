import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase, type Db } from '../database/database.ts'
import { GRAPH_SCHEMA } from '../schema/graph/index.ts'
import { queryCompiler } from './query-sql.ts'
import { defineHolds, holds, linearRun, repeatsItself } from './substring.ts'

const run = fc.string({ unit: fc.constantFrom('a', 'b', '時', '晓'), minLength: 1, maxLength: 12 })
const text = fc.string({ unit: fc.constantFrom('a', 'b', '時', '晓'), maxLength: 60 })

test('a text holds a run where it includes it, in JavaScript and in SQL', () => {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  defineHolds(db)
  defineHolds(db)
  const inSql = db.prepare<[string, string], 0 | 1>('SELECT holds(?, ?)').pluck()
  fc.assert(
    fc.property(text, run, (words, looked) => {
      const expected = words.includes(looked)
      expect(holds(words, linearRun(looked))).toBe(expected)
      expect(inSql.get(words, looked)).toBe(expected ? 1 : 0)
    }),
  )
  db.close()
})

test.each([
  ['a'.repeat(31), false], // too short to cost anything
  ['a'.repeat(32), true],
  [`${'ab'.repeat(40)}c`, true],
  [`c${'a'.repeat(999)}`, false], // its first letter occurs once
  [`${'a'.repeat(40)}b${'a'.repeat(40)}`, true],
  ['the quick brown fox jumps over the lazy dog, the quick brown fox', false],
  ['時'.repeat(300), true],
])('whether %j repeats itself: %s', (looked, expected) => {
  expect(repeatsItself(looked)).toBe(expected)
})

/** Texts in which almost the whole run begins at each letter. */
const TEXTS = Array.from({ length: 500 }, (_, i) => `${'a'.repeat(900 + (i % 100))} `.repeat(4))

function fill(): Db {
  const db = openDatabase(':memory:', GRAPH_SCHEMA)
  db.exec('CREATE TABLE texts (content TEXT NOT NULL, folded TEXT)')
  const put = db.prepare<[string]>('INSERT INTO texts (content) VALUES (?)')
  for (const words of TEXTS) put.run(words)
  return db
}

/** Microseconds of processor time, the least of some turns. */
function costOf(work: () => unknown): number {
  const turns = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...turns)
}

/** The most that a search may take, as a multiple of a plain scan. `instr` takes more than twice as much. */
const FEW_TIMES = 4

test.each([
  ['a thousand times one letter', 'a'.repeat(1_000)],
  ['one other letter amid them', `${'a'.repeat(500)}b${'a'.repeat(499)}`],
  ['one other letter before them', `b${'a'.repeat(999)}`],
  ['two letters in turn', 'ab'.repeat(500)],
])('to look for %s takes at most a few times the time of a rare word', (_, looked) => {
  const db = fill()
  const count = (text: string) => {
    const { sql, values } = queryCompiler(db).condition({ kind: 'words', at: 0, text })
    const counted = db.prepare<unknown[], number>(`SELECT count(*) FROM texts AS block WHERE ${sql}`).pluck()
    return () => counted.get(...values)
  }
  expect(count(looked)()).toBe(0)
  expect(costOf(count(looked))).toBeLessThan(FEW_TIMES * costOf(count('zorzorqui')))
  db.close()
})
