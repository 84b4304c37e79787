import { expect, test } from 'vitest'
import { parseBlock } from './parse.ts'

test.each([
  ['#tag', ['tag']],
  ['a #tag b', ['tag']],
  ['#tag, b', ['tag']],
  ['#tag!', ['tag']],
  ['#tag?', ['tag']],
  ["'#tag'", ['tag']],
  ['"#tag"', ['tag']],
  ['#tag: x', ['tag']],
  ['(#tag)', ['tag']],
  ['[#tag]', ['tag']],
  ['{#tag}', ['tag']],
  ['#a#b', ['a', 'b']],
  ['#a#b#c', ['a', 'b', 'c']],
  ['#a #b', ['a', 'b']],
  ['#标签。', ['标签']],
  ['#标签，好', ['标签']],
  ['#标签、#乙', ['标签', '乙']],
  ['#标签；好', ['标签']],
  ['#标签：好', ['标签']],
  ['#标签！', ['标签']],
  ['#标签？', ['标签']],
  ['#tag… more', ['tag']],
  ['‘#tag’', ['tag']],
  ['“#tag”', ['tag']],
  ['（#标签）', ['标签']],
  ['【#标签】', ['标签']],
  ['「#タグ」', ['タグ']],
  ['『#タグ』', ['タグ']],
  ['#태그!', ['태그']],
])('[D2.6] %j ends at a mark', (content, tags) => {
  expect(parseBlock(content).tags).toEqual(tags)
})

test('[T1] the color of a block is no tag', () => {
  const { refs, properties } = parseBlock(
    'a\nbackground-color:: #533e7d\nbackground_color:: #497d46\ncolor:: #red',
  )
  expect([refs, properties.length]).toEqual([['red'], 3])
})

test.each([
  ['#\uFE0F\u20E3 Channel list', []],
  ['#\u20E3 keys', []],
  ['#\uFE0E text', []],
  ['#\uFE0Fx', []],
  ['#1\uFE0F\u20E3', ['1\uFE0F\u20E3']],
  ['#❤\uFE0F', ['❤\uFE0F']],
  ['#x\u200B', ['x']],
  ['#x\u200By', ['x']],
  ['#\u200Bx', []],
  ['#x\u2060', ['x']],
  ['#x\uFEFF', ['x']],
  ['#x\u2064', ['x']],
  ['#סוף\u200F', ['סוף']],
  ['\u2068#סוף\u2069', ['סוף']],
  ['#وسم\u061C', ['وسم']],
  ['#x\u202C', ['x']],
  ['#a.\u200B', ['a']],
  ['#a\u200B#b', ['a', 'b']],
  ['#می\u200Cخواهم', ['می\u200Cخواهم']],
  ['#می\u200C', ['می']],
  ['#क्\u200Dष', ['क्\u200Dष']],
  ['#x\u200D\u200C, y', ['x']],
  ['#\u200Cx', []],
  ['#👩\u200D💻', ['👩\u200D💻']],
  ['#Donau\u00ADdampf', ['Donau\u00ADdampf']],
  ['#Donau\u00AD', ['Donau']],
])('[D2.6] %j: a keycap is no tag, and invisible characters end one', (content, tags) => {
  expect(parseBlock(content).tags).toEqual(tags)
})

test.each([
  ['#v1.2.3 is', ['v1.2.3']],
  ['#a.b.c.', ['a.b.c']],
  ['#a.', ['a']],
  ['#a...', ['a']],
  ['#a.) b', ['a']],
  ['(#a.)', ['a']],
  ['#a.", b', ['a']],
  ['#a; b', ['a']],
  ['#a;b', ['a;b']],
  ['#a;', ['a']],
  ['#a.\nb', ['a']],
  ['#a.b', ['a.b']],
  ['#file.ts and', ['file.ts']],
  ['**#a.**', ['a']],
  ['#a.-', ['a']],
])('[D2.6] %j: a period ends a tag only before marks', (content, tags) => {
  expect(parseBlock(content).tags).toEqual(tags)
})

