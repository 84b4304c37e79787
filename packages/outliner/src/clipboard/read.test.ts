import { expect, test } from 'vitest'
import { markup } from '../../test/markup.ts'
import { unstyled, type MarkupNode } from './markup.ts'
import { measure, withinLimits, type PastedBlock } from './pasted.ts'
import { readHtml } from './read-html.ts'
import { readOpml } from './read-opml.ts'
import { looksLikeOpml, readText } from './read-text.ts'

const lines = (blocks: readonly PastedBlock[], depth = 0): string[] =>
  blocks.flatMap(({ content, children }) => [
    '  '.repeat(depth) + content.replaceAll('\n', '⏎'),
    ...lines(children, depth + 1),
  ])

test.each([
  ['- tea\n\t- green\n\t- black\n- milk', ['tea', '  green', '  black', 'milk']],
  ['* a\n  more\n* b', ['a⏎more', 'b']],
  ['- [ ] call\n- [x] pay', ['TODO call', 'DONE pay']],
  ['- a\n  id:: 6a7b\n  room:: 4', ['a⏎room:: 4']], // new ids
  ['- a\n  collapsed:: true\n  id:: 6a7b\n\t- b', ['a⏎collapsed:: true', '  b']],
  ['# Plan\nwords\n## Part\n- x', ['# Plan', '  words', '  ## Part', '    x']],
  ['one\ntwo\n\nthree', ['one', 'two', 'three']],
  ['one\n\ttwo\n\t\tthree\nfour', ['one', '  two', '    three', 'four']],
  ['one\r\ntwo\0', ['one', 'two']],
  ['```js\na - b\n\nc\n```', ['```js⏎a - b⏎⏎c⏎```']],
  [
    'Plan\n1. call\n   Ann\n2. [ ] pay\n   1. rent\n3) rest',
    [
      'Plan',
      'call⏎logseq.order-list-type:: number⏎Ann',
      'TODO pay⏎logseq.order-list-type:: number',
      '  rent⏎logseq.order-list-type:: number',
      'rest⏎logseq.order-list-type:: number',
    ],
  ],
  // A block of notes keeps its lines, and days are no count.
  ['- Steps\n  1. one\n  2. two', ['Steps⏎1. one⏎2. two']],
  ['- ```\n  1. x\n  2. y\n  ```\n- z', ['```⏎1. x⏎2. y⏎```', 'z']],
  ['24. December: A\n25. December: B', ['24. December: A⏎25. December: B']],
  ['1. a title', ['1. a title']], // no list
  ['```\n1. a\n2. b\n```', ['```⏎1. a⏎2. b⏎```']],
  ['• tea\n  ◦ green\n• milk', ['tea', '  green', 'milk']], // copied from a PDF
  ['', []],
])('[O3.3] the text %j is read as %j', (text, expected) => {
  expect(lines(readText(text))).toEqual(expected)
})

