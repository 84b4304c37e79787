import { expect, test } from 'vitest'
import { typingAt, withBlock, withName } from './completion.ts'

const at = (marked: string) => {
  const start = marked.indexOf('|')
  return { text: marked.replace('|', ''), start, end: start }
}

test.each([
  ['see [[Har|', 'link', 'Har'],
  ['see [[Har|]]', 'link', 'Har'],
  ['[[The Har|', 'link', 'The Har'],
  ['#bo|', 'tag', 'bo'],
  ['a #|', 'tag', ''],
  ['a [[b]] c|', undefined, undefined],
  ['ask @An|', 'mention', 'An'],
  ['ask @|', undefined, undefined],
  ['ann@boats.example|', undefined, undefined],
  ['@Ann and|', undefined, undefined],
  ['see ((keel of|))', 'block', 'keel of'],
  ['((a)) b|', undefined, undefined],
  ['/|', 'command', ''],
  ['tea /head|', 'command', 'head'],
  ['/move to|', 'command', 'move to'],
  ['tea / cake|', undefined, undefined],
  ['and/or|', undefined, undefined],
  ['C#|', undefined, undefined],
  ['[[a\nb|', undefined, undefined],
  ['# heading|', undefined, undefined],
  ['::aut|', 'key', 'aut'],
  ['tea\n::|', 'key', ''],
  ['tea\nsta::|', 'key', 'sta'],
  ['std::vector|', undefined, undefined],
  ['a ::b|', undefined, undefined],
  ['status:: rea|', 'value', 'rea'],
  ['tea\nlives-in:: |', 'value', ''],
  ['a b:: c|', undefined, undefined],
  ['```c\n#endif|', undefined, undefined],
  ['```sh\n[[ -f a|\n```', undefined, undefined],
  ['```c\n#endif\n```\n#bo|', 'tag', 'bo'],
])('[O3.4] in %j', (text, kind, name) => {
  const typing = typingAt(at(text))
  expect([typing?.kind, typing?.name]).toEqual([kind, name])
})

test.each([
  ['see [[Har|', 'Harbour', 'see [[Harbour]]|'],
  ['see [[Har|]] now', 'Harbour', 'see [[Harbour]]| now'],
  ['#bo|', 'boats', '#boats|'],
  ['#bo| now', 'Long boats', '#[[Long boats]]| now'],
  ['ask @an| now', 'Ann', 'ask [[Ann]]| now'],
  // Other marks would end the tag, too.
  ["#O'B|", "O'Brien", "#[[O'Brien]]|"],
  ['#c|', 'co.', '#[[co.]]|'],
  ['#no|', 'node.js', '#node.js|'],
  // Inside a link, all of it is another one.
  ['see [[Har|bour]] now', 'Harness', 'see [[Harness]]| now'],
  ['[[Har| and [[Boat]]', 'Harbour', '[[Harbour]]| and [[Boat]]'],
  // Brackets of the writer stay.
  ['see #bo|)', 'boats', 'see #boats|)'],
  ['(see [[Har|)', 'Harbour', '(see [[Harbour]]|)'],
  ['[see @an|]', 'Ann', '[see [[Ann]]|]'],
])('[O3.4] %j with %j is %j', (text, name, after) => {
  const selection = at(text)
  const { text: next, start } = withName(selection, typingAt(selection)!, name)
  expect(`${next.slice(0, start)}|${next.slice(start)}`).toBe(after)
})

test.each([
  ['see ((keel|))', 'see ((b1))|'],
  ['see ((keel| now', 'see ((b1))| now'],
  ['see ((ke|el)) now', 'see ((b1))| now'],
])('[O3.4] %j with a block is %j', (text, after) => {
  const selection = at(text)
  const { text: next, start } = withBlock(selection, typingAt(selection)!, 'b1')
  expect(`${next.slice(0, start)}|${next.slice(start)}`).toBe(after)
})

test.each([
  ['[[Har|]]', '{{embed [[Harbour]]}}|'],
  ['@Har|', '{{embed [[Harbour]]}}|'],
  ['#Har|', '{{embed [[Harbour]]}}|'],
  ['{{embed [[Har|]]}}', '{{embed [[Harbour]]|}}'],
])('[O3.4] %j with an embedded page is %j', (text, after) => {
  const selection = at(text)
  const { text: next, start } = withName(selection, typingAt(selection)!, 'Harbour', true)
  expect(`${next.slice(0, start)}|${next.slice(start)}`).toBe(after)
})

test('[O3.4] a block is embedded', () => {
  const selection = at('((keel|))')
  expect(withBlock(selection, typingAt(selection)!, 'b1', true).text).toBe('{{embed ((b1))}}')
})
