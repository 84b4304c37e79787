import { expect, test } from 'vitest'
import * as v from 'valibot'
import {
  CHANGE_ACTIONS,
  ChangeList,
  checkBody,
  LIMITS,
  RevertAnswer,
  RevertChanges,
  RevertChangesAnswer,
  ROUTES,
} from '../index.ts'

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
  const list = { changes: [change], open: 1, total: 1, next: null }
  expect(v.parse(ChangeList, list)).toEqual(list)
  const { blockId: _, ...ofPage } = change
  expect(v.is(ChangeList, { ...list, changes: [ofPage] })).toBe(true)
  expect(v.is(ChangeList, { ...list, changes: [{ ...change, state: 'gone' }] })).toBe(false)
  expect(v.is(ChangeList, { ...list, changes: [{ ...change, via: 'by hand' }] })).toBe(false)
})

/** Actions of the pages of an account, which no token makes. */
const OF_PEOPLE = new Set(['import', 'keep_versions', 'restore', 'use_version'])

test('[D8.1] there is an action for each route that writes', () => {
  const actions = CHANGE_ACTIONS.filter((action) => !OF_PEOPLE.has(action))
  expect(actions).toHaveLength(ROUTES.filter(({ auth }) => auth === 'write').length)
})

test.each([
  [{ ok: true, restored: 2, left: [] }, true],
  [{ ok: true, restored: 0, left: [{ kind: 'property', id: 'p', key: 'born', why: 'changed since' }] }, true],
  [{ ok: true, restored: 0, left: [{ kind: 'shape', id: 'p', why: 'changed since' }] }, false],
  [{ ok: true, restored: -1, left: [] }, false],
])('[D8.2] a revert answers %j: %j', (answer, expected) => expect(v.is(RevertAnswer, answer)).toBe(expected))

const MANY = Array.from({ length: LIMITS.changesAtOnce }, (_, n) => `${n}`)

test.each([
  [{ ids: ['7'] }, undefined],
  [{ ids: MANY }, undefined],
  [{ ids: [...MANY, 'x'] }, 'ids takes up to 100 changes, not 101.'],
  [{ ids: [] }, 'ids is empty. Name at least one change.'],
  [{ ids: '7' }, 'ids takes an array, not "7".'],
  [{ ids: ['7', 8] }, 'ids[1] takes a string, not 8.'],
  [{}, 'ids is missing. Set it to the ids of changes.'],
  [{ ids: ['7'], id: '7' }, 'This route has no key "id". Use ids.'],
])('[D8.2] reverting many takes %j: %j', (body, fault) => {
  expect(checkBody(RevertChanges, body)).toMatchObject(fault === undefined ? { ok: true } : { error: fault })
})

const refusal = { error: 'No change.', code: 'not_found', hint: 'List them.' }

test.each([
  [[{ id: '7', ok: true, restored: 1, left: [] }], true],
  [[{ id: '7', ok: false, ...refusal }], true],
  [[], true],
  [[{ ok: true, restored: 1, left: [] }], false],
  [[{ id: '7', ok: true, ...refusal }], false],
  [[{ id: '7', ok: false, restored: 1, left: [] }], false],
])('[D8.2] reverting many answers %j: %j', (results, expected) =>
  expect(v.is(RevertChangesAnswer, { results })).toBe(expected),
)
