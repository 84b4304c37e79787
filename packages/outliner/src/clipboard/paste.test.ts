import { expect, test } from 'vitest'
import { draw, done, drawn, outcomeOf } from '../../test/drawn.ts'
import { markup } from '../../test/markup.ts'
import { refusalWords } from '../outline/messages.ts'
import { copyBlocks, cutOf, referenceTo } from './copy.ts'
import { planPaste } from './plan-paste.ts'
import { MOST_PASTED } from './pasted.ts'
import { readText } from './read-text.ts'

test('[O3.3] blocks are copied as a Markdown outline and as HTML, without ids', () => {
  const state = draw(['>a:tea & <b>⏎id:: 1', '  b:green⏎hot', 'c:no'])
  expect(copyBlocks(state)).toEqual({
    markdown: '- tea & <b>\n\t- green\n\t  hot',
    html: '<ul><li>tea &amp; &lt;b&gt;<ul><li>green<br>hot</li></ul></li></ul>',
  })
})

test('[O3.3] a copied outline pastes as it was', () => {
  const { markdown } = copyBlocks(draw(['>a:tea⏎room:: 4', '  b:TODO green⏎hot', '>c:```⏎x⏎```']))
  const state = done(draw(['z:|']), { do: 'paste', blocks: readText(markdown) })
  expect(drawn(state).map((line) => line.replace(/^( *)\w+:/, '$1'))).toEqual([
    'tea⏎room:: 4',
    '  TODO green⏎hot',
    '```⏎x⏎```|',
  ])
})

const paste = readText('- one\n\t- two\n- three')

test.each([
  [
    ['a:x|', 'b:y'],
    ['a:x', 'n1:one', '  n2:two', 'n3:three|', 'b:y'],
  ],
  [
    ['a:|', 'b:y'],
    ['a:one', '  n2:two', 'n3:three|', 'b:y'],
  ], // an empty block is filled
  [
    ['a:x|', '  b:y'],
    ['a:x', '  n1:one', '    n2:two', '  n3:three|', '  b:y'],
  ],
  [['a:x|yz|'], ['a:x', 'n1:one', '  n2:two', 'n3:three|']], // a selection is replaced
  [
    ['>a:x', '  b:y', 'c:z'],
    ['a:x', '  b:y', 'n1:one', '  n2:two', '>n3:three', 'c:z'],
  ],
  [['a:x'], ['a:x', 'n1:one', '  n2:two', '>n3:three']],
])('[O3.3] into %j the paste gives %j', (before, after) => {
  expect(drawn(done(draw(before), { do: 'paste', blocks: paste }))).toEqual(after)
})

test.each([
  [['a:x|'], ['a:x', 'n1:one', '  n2:two', '    n3:three|']],
  [['a:|'], ['a:one', '  n2:two', '    n3:three|']],
  // A folded block opens for what it gets.
  [
    ['+a:|', '  b:y'],
    ['a:one', '  b:y', '  n2:two', '    n3:three|'],
  ],
])('[O3.3] the caret comes behind the last pasted block: %j, %j', (before, after) => {
  const blocks = readText('- one\n\t- two\n\t\t- three')
  expect(drawn(done(draw(before), { do: 'paste', blocks }))).toEqual(after)
})

test.each([
  [['a:x|'], ['a:x', '+n1:one|⏎collapsed:: true', '  n2:two']],
  [['a:|⏎id:: 1'], ['+a:one|⏎id:: 1⏎collapsed:: true', '  n2:two']],
])('[O3.1] a pasted block starts folded as its text says: %j, %j', (before, after) => {
  const blocks = readText('- one\n  id:: 6a7b\n  collapsed:: true\n\t- two')
  expect(drawn(done(draw(before), { do: 'paste', blocks }))).toEqual(after)
})

test('[O3.1] the caret comes behind the words of a numbered block, and not into its number', () => {
  const html = markup('<ol><li>num 1</li><li>num 2</li></ol>')
  const planned = planPaste({ text: '1. num 1\n2. num 2', html }, { field: { text: '', start: 0, end: 0 } })
  if (planned.kind !== 'blocks') throw new Error(planned.kind)
  const NUMBER = '⏎logseq.order-list-type:: number'
  const pasted = done(draw(['a:|', 'b:y']), { do: 'paste', blocks: planned.blocks })
  expect(drawn(pasted)).toEqual([`a:num 1${NUMBER}`, `n2:num 2|${NUMBER}`, 'b:y'])
  const above = done(pasted, { do: 'goDown', column: 0 }, { do: 'goUp', column: 9 })
  expect(drawn(above)[1]).toBe(`n2:num 2|${NUMBER}`)
  // A caret that leads out to the left, too.
  const left = done(pasted, { do: 'edit', id: 'b', at: 0 }, { do: 'goUp', column: Infinity })
  expect(drawn(left)[1]).toBe(`n2:num 2|${NUMBER}`)
})

