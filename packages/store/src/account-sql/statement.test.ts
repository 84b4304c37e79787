import { expect, test } from 'vitest'
import { columns, forget, insertInto, set, setExcluded, statement, valuesOf } from './statement.ts'
import { all, together, written, type Query, type Work } from './work.ts'

test.each([
  [columns('id pageId'), 'id AS "id", page_id AS "pageId"'],
  [columns('pageId?', 'share'), 'share.page_id AS "pageId"'],
  [
    insertInto('share', 'accountId password?'),
    'INSERT INTO share (account_id, password) VALUES (@accountId, @password?)',
  ],
  [set('pageId password?'), 'page_id = @pageId, password = @password?'],
  [setExcluded('pageId password?'), 'page_id = excluded.page_id, password = excluded.password'],
  [
    forget('app_secret', '(kind, hash)', 'expires_at <= @now'),
    'DELETE FROM app_secret WHERE (kind, hash) IN (SELECT kind, hash FROM app_secret WHERE expires_at <= @now FOR UPDATE SKIP LOCKED)',
  ],
])('a part of a statement from the names of members: %s', (text, expected) => {
  expect(text).toBe(expected)
})

const UPDATE = statement('UPDATE share SET password = @password? WHERE id = @id AND @id <> @no')
const SELECT = statement<{ readonly n: number }>('SELECT 1 AS n')

test('a statement gets each value once, by its name', () => {
  expect(UPDATE.text).toBe('UPDATE share SET password = @password WHERE id = @id AND @id <> @no')
  expect(valuesOf(UPDATE, { id: 'a', no: 'b', password: 'c', more: 1 })).toEqual(['c', 'a', 'b'])
  expect(valuesOf(UPDATE, { id: 'a', no: false })).toEqual([null, 'a', false])
})

test('a value that may not be absent is missed', () => {
  expect(() => valuesOf(UPDATE, { id: 'a' })).toThrow('No value for no in: UPDATE share')
})

test('works that do not wait for each other yield their statements together', () => {
  function* two(): Work<number> {
    const [row] = yield* all(SELECT)
    return row!.n + (yield* written(UPDATE, { id: 'a', no: 'b' }))
  }
  const work = together<[number, number]>(two(), written(UPDATE, { id: 'c', no: 'd' }))
  const texts = (queries: readonly Query[]) => queries.map((query) => query.statement.text)
  expect(texts(work.next().value as readonly Query[])).toEqual([SELECT.text, UPDATE.text])
  const next = work.next([
    { rows: [{ n: 20 }], count: 1 },
    { rows: [], count: 3 },
  ])
  expect(texts(next.value as readonly Query[])).toEqual([UPDATE.text])
  expect(work.next([{ rows: [], count: 1 }])).toEqual({ done: true, value: [21, 3] })
})
