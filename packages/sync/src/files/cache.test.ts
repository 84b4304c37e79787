import { expect, test } from 'vitest'
import { toEvict } from './cache.ts'
import type { LocalFile } from './file-store.ts'

const copy = (id: string, size: number, used: number, rest: Partial<LocalFile> = {}): LocalFile => ({
  id,
  name: id,
  type: '',
  size,
  used,
  ...rest,
})
const ROOM = { bytes: 10, files: 3 }

test.each<[string, LocalFile[], string[]]>([
  ['keeps all that fits', [copy('a', 5, 1), copy('b', 5, 2)], []],
  ['gives up what was read longest ago', [copy('a', 5, 2), copy('b', 5, 3), copy('c', 5, 1)], ['c']],
  ['gives up a file that is too large alone', [copy('a', 11, 9), copy('b', 5, 1)], ['a']],
  ['counts files too', ['a', 'b', 'c', 'd'].map((id, n) => copy(id, 0, n)), ['a']],
  ['keeps what waits for its upload', [copy('a', 90, 1, { upload: {} }), copy('b', 10, 2)], []],
  [
    'keeps what the server refused',
    [copy('a', 90, 1, { upload: { failed: { code: 'x', error: 'x', hint: '' } } })],
    [],
  ],
])('the cache %s', (_, files, expected) => expect(toEvict(files, ROOM)).toEqual(expected))
