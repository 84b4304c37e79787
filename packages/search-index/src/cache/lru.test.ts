import { expect, test } from 'vitest'
import { Lru } from './lru.ts'

test('recently used values stay cached up to the limit, and others are made again', () => {
  const made: string[] = []
  const cache = new Lru<string, string>(6, (value) => value.length)
  const get = (name: string) =>
    cache.get(name, () => {
      made.push(name)
      return name
    })
  for (const name of ['aa', 'bb', 'cc', 'aa', 'dd', 'aa', 'bb']) expect(get(name)).toBe(name)
  expect(made).toEqual(['aa', 'bb', 'cc', 'dd', 'bb'])
  expect(['aa', 'bb', 'cc', 'dd'].filter((name) => cache.has(name))).toEqual(['aa', 'bb', 'dd'])
  expect(cache.bytes).toBe(6)
  expect(get('longer than all')).toBe('longer than all')
  expect(cache.bytes).toBe(0)
})

test('values of other keys are deleted, and made again', () => {
  const cache = new Lru<string, string>(6, (value) => value.length)
  for (const name of ['aa', 'bb', 'cc']) cache.get(name, () => name)
  cache.keep((name) => name === 'bb')
  expect([cache.bytes, cache.has('aa'), cache.has('bb')]).toEqual([2, false, true])
  expect(cache.get('aa', () => 'a')).toBe('a')
})
