import { expect, test } from 'vitest'
import { CacheBudget } from './cache-budget.ts'

class Cache {
  bytes = 0
  clear(): void {
    this.bytes = 0
  }
}

test('the least recently used caches are cleared until the limit holds', () => {
  const budget = new CacheBudget(10)
  const caches = [new Cache(), new Cache(), new Cache()] as const
  const grow = (cache: Cache, bytes: number) => {
    budget.use(cache)
    cache.bytes += bytes
    budget.enforce(cache)
    return caches.map(({ bytes }) => bytes)
  }
  expect(grow(caches[0], 4)).toEqual([4, 0, 0])
  expect(grow(caches[1], 4)).toEqual([4, 4, 0])
  expect(grow(caches[0], 1)).toEqual([5, 4, 0])
  expect(grow(caches[2], 3)).toEqual([5, 0, 3])
  expect(grow(caches[2], 9)).toEqual([0, 0, 0]) // more than the limit alone
  expect(grow(caches[1], 9)).toEqual([0, 9, 0])
})

test('a cache that is released is cleared, and takes no room from others', () => {
  const budget = new CacheBudget(10)
  const [gone, kept, grown] = [new Cache(), new Cache(), new Cache()]
  for (const cache of [gone, kept, grown]) {
    cache.bytes = 5
    budget.use(cache)
    if (cache === kept) budget.release(gone)
    budget.enforce(cache)
  }
  expect([gone.bytes, kept.bytes, grown.bytes]).toEqual([0, 5, 5])
})
