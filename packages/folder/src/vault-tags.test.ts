import { parseBlock } from '@notegraph/block-text'
import { expect, test } from 'vitest'
import { vaultTags } from './vault-tags.ts'

/** A text of a vault, its conversion (`same`: none), and the tags. */
test.each([
  ['real #tag and #a1', 'same', ['tag', 'a1']],
  ['(#5EA8A7), "#F4F1DE", issue (#361)', String.raw`(\#5EA8A7), "\#F4F1DE", issue (\#361)`, []],
  ['issue #123 and PR #45', String.raw`issue \#123 and PR \#45`, []],
  ['#1984/a #2024-01', 'same', ['1984/a', '2024-01']],
  ['#tag&y and #tag.x', '#[[tag]]&y and #[[tag]].x', ['tag']],
  ['| #c1|#c2 |', '| #[[c1]]|#c2 |', ['c1', 'c2']],
  ['a |#c2', String.raw`a |\#c2`, []],
  ['|#|', String.raw`|\#|`, []],
  ['##lit', String.raw`#\#lit`, []],
  ['叫做#冰山（#标签） #冰山', String.raw`叫做\#冰山（\#标签） #冰山`, ['冰山']],
  ['[[back to top](#top)]', String.raw`[[back to top](\#top)]`, []],
  ['#[[Note]] (#[[a b|c]])', String.raw`\#[[Note]] (\#[[a b|c]])`, []],
  ['#a#b', String.raw`#a\#b`, ['a']],
  ['**#bold** _#it_ a**#no**', String.raw`**#bold** _#it_ a**\#no**`, ['bold', 'it']],
  ['#\uFE0F\u20E3 Channel list', 'same', []],
  ['#x\u200Bb', '#x\u200Bb', ['x']],
  ['#می\u200Cخواهم', 'same', ['می\u200Cخواهم']],
  ['#🎉 #a🎉b #👩🏽\u200D🚀', 'same', ['🎉', 'a🎉b', '👩🏽\u200D🚀']],
  ['# head #x\n#y\n\t#z', 'same', ['x', 'y', 'z']],
  ['#tag[[Note|l]] #b![[c]]', '#[[tag]][[Note|l]] #[[b]]![[c]]', ['tag', 'b']],
  ['`#code` <!-- #no --> [[Note#part]] [a](#b) http://x.y/#z', 'same', []],
])('[D2.6] %j', (text, converted, tags) => {
  const words = vaultTags(text)
  expect(words).toBe(converted === 'same' ? text : converted)
  expect(parseBlock(words).tags).toEqual(tags)
})

test.each([
  ['#tag.sub.deep.', ['tag.sub.deep']],
  ['#tag..sub', ['tag']],
  ['#a.b,c (#d.e)', ['a.b']],
])('[K1] a tag of Dendron can have dots: %s', (text, tags) =>
  expect(parseBlock(vaultTags(text, true)).tags).toEqual(tags),
)
