import { wordPlaces } from '@notegraph/block-text'
import { SEARCH_CASES } from '@notegraph/store/testing'
import { expect, test } from 'vitest'

test.each(SEARCH_CASES)('[D5.1] the places of %j that %j finds are marked', (text, q, marked) => {
  const words = q.split(/\s+/)
  const isFound = words.every((word) => wordPlaces(text, [word]).length > 0)
  const places = isFound ? wordPlaces(text, words) : []
  expect(places.map(([from, to]) => text.slice(from, to))).toEqual(marked)
})