test('[O3.3] the first paste of a cut moves: ids and hidden lines stay', () => {
  const before = draw(['>a:tea⏎id:: 1', '  b:green', 'c:x'])
  const cut = cutOf(before)
  const after = done(before, { do: 'delete' }, { do: 'edit', id: 'c' })
  expect(planPaste({ text: cut.markdown }, { cut })).toEqual({ kind: 'move', cut })
  expect(drawn(done(after, { do: 'pasteCut', cut }))).toEqual(['c:x', 'a:tea⏎id:: 1', '  b:green|'])
  // The second paste comes without the cut, and gets new ids.
  expect(planPaste({ text: cut.markdown }, {})).toMatchObject({ kind: 'blocks' })
})

test('[O3.3] a cut that was undone moves too', () => {
  const state = draw(['>a:tea', '  b:green', 'c:x'])
  const cut = cutOf(state)
  expect(drawn(done(state, { do: 'edit', id: 'c' }, { do: 'pasteCut', cut }))).toEqual([
    'c:x',
    'a:tea',
    '  b:green|',
  ])
  const inside = done(state, { do: 'edit', id: 'b' })
  expect(outcomeOf(inside, { do: 'pasteCut', cut })).toEqual({ done: false })
})

const field = { text: 'see docs', start: 4, end: 8 }

test.each([
  ['tea', {}, { text: 'see tea', start: 7, end: 7 }],
  ['- tea', {}, { text: 'see tea', start: 7, end: 7 }],
  ['https://a.example', {}, { text: 'see [docs](https://a.example)', start: 29, end: 29 }],
  ['tea\n', {}, { text: 'see tea', start: 7, end: 7 }], // a line of an editor
  ['one\ntwo', { isPlain: true }, { text: 'see one\ntwo', start: 11, end: 11 }],
  [
    '- a\n- b',
    { field: { text: '```\nx\n```', start: 5, end: 5 } },
    { text: '```\nx- a\n- b\n```', start: 12, end: 12 },
  ],
])('[O3.3] the paste of %j with %j goes into the field', (text, more, expected) => {
  expect(planPaste({ text }, { field, ...more })).toEqual({ kind: 'field', field: expected })
})

test.each([
  [' green ', '<span> green </span>', 'see  green '],
  ['green', '<b>green</b>', 'see **green**'],
  ['green', '<table><tr><td>green</td></tr></table>', 'see green'],
])('[O3.3] the words %j of HTML go into the field with their blanks', (text, html, after) => {
  const planned = planPaste({ text, html: markup(html) }, { field })
  expect(planned.kind === 'field' && planned.field.text).toBe(after)
})

test.each([
  ['HTML', { text: 'a\nb', html: markup('<ul><li>a</li><li>b</li></ul>') }],
  ['a Markdown outline before its HTML', { text: '- a\n- b', html: markup('<p>no</p><p>no</p>') }],
  [
    'OPML',
    { text: '<opml>', opml: markup('<opml><body><outline text="a"/><outline text="b"/></body></opml>') },
  ],
])('[O3.3] %s gives blocks', (_what, contents) => {
  const two = ['a', 'b'].map((content) => ({ content, children: [] }))
  expect(planPaste(contents, { field })).toEqual({ kind: 'blocks', blocks: two })
})

test('[O3.3] a plain paste over the limit becomes several blocks', () => {
  const plan = planPaste({ text: 'word '.repeat(5_000) }, { field, isPlain: true })
  expect(plan.kind === 'blocks' && plan.blocks.length).toBe(2)
})

test('[O3.3] a paste of too many blocks is refused in words', () => {
  const blocks = Array.from({ length: MOST_PASTED + 1 }, () => ({ content: 'x', children: [] }))
  const outcome = outcomeOf(draw(['a:|']), { do: 'paste', blocks })
  expect(!outcome.done && outcome.refusal && refusalWords(outcome.refusal)).toMatch(/10000 blocks at most/)
})

test('[O3.3] a block can be copied as a reference and as an embed', () => {
  expect([referenceTo('a', 'reference'), referenceTo('a', 'embed')]).toEqual(['((a))', '{{embed ((a))}}'])
})
