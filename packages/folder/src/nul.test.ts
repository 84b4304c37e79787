/** NUL in files of a folder, raw and as a JSON escape: dropped and reported. */
import { expect, test } from 'vitest'
import { MANIFEST_PATH, planFolder, readNote } from './index.ts'
import { NUL, nulsIn } from './nul.ts'

test.each<[string, boolean, number, number | undefined]>([
  ['a', true, 0, undefined],
  ['a\nb\0c\0', false, 2, 2],
  [String.raw`"a\u0000b"`, false, 0, undefined],
  [String.raw`"a\u0000b"`, true, 1, 1],
  [String.raw`"a\\u0000b"`, true, 0, undefined],
  [String.raw`"a\\\u0000\u0000"`, true, 2, 1],
  ['\n"a\\u0000"\0', true, 2, 2],
])('nulsIn(%j, %s) finds %s, from line %s', (text, isJson, count, line) => {
  expect(nulsIn(text, isJson)).toEqual(line === undefined ? undefined : { count, line })
})

test.each([
  ['whiteboards/a.json', '{"name":"a",\n"blocks":[{"depth":0,"content":"b\\u0000c"}]}', 'bc'],
  ['a.canvas', '{"nodes":[\n{"type":"text","text":"b\\u0000c","x":0,"y":0}]}', 'bc'],
  ['pages/a.md', '- a\n- b\0c', 'bc'],
  ['pages/a.md', '- a\n- b\\u0000c', 'b\\u0000c'],
])('NUL in %s, %j', (path, text, expected) => {
  const result = readNote(planFolder([path]), path, text)
  if (!result.ok) throw new Error(result.unread[0]?.why)
  const { blocks, unread, findings = [] } = result.note
  expect(blocks.at(-1)!.content).toBe(expected)
  const lines = expected === 'bc' ? [2] : []
  expect(unread).toEqual(lines.map((line) => ({ file: path, line, why: NUL })))
  const nuls = findings.filter(({ kind }) => kind === 'nul')
  expect(nuls).toEqual(lines.map(() => ({ kind: 'nul', count: 1, lines })))
})

test('NUL in the manifest is reported with the line', () => {
  const { unread, leftOut } = planFolder(['pages/a.md'], undefined, '[\n{"file":"a\\u0000"}\n]')
  expect(unread).toEqual([{ file: MANIFEST_PATH, line: 2, why: expect.stringContaining('NUL') }])
  expect(leftOut).toEqual([{ kind: 'nul', path: MANIFEST_PATH }])
})
