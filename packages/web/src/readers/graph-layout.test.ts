import { expect, test } from 'vitest'
import { graphPlaces } from './graph-layout.ts'

const RING = Array.from({ length: 12 }, (_, n) => [n, (n + 1) % 12] as const)

test('[S10] each page has a place of its own, and the same graph has the same places', () => {
  const places = graphPlaces(40, RING)
  expect(new Set(places.map(({ x, y }) => `${x.toFixed(4)} ${y.toFixed(4)}`)).size).toBe(40)
  for (const { x, y } of places) expect([x >= 0, x <= 1, y >= 0, y <= 1]).toEqual([true, true, true, true])
  expect(graphPlaces(40, RING)).toEqual(places)
})

test('[S10] linked pages are nearer than others', () => {
  const places = graphPlaces(12, RING)
  const far = (a: number, b: number) => Math.hypot(places[a]!.x - places[b]!.x, places[a]!.y - places[b]!.y)
  expect(far(0, 1)).toBeLessThan(far(0, 6))
})

test.each([0, 1, 2])('[S10] a graph of %d pages has places', (count) =>
  expect(graphPlaces(count, []).map(({ x, y }) => [x, y].every(Number.isFinite))).toEqual(
    Array.from({ length: count }, () => true),
  ),
)
