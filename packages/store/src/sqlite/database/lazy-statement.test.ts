import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'

test('a statement is prepared when it is first used, and once', () => {
  const db = openDatabase(':memory:', ['CREATE TABLE a (b, c)'])
  const wrong = db.prepare('SELECT b FROM missing')
  const later = db.prepare<[], number>('SELECT d FROM e').pluck()
  db.exec('CREATE TABLE e (d); INSERT INTO e VALUES (7)')
  expect(later.get()).toBe(7)
  expect(later.all()).toEqual([7])
  expect(() => wrong.get()).toThrow('no such table: missing')
  db.close()
})

test('rows come as they were asked for, whatever the method', () => {
  const db = openDatabase(':memory:', ['CREATE TABLE a (b, c)'])
  expect(db.prepare<[number, string]>('INSERT INTO a VALUES (?, ?)').run(1, 'x').changes).toBe(1)
  const read = () => db.prepare('SELECT b, c FROM a')
  expect(read().get()).toEqual({ b: 1, c: 'x' })
  expect([...read().raw().iterate()]).toEqual([[1, 'x']])
  expect([...read().pluck().iterate()]).toEqual([1])
  expect(read().raw().all()).toEqual([[1, 'x']])
  expect(db.prepare('SELECT c FROM a WHERE b = @b').pluck().get({ b: 1 })).toBe('x')
  db.close()
})
