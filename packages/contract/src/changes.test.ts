import { expect, test } from 'vitest'
import * as v from 'valibot'
import { CHANGE_ACTIONS, ChangeList, RevertAnswer, ROUTES } from './index.ts'

const change = {
  id: '7',
  at: 1795169100000,
  token: 'Laptop script',
  via: 'over the API',
  action: 'set_task',
  summary: 'Set a task to done',
  page: 'Ada Lovelace',
  pageId: 'p',
  blockId: 'b',
  state: 'open',
}

test('[D8.1] an entry says what was written, where and with which token', () => {
  const list = { changes: [change], total: 1, next: null }
  expect(v.parse(ChangeList, list)).toEqual(list)
  const { blockId: _, ...ofPage } = change
  expect(v.is(ChangeList, { ...list, changes: [ofPage] })).toBe(true)
  expect(v.is(ChangeList, { ...list, changes: [{ ...change, state: 'gone' }] })).toBe(false)
  expect(v.is(ChangeList, { ...list, changes: [{ ...change, via: 'by hand' }] })).toBe(false)
})

test('[D8.1] there is an action for each route that writes', () => {
  expect(CHANGE_ACTIONS).toHaveLength(ROUTES.filter(({ auth }) => auth === 'write').length)
})

test.each([
  [{ ok: true, restored: 2, left: [] }, true],
  [{ ok: true, restored: 0, left: [{ kind: 'property', id: 'p', key: 'born', why: 'changed since' }] }, true],
  [{ ok: true, restored: 0, left: [{ kind: 'shape', id: 'p', why: 'changed since' }] }, false],
  [{ ok: true, restored: -1, left: [] }, false],
])('[D8.2] a revert answers %j: %j', (answer, expected) => expect(v.is(RevertAnswer, answer)).toBe(expected))
