import { describe, expect, test } from 'vitest'
import { isRecordId, makeBlock, makePage, makeShape } from './make.ts'

describe('[D1.7] ids', () => {
  test.each([
    'a',
    'journal-20261120',
    'A.b_c-9',
    '-',
    '..',
    'x'.repeat(64),
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ])('%j is an id', (id) => {
    expect(isRecordId(id)).toBe(true)
  })
  test.each(['', 'x'.repeat(65), 'a b', 'a/b', 'é', 'a\n', ':a', 'a\u0000'])('%j is none', (id) => {
    expect(isRecordId(id)).toBe(false)
    expect(() => makePage({ id, name: 'x', now: 1 })).toThrow(TypeError)
    const rest = { content: '', rev: 'r', order: 1, now: 1 }
    expect(() => makeBlock({ id, pageId: 'p', parentId: null, ...rest })).toThrow(TypeError)
    expect(() => makeBlock({ id: 'b', pageId: id, parentId: null, ...rest })).toThrow(TypeError)
    expect(() => makeBlock({ id: 'b', pageId: 'p', parentId: id, ...rest })).toThrow(TypeError)
    expect(() => makeShape({ id, pageId: 'p', text: '', rev: 'r', order: 1, props: {}, now: 1 })).toThrow(
      TypeError,
    )
  })
})

test('a page in its full form', () => {
  const made = makePage({
    id: 'p1',
    name: 'Rye',
    kind: 'whiteboard',
    favorite: true,
    props: [
      ['type', 'book'],
      ['kind', 'novel'],
    ],
    now: 7,
    createdAt: 3,
  })
  expect(made).toEqual({
    kind: 'page',
    id: 'p1',
    createdAt: 3,
    updatedAt: 7,
    hist: [],
    schema: 1,
    props: {
      name: { v: 'Rye', at: 7 },
      ':kind': { v: 'whiteboard', at: 7 },
      ':favorite': { v: true, at: 7 },
      type: { v: 'book', at: 7 },
      kind: { v: 'novel', at: 7 },
    },
  })
  expect(Object.keys(made.props)).toEqual(['name', ':kind', ':favorite', 'type', 'kind'])
})

test('a plain page omits empty members', () => {
  expect(makePage({ id: 'p1', name: 'Rye', kind: 'page', favorite: false, now: 7 })).toEqual({
    kind: 'page',
    id: 'p1',
    createdAt: 7,
    updatedAt: 7,
    hist: [],
    schema: 1,
    props: { name: { v: 'Rye', at: 7 } },
  })
})

test('the id makes a page a journal page', () => {
  expect(makePage({ id: 'journal-20261120', name: '2026-11-20', kind: 'journal', now: 7 }).id).toBe(
    'journal-20261120',
  )
  for (const id of ['p1', 'journal-20260230'])
    expect(() => makePage({ id, name: 'x', kind: 'journal', now: 7 })).toThrow(TypeError)
})

test.each(['name', ':kind', ':favorite', ':'])('no owner writes %j', (key) => {
  expect(() => makePage({ id: 'p1', name: 'x', props: [[key, 'y']], now: 7 })).toThrow(TypeError)
})

test('a property can have the name of a built-in member', () => {
  const made = makePage({ id: 'p1', name: 'x', props: [['__proto__', 'y']], now: 7 })
  expect(Object.keys(made.props)).toEqual(['name', '__proto__'])
  expect(JSON.stringify(made.props)).toBe('{"name":{"v":"x","at":7},"__proto__":{"v":"y","at":7}}')
})

test('a block in its full form', () => {
  const made = { id: 'b1', content: 'Knead', rev: 'r1', pageId: 'p1', parentId: 'b0', order: 1.5, now: 7 }
  expect(makeBlock(made)).toEqual({
    kind: 'block',
    id: 'b1',
    createdAt: 7,
    updatedAt: 7,
    hist: [],
    schema: 1,
    words: { text: 'Knead', rev: 'r1', at: 7 },
    place: { pageId: 'p1', parentId: 'b0', order: 1.5, at: 7 },
    props: {},
  })
  expect(makeBlock({ ...made, createdAt: 3 }).createdAt).toBe(3)
})

test('a shape in its full form', () => {
  const made = {
    id: 's1',
    text: 'box',
    rev: 'r1',
    pageId: 'p1',
    order: 1,
    props: { x: 1, fill: null, at: [1, { y: 2 }] },
    now: 7,
  }
  expect(makeShape(made)).toEqual({
    kind: 'shape',
    id: 's1',
    createdAt: 7,
    updatedAt: 7,
    hist: [],
    schema: 1,
    words: { text: 'box', rev: 'r1', at: 7 },
    place: { pageId: 'p1', parentId: null, order: 1, at: 7 },
    props: { x: { v: 1, at: 7 }, fill: { v: null, at: 7 }, at: { v: [1, { y: 2 }], at: 7 } },
  })
})

test.each([Number.NaN, Infinity, -Infinity])('%s is no order', (order) => {
  expect(() =>
    makeBlock({ id: 'b', content: '', rev: 'r', pageId: 'p', parentId: null, order, now: 1 }),
  ).toThrow(TypeError)
  expect(() => makeShape({ id: 's', text: '', rev: 'r', pageId: 'p', order, props: {}, now: 1 })).toThrow(
    TypeError,
  )
})