test.each([
  ['**#a**', ['a']],
  ['*#a*', ['a']],
  ['_#a_', ['a']],
  ['__#a__', ['a']],
  ['~~#a~~', ['a']],
  ['==#a==', ['a']],
  ['***#a***', ['a']],
  ['**_#a_**', ['a']],
  ['**bold #a** more', ['a']],
  ['**#a #b**', ['a', 'b']],
  ['**over\ntwo #a** lines', ['a']],
  ['_#snake_case_', ['snake_case']],
  ['#snake_case', ['snake_case']],
  ['#a*b', ['a*b']],
  ['#a==b', ['a==b']],
  ['2 * 3 #a*b', ['a*b']],
  ['**x** #a**', ['a**']],
  ['**#a*b**', ['a*b']],
  ['中文**#标签**中文', ['标签']],
  ['* #a*b', ['a*b']],
  ['~#a~', ['a~']],
])('[D2.6] %j: surrounding emphasis ends a tag', (content, tags) => {
  expect(parseBlock(content).tags).toEqual(tags)
})

test.each([
  ['it&#39;s', []],
  ['&#x27; &#X1F680; &#0; #a', ['a']],
  ['&#39 &#x; &#xyz;', ['39', 'x', 'xyz']],
  ['<span style="color:#ff0000">#red</span>', ['red']],
  ['<font color=#00ff00>x', []],
  ['<td>#a</td><td>#b<br/>', ['a', 'b']],
  ['<a href="#top">#c</a>', ['c']],
  ['#a<b', ['a<b']],
  ['1 < 2 #a > b', ['a']],
  ['<#a>', ['a>']],
  ['x <y #a', ['a']],
  ['<b\n#a>', ['a>']],
])('[D2.6] %j: character references and HTML attributes contain no tags', (content, tags) => {
  expect(parseBlock(content).tags).toEqual(tags)
})

test.each([
  ['C#', []],
  ['C# and F#', []],
  ['issue#12', []],
  ['12#34', []],
  ['é#x', []],
  ['e\u0301#x', []],
  ['λ#x', []],
  ['Ж#x', []],
  ['中文#标签', ['标签']],
  ['ひらがな#タグ', ['タグ']],
  ['カタカナ#タグ', ['タグ']],
  ['한국어#태그', ['태그']],
  ['(#x', ['x']],
  ['/#x', ['x']],
  ['-#x', ['x']],
  ['🙂#x', ['x']],
  ['ש#x', ['x']],
])('[D2.6] %j: the character before a tag', (content, tags) => {
  expect(parseBlock(content).tags).toEqual(tags)
})

test.each([
  ['#', []],
  ['# ', []],
  ['x # y', []],
  ['x #, y', []],
  ['x #. y', []],
  ['x ##', []],
  ['x #]', []],
  ['#[[a tag]]', ['a tag']],
  ['#[[a tag]]#b', ['a tag', 'b']],
  ['#[[a tag]], more', ['a tag']],
  ['#[[ ]]', []],
  ['#[[open', []],
  ['#[[a [[b]] c]]', ['a [[b]] c']],
  ['#1', ['1']],
  ['#2026 plans', ['2026']],
  ['#a/b', ['a/b']],
  ['#a-b_c', ['a-b_c']],
  ['#c++', ['c++']],
  ['#a@b', ['a@b']],
  ['#🙂', ['🙂']],
  ['- #a\n- #b', ['a', 'b']],
  ['1. #a', ['a']],
  ['| #a | #b |', ['a', 'b']],
  ['> #a', ['a']],
  ['## Title #a', ['a']],
  ['TODO [#A] #b', ['b']],
  ['x [#A]', ['A']],
  ['#a#a #A', ['a']],
  ['#+BEGIN_QUOTE\n#a\n#+END_QUOTE', ['a']],
  ['#+BEGIN_NOTE #a', []],
  ['  #+begin_tip\nx\n  #+end_tip', []],
  ['#+BEGIN_NOTE #a <!-- x\ny --> #b\n#c', ['b', 'c']],
  ['#+BEGIN_NOTE `x\ny` #b', ['b']],
  ['#+BEGIN_NOTE #a <!-- x --> #b\n#c', ['c']],
  ['\\#a', []],
  ['#a\\#b', ['a']],
  ['#a[[b]]', ['a']],
])('[D2.6] %j', (content, tags) => {
  expect(parseBlock(content).tags).toEqual(tags)
})
