import { fileIds } from '@notegraph/block-text'
import { expect, test } from 'vitest'
import { addressOf, isFileId, linkTo, mediaTypeOf, nameFault, newFileId } from './media.ts'

test.each([
  ['map.png', '', '![map.png](/api/files/x)'],
  ['map.PNG', '', '![map.PNG](/api/files/x)'],
  ['map', 'image/png', '![map](/api/files/x)'],
  ['paper.pdf', '', '[paper.pdf](/api/files/x)'],
  ['scan.png', 'application/pdf', '[scan.png](/api/files/x)'],
  ['a [b] \\ c.txt', '', String.raw`[a \[b\] \\ c.txt](/api/files/x)`],
])('the link to %j of type %j is %s', (name, type, link) => {
  expect(linkTo({ id: 'x', name, type })).toBe(link)
})

test.each([
  ['', /name is empty/],
  [' ', /name is empty/],
  ['x'.repeat(256), /has 256 characters\. A file name can have 255/],
  ['a/b', /a slash/],
  ['a\nb', /a slash or a control character/],
  ['\ud800', /a slash/],
])('the file name %j is refused: %s', (name, fault) => {
  expect(nameFault(name)).toMatch(fault)
})

test.each(['map.png', '木'.repeat(255)])('the file name %j is valid', (name) => {
  expect(nameFault(name)).toBeUndefined()
})

test.each([
  ['image/png', 'image/png'],
  ['Text/Plain; charset=utf-8', 'text/plain'],
  ['', ''],
  ['nonsense', ''],
  ['a b/c', ''],
])('the media type of %j is %j', (type, expected) => expect(mediaTypeOf(type)).toBe(expected))

test('a new id has 24 characters, is unique, and is found in links', () => {
  const ids = Array.from({ length: 200 }, () => newFileId(() => crypto.randomUUID()))
  expect(new Set(ids).size).toBe(200)
  for (const id of ids) {
    expect(id).toMatch(/^[A-Za-z0-9_-]{24}$/)
    expect(isFileId(id)).toBe(true)
    expect([...fileIds(`see ![](${addressOf(id)})`, undefined)]).toEqual([id])
  }
})