test.each([
  ['<ul><li>tea<ul><li>green</li></ul></li><li>milk</li></ul>', ['tea', '  green', 'milk']],
  ['<ul><li>tea</li><ul><li>green</li></ul></ul>', ['tea', '  green']], // beside its item
  ['<ul><li><p>one</p><p>two</p></li></ul>', ['one', '  two']],
  [
    '<ol><li>a</li><li>b</li></ol>',
    ['a⏎logseq.order-list-type:: number', 'b⏎logseq.order-list-type:: number'],
  ],
  [
    '<ul><li><input type="checkbox">call</li><li><input type="checkbox" checked>pay</li></ul>',
    ['TODO call', 'DONE pay'],
  ],
  ['<p>a <b>bold </b><i>word</i> <s>x</s></p><p>b</p>', ['a **bold** *word* ~~x~~', 'b']],
  ['<b style="font-weight:normal"><p>docs</p></b>', ['docs']], // Google Docs
  ['see <a href="https://a.example/(1)">this [1]</a>', ['see [this \\[1\\]](https://a.example/%281%29)']],
  ['<a href="javascript:alert(1)">x</a>', ['x']],
  [
    '<h1>Plan</h1><p>words</p><h2>Part</h2><p>x</p><h1>Next</h1>',
    ['# Plan', '  words', '  ## Part', '    x', '# Next'],
  ],
  [
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td></tr></table>',
    ['| a | b |⏎| --- | --- |⏎| 1\\|2 |  |'],
  ],
  [
    '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span> </span></span>First</p>' +
      '<p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">1.<span> </span></span>deep <b>one</b></p>' +
      '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">o<span> </span></span>Second</p><p>after</p>',
    ['First', '  deep **one**⏎logseq.order-list-type:: number', 'Second', 'after'],
  ], // Word
  ['<pre>x = 1\n``` y</pre>', ['````⏎x = 1⏎``` y⏎````']],
  ['<blockquote>so<br>it is</blockquote>', ['> so⏎> it is']],
  ['a<br>b', ['a⏎b']],
  ['<style>p {}</style><script>alert(1)</script><div>  only \n this </div>', ['only this']],
  [
    '<img src="https://a.example/x.png" alt="cat"><img src="data:image/png;base64,AA" alt="dog">',
    ['![cat](https://a.example/x.png)dog'],
  ],
])('[O3.3] the HTML %s is read as %j', (html, expected) => {
  expect(lines(readHtml(markup(html)))).toEqual(expected)
})

test.each([
  [
    '<opml><head><title>T</title></head><body><outline text="tea" _note="hot"><outline text="green" _complete="true"/></outline></body></opml>',
    ['tea⏎hot', '  DONE green'],
  ],
  ['<opml></opml>', []],
])('[O3.3] the OPML %s is read as %j', (opml, expected) => {
  expect(lines(readOpml(markup(opml)))).toEqual(expected)
})

test('[O3.3] a document of any depth is read with all its words', () => {
  let list: MarkupNode = 'deepest'
  for (let i = 0; i < 50_000; i++) list = { tag: i % 2 === 0 ? 'li' : 'ul', attributes: {}, children: [list] }
  expect(JSON.stringify(readHtml(list))).toContain('deepest')
  let outline: MarkupNode = ''
  for (let i = 0; i < 50_000; i++)
    outline = { tag: 'outline', attributes: { text: `n${i}` }, children: [outline] }
  const read = readOpml({ tag: 'body', attributes: {}, children: [outline] })
  expect(measure(read).count).toBe(50_000)
})

test.each([
  ['<p class=a style="color:red">x</p>', '<p class=a data-style="color:red">x</p>'],
  ["<b class='a'STYLE = 'x'>", "<b class='a'data-style = 'x'>"],
  ['<style media="all">p {}</style>', '<textarea media="all">p {}</textarea>'],
  ['<p>my style= is <styled>', '<p>my style= is <styled>'],
])('[O5.3] no style of %j applies', (html, expected) => {
  expect(unstyled(html)).toBe(expected)
})

test.each([
  ['<?xml version="1.0" encoding="utf-8"?>\n<opml version="2.0">', true],
  ['<opml>', true],
  ['- <opml>', false],
])('[O3.3] %j is OPML: %j', (text, expected) => {
  expect(looksLikeOpml(text)).toBe(expected)
})

test('[O3.3] a text over the limit becomes several blocks, without a lost letter', () => {
  const words = Array.from({ length: 9_000 }, (_, i) => `w${i}`).join(' ')
  const cut = withinLimits([
    { content: words, children: [] },
    { content: '😀'.repeat(15_000), children: [] },
  ])
  expect(cut.every(({ content }) => content.length <= 20_000)).toBe(true)
  expect(cut.length).toBe(5)
  expect(
    cut
      .slice(0, 3)
      .map(({ content }) => content)
      .join(' '),
  ).toBe(words)
  expect(cut.slice(3).every(({ content }) => content.isWellFormed())).toBe(true)
})
