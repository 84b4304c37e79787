import { expect, test } from 'vitest'
import { Lru } from './lru.ts'

test('what was used of late is held, up to the limit, and the rest is made anew', () => {
  const made: string[] = []
  const held = new Lru<string, string>(6, (value) => value.length)
  const get = (name: string) =>
    held.get(name, () => {
      made.push(name)
      return name
    })
  for (const name of ['aa', 'bb', 'cc', 'aa', 'dd', 'aa', 'bb']) expect(get(name)).toBe(name)
  expect(made).toEqual(['aa', 'bb', 'cc', 'dd', 'bb'])
  expect(['aa', 'bb', 'cc', 'dd'].filter((name) => held.has(name))).toEqual(['aa', 'bb', 'dd'])
  expect(held.bytes).toBe(6)
  expect(get('longer than all')).toBe('longer than all')
  expect(held.bytes).toBe(0)
})
