import { expect, test } from 'vitest'
import type { Visitor } from '../deps.ts'
import { oneTimeSecrets } from './one-time-secrets.ts'

const clock = { now: 0 }
const session = (browserId: string): Visitor => ({ browserId }) as Visitor
const open = () => oneTimeSecrets<string>(() => clock.now)

test('the session that made a secret sees it, once', () => {
  const secrets = open()
  secrets.keep(session('a'), 'first')
  secrets.keep(session('a'), 'second')
  expect(secrets.take(session('b'))).toBeUndefined()
  expect(secrets.take(session('a'))).toBe('second')
  expect(secrets.take(session('a'))).toBeUndefined()
})

test('a minute later nobody does', () => {
  const secrets = open()
  secrets.keep(session('a'), 'words')
  clock.now += 60_000
  expect(secrets.take(session('a'))).toBeUndefined()
})

test('a thousand wait at most', () => {
  const secrets = open()
  for (let n = 0; n < 1_001; n++) secrets.keep(session(`${n}`), 'words')
  expect(secrets.take(session('0'))).toBeUndefined()
  expect(secrets.take(session('1'))).toBe('words')
})
