import { describe, expect, test } from 'vitest'
import { block, envOf, NOW, page } from '../test/builders.ts'
import { blockJson, pageJson } from './answer.ts'
import { deriveBlock } from './block-row.ts'
import { markerOf, readMore } from './block-view.ts'
import { derivePage } from './page-row.ts'

type Answer = { readonly [member: string]: unknown }
const OTHER = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const counts = { blocks: 3, words: 5, sentences: 2, paragraphs: 1, characters: 20 }

const pageOf = (record: ReturnType<typeof page>): Answer =>
  JSON.parse(
    pageJson({
      id: record.id,
      type: 'website',
      counts,
      editedAt: NOW + 5,
      view: derivePage(record, envOf()).view,
    }),
  ) as Answer

const blockOf = (content: string): Answer =>
  JSON.parse(blockJson(deriveBlock(block(content), envOf()), 'Rye "bread"')) as Answer

/** The rows of the table `Page` in service.md, each with its type. */
const PAGE: readonly (readonly [string, string])[] = [
  ['id', 'string'],
  ['name', 'string'],
  ['kind', 'string'],
  ['type', 'string'],
  ['declaredType', 'string'],
  ['fields', 'object'],
  ['props', 'object'],
  ['hasPicture', 'boolean'],
  ['aliases', 'array'],
  ['tags', 'array'],
  ['counts', 'object'],
  ['copy', 'object'],
  ['day', 'number'],
  ['favorite', 'boolean'],
  ['createdAt', 'number'],
  ['updatedAt', 'number'],
]
const PAGE_OMITTED = new Set(['declaredType', 'copy', 'day', 'favorite'])

/** The rows of the table `Block`. */
const BLOCK: readonly (readonly [string, string])[] = [
  ['id', 'string'],
  ['page', 'string'],
  ['pageId', 'string'],
  ['parentId', 'null'],
  ['order', 'number'],
  ['content', 'string'],
  ['text', 'string'],
  ['marker', 'string'],
  ['priority', 'string'],
  ['scheduled', 'number'],
  ['deadline', 'number'],
  ['heading', 'number'],
  ['properties', 'object'],
  ['collapsed', 'boolean'],
  ['refs', 'array'],
  ['tags', 'array'],
  ['blockRefs', 'array'],
  ['createdAt', 'number'],
  ['updatedAt', 'number'],
]
const BLOCK_OMITTED = new Set([
  'marker',
  'priority',
  'scheduled',
  'deadline',
  'heading',
  'properties',
  'collapsed',
])

const FULL = `## TODO [#A] [[a]] #b ((${OTHER}))\nSCHEDULED: <2026-11-20 Fri>\nDEADLINE: <2026-11-20 Fri>\nk:: v\ncollapsed:: true`
const MORE = new Set('marker priority scheduled deadline heading collapsed refs tags blockRefs'.split(' '))

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
const shapeOf = (answer: Answer): (readonly [string, string])[] =>
  Object.entries(answer).map(([member, value]) => [member, kindOf(value)] as const)
const sorted = (rows: readonly (readonly [string, string])[]) => rows.toSorted(([a], [b]) => (a < b ? -1 : 1))

describe('[service, Page]', () => {
  test('a page with all members has every row of the table', () => {
    const full = page(
      { type: 'website', alias: 'a', tags: 'b', snapshot: '/api/files/x', 'snapshot-url': 'u' },
      { id: 'journal-20261120', favorite: true },
    )
    expect(sorted(shapeOf(pageOf(full)))).toEqual(sorted(PAGE))
  })

  test('a plain record omits optional members', () => {
    expect(sorted(shapeOf(pageOf(page())))).toEqual(
      sorted(PAGE.filter(([member]) => !PAGE_OMITTED.has(member))),
    )
  })

  test('separately changing members are added', () => {
    expect(pageOf(page())).toMatchObject({
      id: 'p1',
      type: 'website',
      counts,
      createdAt: NOW - 1000,
      updatedAt: NOW + 5,
    })
  })
})

describe('[service, Block]', () => {
  test('a block with all members has every row of the table, in order', () => {
    expect(shapeOf(blockOf(FULL))).toEqual(BLOCK)
  })

  test('a plain record omits optional members', () => {
    expect(shapeOf(blockOf('x'))).toEqual(BLOCK.filter(([member]) => !BLOCK_OMITTED.has(member)))
  })

  test('the page is added', () => {
    expect(blockOf('x')).toMatchObject({ id: 'b1', page: 'Rye "bread"', pageId: 'p1' })
  })

  test.each([FULL, 'x', 'DONE [[a]]', `((${OTHER}))`, 'k:: v'])(
    'the further members of %j are read back',
    (content) => {
      const { properties: _, ...more } = readMore(deriveBlock(block(content), envOf())) as {
        properties?: object
        marker?: string
      }
      expect(blockOf(content)).toMatchObject(more)
      expect(markerOf(deriveBlock(block(content), envOf()))).toBe(more.marker)
      expect(Object.keys(more)).toEqual(Object.keys(blockOf(content)).filter((member) => MORE.has(member)))
    },
  )
})
