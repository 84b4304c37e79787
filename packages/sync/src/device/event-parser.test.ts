import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventParser } from './event-parser.ts'

/** The data of events, and `:` for each comment. */
function parsed(most: number, ...parts: readonly string[]): string[] {
  const found: string[] = []
  const feed = eventParser(most, { onData: (data) => found.push(data), onComment: () => found.push(':') })
  for (const part of parts) feed(part)
  return found
}

test.each<[what: string, text: string, expected: readonly string[]]>([
  ['one event', 'data: a\n\n', ['a']],
  ['two events', 'data: a\n\ndata: b\n\n', ['a', 'b']],
  ['lines that end with CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
  ['lines that end with CR', 'data: a\r\rdata: b\r\r:', ['a', 'b']],
  ['data of several lines', 'data: a\ndata: b\n\n', ['a\nb']],
  ['one space after the colon, and no more', 'data:a\n\ndata:  b\n\n', ['a', ' b']],
  ['data with colons', 'data: {"a":1}\n\n', ['{"a":1}']],
  ['empty data', 'data\n\ndata:\n\n', ['', '']],
  ['comments', ':\n\n: hello\n\n', [':', ':']],
  ['a comment inside an event', 'data: a\n:\ndata: b\n\n', [':', 'a\nb']],
  ['other fields', 'event: x\nid: 7\nretry: 5\nfoo\ndata: a\n\n', ['a']],
  ['no event without data', 'event: x\n\n\n\n', []],
  ['no unfinished event', 'data: a\n\ndata: b\n', ['a']],
])('a parser of events finds %s', (_, text, expected) => {
  expect(parsed(1_000, text)).toEqual(expected)
})

test('a parser of events gives each event the id that came last', () => {
  const ids: string[] = []
  const feed = eventParser(1_000, { onData: (_, id) => ids.push(id), onComment: () => {} })
  feed('data: a\n\nid: 7\ndata: b\n\ndata: c\n\nid: x\0\ndata: d\n\ndata: e\nid\n\n')
  expect(ids).toEqual(['', '7', '7', '7', ''])
})

test('a parser of events finds the same in a stream that arrives in any parts', () => {
  const line = fc.constantFrom('data: a', 'data:b', 'data', ':', 'id: 1', '', '', ' data: c')
  const end = fc.constantFrom('\n', '\r\n', '\r')
  const text = fc.array(fc.tuple(line, end), { maxLength: 30 }).map((lines) => lines.flat().join('') + '\n\n')
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 10 }), (whole, cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((a, b) => a - b), whole.length]
      const parts = places.slice(1).map((place, i) => whole.slice(places[i], place))
      expect(parsed(10_000, ...parts)).toEqual(parsed(10_000, whole))
    }),
  )
})

test.each<[what: string, part: string]>([
  ['a line without an end', 'data: aaaaaaaaaa'],
  ['lines without an empty one', 'data: aaaaaaaa\n'],
  ['a field without an end', 'foo aaaaaaaaaa'],
])('a parser of events refuses %s', (_, part) => {
  expect(() => parsed(100, ...Array<string>(20).fill(part))).toThrow('an event of the stream is too long')
})

test('a parser of events takes any number of short events and ignored lines', () => {
  expect(parsed(20, ...Array<string>(1_000).fill('data: a\n\nfoo: bar\n'))).toHaveLength(1_000)
})
