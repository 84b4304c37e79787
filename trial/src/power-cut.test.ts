import { expect, test } from 'vitest'
import { imageAfter, type Luck } from './power-cut.ts'
import type { DiskCall } from './recording.ts'

const PATH = '/data/a'
const at = 0
const create: DiskCall = { at, kind: 'create', path: PATH }
const sync: DiskCall = { at, kind: 'sync', path: PATH }
const write = (text: string, offset = 0): DiskCall => ({
  at,
  kind: 'write',
  path: PATH,
  offset,
  bytes: Buffer.from(text),
})
const resize = (size: number): DiskCall => ({ at, kind: 'resize', path: PATH, size })
const rename = (path: string, to: string): DiskCall => ({ at, kind: 'rename', path, to })

/** The worst disk loses all that it may; the best one nothing. */
const WORST: Luck = { names: () => 0, write: () => 'gone', sector: () => false }
const BEST: Luck = { names: (most) => most, write: () => 'whole', sector: () => true }

const shown = (calls: readonly DiskCall[], luck: Luck, before: Record<string, string> = {}) => {
  const files = new Map(Object.entries(before).map(([path, text]) => [path, Buffer.from(text)]))
  return Object.fromEntries(
    [...imageAfter(calls, files, luck).files].map(([path, bytes]) => [path, bytes.toString()]),
  )
}

test.each<[name: string, calls: DiskCall[], worst: Record<string, string>, best: Record<string, string>]>([
  ['synced bytes', [create, write('abc'), sync], { [PATH]: 'abc' }, { [PATH]: 'abc' }],
  ['a file without a sync', [create, write('abc')], {}, { [PATH]: 'abc' }],
  ['bytes after the sync', [create, write('abc'), sync, write('xyz')], { [PATH]: 'abc' }, { [PATH]: 'xyz' }],
  ['a new length', [create, write('abc'), sync, resize(1)], { [PATH]: 'abc' }, { [PATH]: 'a' }],
  [
    'bytes that grow again',
    [create, write('abc'), resize(1), write('d', 2), sync],
    { [PATH]: 'a\0d' },
    { [PATH]: 'a\0d' },
  ],
  [
    'a name after the sync of the file',
    [create, write('abc'), sync, rename(PATH, '/data/b')],
    { [PATH]: 'abc' },
    { '/data/b': 'abc' },
  ],
  [
    'a name after the sync of its folder',
    [create, write('abc'), sync, rename(PATH, '/data/b'), { at, kind: 'sync', path: '/data' }],
    { '/data/b': 'abc' },
    { '/data/b': 'abc' },
  ],
])('a power cut and %s', (_, calls, worst, best) => {
  expect(shown(calls, WORST)).toEqual(worst)
  expect(shown(calls, BEST)).toEqual(best)
})

test('a torn write keeps some sectors of the file, and takes others', () => {
  const before = { [PATH]: 'a'.repeat(1_024) }
  let sector = 0
  const half: Luck = { ...BEST, write: () => 'torn', sector: () => sector++ === 0 }
  expect(shown([write('b'.repeat(1_024))], half, before)[PATH]).toBe('b'.repeat(512) + 'a'.repeat(512))
})
