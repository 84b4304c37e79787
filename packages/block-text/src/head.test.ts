import { expect, test } from 'vitest'
import { MARKERS, isOpen } from './marker.ts'
import { parseBlock } from './parse.ts'

/** The marks of the head, without absent ones. */
function headOf(content: string): object {
  const { quote, heading, marker, priority, layout } = parseBlock(content)
  return { quote, heading, marker, priority, rest: content.slice(layout.head.wordsAt) }
}

test.each(MARKERS)('[D2.2] %s is a marker', (marker) => {
  expect(headOf(`${marker} x`)).toMatchObject({ marker, rest: 'x' })
  expect(headOf(marker)).toMatchObject({ marker, rest: '' })
})

test.each([
  ['DONE', false],
  ['CANCELED', false],
  ['TODO', true],
  ['WAITING', true],
  ['LATER', true],
] as const)('[service, Task state of a block] %s is open: %s', (marker, open) => {
  expect(isOpen(marker)).toBe(open)
})

test.each([
  ['TODO buy milk', { marker: 'TODO', rest: 'buy milk' }],
  ['TODO [#A] x', { marker: 'TODO', priority: 'A', rest: 'x' }],
  ['TODO [#B]', { marker: 'TODO', priority: 'B', rest: '' }],
  ['[#C] x', { priority: 'C', rest: 'x' }],
  ['> x', { quote: true, rest: 'x' }],
  ['# x', { heading: 1, rest: 'x' }],
  ['###### x', { heading: 6, rest: 'x' }],
  ['##', { heading: 2, rest: '' }],
  ['> ## DOING [#A] x', { quote: true, heading: 2, marker: 'DOING', priority: 'A', rest: 'x' }],
  ['## TODO x', { heading: 2, marker: 'TODO', rest: 'x' }],
  ['> TODO x', { quote: true, marker: 'TODO', rest: 'x' }],
  ['TODO\nmore', { marker: 'TODO', rest: '\nmore' }],
  ['#\nmore', { heading: 1, rest: '\nmore' }],
  ['TODO   x', { marker: 'TODO', rest: 'x' }],
])('[D2.2] %j has a head', (content, expected) => {
  expect(headOf(content)).toMatchObject(expected)
})

test.each([
  'WAIT x',
  'CANCELLED x',
  'STARTED x',
  'IN-PROGRESS x',
  'TODO: x',
  'TODOS x',
  'todo x',
  'Todo x',
  'TODO, x',
  'x TODO',
  '-TODO x',
  '**TODO** x',
  '\\TODO x',
  'TODO_x',
  '###x',
  '####### x',
  '#x',
  '>x',
  '[#D] x',
  '[#a] x',
  '[#AB] x',
  '[A] x',
  '[#A](https://example.org)',
  '\nTODO x',
  'key:: value\nTODO x',
  'SCHEDULED: <2026-11-20 Fri>\nTODO x',
])('[D2.2] %j has no head', (content) => {
  const { quote, heading, marker, priority } = parseBlock(content)
  expect({ quote, heading, marker, priority }).toEqual({
    quote: false,
    heading: undefined,
    marker: undefined,
    priority: undefined,
  })
})

test.each([
  ['[#A] TODO x', { priority: 'A', marker: undefined, rest: 'TODO x' }],
  ['[#A] # x', { priority: 'A', heading: undefined, rest: '# x' }],
  ['TODO # x', { marker: 'TODO', heading: undefined, rest: '# x' }],
  ['TODO > x', { marker: 'TODO', quote: false, rest: '> x' }],
  ['# > x', { heading: 1, quote: false, rest: '> x' }],
  ['TODO TODO x', { marker: 'TODO', rest: 'TODO x' }],
  ['[#A] [#B] x', { priority: 'A', rest: '[#B] x' }],
])('[D2.2] the order is fixed: %j', (content, expected) => {
  expect(headOf(content)).toMatchObject(expected)
})

test('[D2.5] marks are not references', () => {
  expect(parseBlock('> # TODO [#A] x').refs).toEqual([])
})
