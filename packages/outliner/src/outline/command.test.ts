import { expect, test } from 'vitest'
import { draw, done, drawn, outcomeOf, shapeOf } from '../../test/drawn.ts'
import type { Command } from './command.ts'
import { refusalWords } from './messages.ts'
import { numberOf } from './number.ts'

const NUMBER = '⏎logseq.order-list-type:: number'

interface Row {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly root: string | undefined
}
type Cells = readonly [before: readonly string[], after: readonly string[], root?: string]

function table(rule: string, command: Command, cells: readonly Cells[]): void {
  const rows = cells.map(([before, after, root]): Row => ({ before, after, root }))
  test.each(rows)(`[${rule}] ${command.do}: $before becomes $after`, ({ before, after, root }) => {
    expect(drawn(done(draw(before, root ?? null), command))).toEqual(after)
  })
}

table('O3.1', { do: 'split' }, [
  [['a:milk| and tea'], ['a:milk', 'n1:|and tea']],
  [['a:milk|'], ['a:milk', 'n1:|']],
  [['a:|milk'], ['n1:', 'a:|milk']], // at the start: above
  [['a:mi|xx|lk'], ['a:mi', 'n1:|lk']], // a selection is replaced
  [
    ['a:milk|', '  b:tea'],
    ['a:milk', '  n1:|', '  b:tea'],
  ], // open children
  [
    ['+a:milk|', '  b:tea'],
    ['+a:milk', '  b:tea', 'n1:|'],
  ], // folded children
  [
    ['a:x', '  b:|', '  c:y'],
    ['a:x', 'b:|', '  c:y'],
  ], // empty and nested
  [['a:|'], ['a:', 'n1:|']],
  [
    ['a:x', '  b:|yes|'],
    ['a:x', '  b:', '  n1:|'],
  ], // all of it selected: not empty yet
  [[`a:|one|${NUMBER}`], [`a:${NUMBER}`, `n1:|${NUMBER}`]],
  [['a:milk|⏎id:: x'], ['a:milk⏎id:: x', 'n1:|']],
  [
    ['a:TODO call Ann| at noon⏎SCHEDULED: <2026-11-20 Fri>⏎room:: 4'],
    ['a:TODO call Ann⏎SCHEDULED: <2026-11-20 Fri>⏎room:: 4', 'n1:|at noon'],
  ],
  [['a:one|⏎two'], ['a:one', 'n1:|two']],
  [['a:one⏎|two'], ['a:one', 'n1:|two']],
  [['a:one |two '], ['a:one ', 'n1:|two ']], // no blank at the end is taken away
  [['a:plan|', '  b:x'], ['a:plan', '  n1:|', '  b:x'], 'a'], // the zoomed block
  [['a:|plan'], ['a:plan', '  n1:|'], 'a'],
  [[`a:one|${NUMBER}`], [`a:one${NUMBER}`, `n1:|${NUMBER}`]],
  [[`a:|${NUMBER}`], ['a:|']],
  [
    ['a:x|', `  b:one${NUMBER}`],
    ['a:x', `  n1:|${NUMBER}`, `  b:one${NUMBER}`],
  ],
])

test.each([[['a:```js⏎one|⏎```']], [['a:```js⏎one|']], [['a:x⏎:LOGBOOK:⏎one|⏎:END:']]])(
  '[O3.1] Enter in code is a line break, which the browser makes: %j',
  (before) => {
    expect(outcomeOf(draw(before), { do: 'split' })).toEqual({ done: false })
  },
)

test.each(['above', 'below'] as const)(
  '[O3.1, O4.2] a join would lose the other texts of the block %s, and is refused in words',
  (which) => {
    const state = draw(['a:milk', 'b:|tea'])
    const block = state.outline.blocks.get(which === 'above' ? 'a' : 'b')!
    const blocks = new Map(state.outline.blocks).set(block.id, { ...block, unsettled: true })
    const refusal = { why: 'unsettled', which } as const
    const outcome = outcomeOf({ ...state, outline: { ...state.outline, blocks } }, { do: 'joinUp' })
    expect(outcome).toEqual({ done: false, refusal })
    expect(refusalWords(refusal)).toContain(`the block ${which}.`)
  },
)

test('[O3.1] Enter after the end of code makes a block', () => {
  expect(drawn(done(draw(['a:```⏎one⏎```|']), { do: 'split' }))).toEqual(['a:```⏎one⏎```', 'n1:|'])
})

table('O3.1', { do: 'nest' }, [
  [
    ['a:x', 'b:y|', '  c:z'],
    ['a:x', '  b:y|', '    c:z'],
  ],
  [
    ['+a:x', '  c:z', 'b:y|'],
    ['a:x', '  c:z', '  b:y|'],
  ], // a folded parent opens
  [
    ['a:x', '>b:y', '>c:z'],
    ['a:x', '>  b:y', '>  c:z'],
  ],
  [
    ['a:x', '>  b:y', '>c:z'],
    ['a:x', '>  b:y', '>  c:z'],
  ], // the first child stays
])

table('O3.1', { do: 'unnest' }, [
  [
    ['a:x', '  b:y|', '    c:z'],
    ['a:x', 'b:y|', '  c:z'],
  ],
  [
    ['a:x', '  b:y|', '  c:z'],
    ['a:x', 'b:y|', '  c:z'],
  ], // every line stays where it is
  [
    ['a:x', '  +b:y|', '    d:w', '  c:z'],
    ['a:x', 'b:y|', '  d:w', '  c:z'],
  ],
  [
    ['a:x', '>  b:y', '>  c:z', 'd:w'],
    ['a:x', '>b:y', '>c:z', 'd:w'],
  ],
])

test.each<[string, readonly string[], Command, string?]>([
  ['first block', ['a:x|', 'b:y'], { do: 'moveUp' }],
  ['last block', ['a:x', 'b:y|'], { do: 'moveDown' }],
  ['first block', ['a:|x'], { do: 'joinUp' }],
  ['caret in the words', ['a:x', 'b:y|z'], { do: 'joinUp' }],
  ['last block', ['a:x|'], { do: 'joinDown' }],
  ['block without children', ['>a:x'], { do: 'selectIn' }],
  ['folded block', ['>+a:x', '  b:y'], { do: 'selectIn' }],
  ['outermost block', ['>a:x'], { do: 'selectOut' }],
  ['zoomed block', ['a:x', '>  b:y'], { do: 'selectOut' }, 'b'],
  ['zoomed block', ['>a:x', '  b:y'], { do: 'fold' }, 'a'],
])('[O3.1] %s: %j has nothing to do for %j', (_where, before, command, root) => {
  expect(outcomeOf(draw(before, root ?? null), command)).toEqual({ done: false })
})

// A key that did nothing would be the browser's, and lead out of the outline.
test.each<[readonly string[], 'nest' | 'unnest', RegExp, string?]>([
  [['a:x|', 'b:y'], 'nest', /none to nest under/],
  [['>a:x', 'b:y'], 'nest', /none to nest under/],
  [['a:x|'], 'unnest', /outermost level/],
  [['a:x', '>b:y'], 'unnest', /outermost level/],
  [['a:x', '  b:y|'], 'unnest', /Zoom out first/, 'a'],
])('[O3.1] %j: %s is refused with %s', (before, command, words, root) => {
  const outcome = outcomeOf(draw(before, root ?? null), { do: command })
  expect(!outcome.done && outcome.refusal && refusalWords(outcome.refusal)).toMatch(words)
})

table('O3.1', { do: 'joinUp' }, [
  [['a:milk', 'b:|tea'], ['a:milk|tea']],
  [['a:milk', 'b:|'], ['a:milk|']],
  [['a:', 'b:|tea'], ['a:|tea']],
  [['a:milk', '*b:|tea'], ['*b:milk|tea']], // the block that others refer to survives
  [
    ['a:x', '  c:1', 'b:|y', '  d:2'],
    ['a:x', '  c:1|y', '    d:2'],
  ],
  [
    ['+a:x', '  c:1', 'b:|y', '  d:2'],
    ['a:x|y', '  c:1', '  d:2'],
  ],
  [
    ['a:x', '  b:|y', '    d:2', '  c:1'],
    ['a:x|y', '  d:2', '  c:1'],
  ],
  [
    ['a:x', '  *b:|y', '    d:2', '  c:1'],
    ['*b:x|y', '  d:2', '  c:1'],
  ],
  [
    ['+a:x', '  c:1', '*b:|y', '  d:2'],
    ['*b:x|y', '  c:1', '  d:2'],
  ],
  [
    ['a:x', 'b:|TODO y'],
    ['a:x', 'b:|y'],
  ], // a marker goes first
  [
    ['a:x', `b:|y${NUMBER}`],
    ['a:x', 'b:|y'],
  ], // so does a number
  [[`a:x${NUMBER}`, 'b:|y'], [`a:x|y${NUMBER}`]],
  [['a:x⏎id:: a1', 'b:|y⏎id:: b1'], ['a:x|y⏎id:: a1']],
  [['a:x', '*b:|y⏎id:: b1'], ['*b:x|y⏎id:: b1']],
  [['a:room⏎room:: 4', 'b:|'], ['a:room|⏎room:: 4']], // an empty block brings no words
  [['a:', 'b:|y⏎room:: 4'], ['a:|y⏎room:: 4']],
  // Code keeps its lines.
  [['a:```⏎x⏎```', 'b:|y'], ['a:```⏎x⏎```⏎|y']],
  [['a:x', 'b:|```⏎y⏎```'], ['a:x⏎|```⏎y⏎```']],
  [['a:x', '  b:|y'], ['a:x|y'], 'a'],
])

table('O3.1', { do: 'joinDown' }, [
  [['a:milk|', 'b:tea'], ['a:milk|tea']],
  [['a:milk|', '*b:tea'], ['*b:milk|tea']],
  [
    ['a:x|', '  b:y', '  c:z'],
    ['a:x|y', '  c:z'],
  ],
  [
    ['a:x', '  b:y|', 'c:z', '  d:w'],
    ['a:x', '  b:y|z', '    d:w'],
  ],
  [
    ['+a:x|', '  b:y', 'c:z'],
    ['+a:x|z', '  b:y'],
  ],
  [
    ['a:x|', 'b:TODO y'],
    ['a:x|', 'b:y'],
  ],
])

test.each<[readonly string[], Command, RegExp, string?]>([
  [['a:x', 'b:|y⏎SCHEDULED: <2026-11-20 Fri>'], { do: 'joinUp' }, /below has a date/],
  [['a:x', 'b:|y⏎room:: 4'], { do: 'joinUp' }, /below has properties/],
  [['a:x|', 'b:y⏎room:: 4'], { do: 'joinDown' }, /below has properties/],
  [['a:x⏎room:: 4', 'b:|y'], { do: 'joinUp' }, /above has properties/],
  [['a:x⏎:LOGBOOK:⏎CLOCK:⏎:END:', 'b:|y'], { do: 'joinUp' }, /above has properties/],
  [['*a:x', '*b:|y'], { do: 'joinUp' }, /refer to both/],
  [['a:x', '  *b:|y'], { do: 'joinUp' }, /Zoom out/, 'a'],
  [[`a:${'x'.repeat(15_000)}`, `b:|${'y'.repeat(15_000)}`], { do: 'joinUp' }, /20000 characters/],
  [['>a:x', '  b:y'], { do: 'delete' }, /Zoom out/, 'a'],
])('[O3.1, O3.3] %j refuses %j in words', (before, command, words, root) => {
  const outcome = outcomeOf(draw(before, root ?? null), command)
  if (outcome.done || !outcome.refusal) throw new Error('It was not refused.')
  expect(refusalWords(outcome.refusal)).toMatch(words)
})

test('[O3.3] a block is nested 1,000 levels deep at most', () => {
  const deep = Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}b${depth}:`)
  const outcome = outcomeOf(draw([...deep, `${'  '.repeat(999)}c:|`]), { do: 'nest' })
  expect(outcome).toEqual({ done: false, refusal: { why: 'too_deep', most: 1_000 } })
})

table('O3.1', { do: 'moveUp' }, [
  [
    ['a:x', 'b:y|', '  c:z'],
    ['b:y|', '  c:z', 'a:x'],
  ],
  [
    ['+a:x', '  c:1', 'b:y', '  d:2|'],
    ['a:x', '  c:1', '  d:2|', 'b:y'],
  ], // into the block before the parent
  [
    ['a:x', '>b:y', '>c:z'],
    ['>b:y', '>c:z', 'a:x'],
  ],
])
table('O3.1', { do: 'moveDown' }, [
  [
    ['a:x|', '  c:z', 'b:y'],
    ['b:y', 'a:x|', '  c:z'],
  ],
  [
    ['a:x', '  d:2|', '+b:y', '  c:1'],
    ['a:x', 'b:y', '  d:2|', '  c:1'],
  ],
  [
    ['>a:x', '>b:y', 'c:z'],
    ['c:z', '>a:x', '>b:y'],
  ],
])

table('O3.5', { do: 'moveTo', ids: ['b', 'c', 'd'], where: { pageId: 'p', parentId: null, behind: 'a' } }, [
  [
    ['a:x', 'e:v', 'b:y', '  c:z', 'd:w|'],
    ['a:x', 'b:y', '  c:z', 'd:w|', 'e:v'],
  ],
  [
    ['a:x', 'd:w|', 'e:v', '  b:y', '  c:z'],
    ['a:x', 'b:y', 'c:z', 'd:w|', 'e:v'],
  ],
])

test('[O3.5] a block is not moved under itself, and a block moved to another page leaves', () => {
  const state = draw(['a:x|', '  b:y'])
  const to = (pageId: string, parentId: string | null): Command => ({
    do: 'moveTo',
    ids: ['a'],
    where: { pageId, parentId, behind: null },
  })
  expect(outcomeOf(state, to('p', 'b'))).toEqual({ done: false })
  expect(drawn(done(state, to('q', null)))).toEqual([])
})

table('O3.1', { do: 'cycleMarker' }, [
  [['a:call| Ann'], ['a:TODO call| Ann']],
  [['a:TODO call| Ann'], ['a:DOING call| Ann']],
  [['a:DOING call| Ann'], ['a:DONE call| Ann']],
  [['a:DONE call| Ann'], ['a:call| Ann']],
  [['a:LATER x|'], ['a:NOW x|']],
  [['a:WAITING x|'], ['a:TODO x|']],
  [['a:DO|ING water⏎SCHEDULED: <2026-11-10 Tue .+1w>'], ['a:TODO |water⏎SCHEDULED: <2026-11-27 Fri .+1w>']],
  [['a:NOW x|⏎DEADLINE: <2026-11-01 Sun ++1w>'], ['a:LATER x|⏎DEADLINE: <2026-11-22 Sun ++1w>']],
  // Hours count from now: 11:00.
  [
    ['a:DOING x|⏎SCHEDULED: <2026-11-20 Fri 10:00 .+4h>'],
    ['a:TODO x|⏎SCHEDULED: <2026-11-20 Fri 15:00 .+4h>'],
  ],
  [
    ['>a:x', '>b:DONE y'],
    ['>a:TODO x', '>b:TODO y'],
  ], // all take the marker of the first
  [['a:x|⏎id:: 1'], ['a:TODO x|⏎id:: 1']],
])

test.each<[Command, readonly string[]]>([
  [{ do: 'fold' }, ['+a:x|', '  b:y', '    c:z', 'd:w']],
  [{ do: 'toggleFold', id: 'b' }, ['a:x|', '  +b:y', '    c:z', 'd:w']],
  [{ do: 'foldTo', level: 1 }, ['+a:x|', '  +b:y', '    c:z', 'd:w']],
  [{ do: 'foldTo', level: 2 }, ['a:x|', '  +b:y', '    c:z', 'd:w']],
])('[O3.1] folding is no edit: %j', (command, after) => {
  const outcome = outcomeOf(draw(['a:x|', '  b:y', '    c:z', 'd:w']), command)
  expect(outcome).toMatchObject({ done: true, edit: [], typed: [] })
  expect(outcome.done && drawn(outcome.state)).toEqual(after)
})

test('[O3.1] the caret in a block that is folded away goes to the block that hides it', () => {
  const state = draw(['a:x', '  b:y', '    c:z|'])
  expect(drawn(done(state, { do: 'foldTo', level: 1 }))).toEqual(['+a:x|', '  +b:y', '    c:z'])
  expect(drawn(done(state, { do: 'foldTo', level: 1 }, { do: 'unfold' }))).toEqual([
    'a:x|',
    '  +b:y',
    '    c:z',
  ])
})

test('[O3.1] zoom shows a block, and leaves step by step', () => {
  const state = done(draw(['a:x', '  b:y', '    c:z|']), { do: 'zoom' })
  expect(state.root).toBe('c')
  expect(done(state, { do: 'zoomOut' }).root).toBe('b')
  expect(done(state, { do: 'zoomOut' }, { do: 'zoomOut' }, { do: 'zoomOut' }).root).toBeNull()
})

test.each<[readonly Command[], readonly string[]]>([
  [[{ do: 'escape' }], ['a:x', '>b:y', '  c:z', 'd:w']],
  [
    [{ do: 'escape' }, { do: 'extendDown' }],
    ['a:x', '>b:y', '>  c:z', 'd:w'],
  ],
  [
    [{ do: 'escape' }, { do: 'extendUp' }],
    ['>a:x', '>b:y', '  c:z', 'd:w'],
  ],
  [
    [{ do: 'escape' }, { do: 'selectDown' }],
    ['a:x', 'b:y', '>  c:z', 'd:w'],
  ],
  [
    [{ do: 'escape' }, { do: 'extendDown' }, { do: 'extendUp' }],
    ['a:x', '>b:y', '  c:z', 'd:w'],
  ],
  [
    [{ do: 'escape' }, { do: 'selectIn' }],
    ['a:x', 'b:y', '>  c:z', 'd:w'],
  ],
  [
    [{ do: 'escape' }, { do: 'selectIn' }, { do: 'selectOut' }],
    ['a:x', '>b:y', '  c:z', 'd:w'],
  ],
  [
    [{ do: 'escape' }, { do: 'selectLast' }],
    ['a:x', 'b:y', '  c:z', '>d:w'],
  ],
  [
    [{ do: 'escape' }, { do: 'selectFirst' }],
    ['>a:x', 'b:y', '  c:z', 'd:w'],
  ],
  [[{ do: 'selectTo', id: 'd' }], ['a:x', '>b:y', '>  c:z', '>d:w']],
  [[{ do: 'selectTo', id: 'd', from: 'c' }], ['a:x', 'b:y', '>  c:z', '>d:w']],
  [[{ do: 'selectAll' }], ['>a:x', '>b:y', '>  c:z', '>d:w']],
  [
    [{ do: 'escape' }, { do: 'delete' }],
    ['a:x', '>d:w'],
  ], // with what is nested
  [[{ do: 'selectTo', id: 'd' }, { do: 'delete' }], ['>a:x']],
  [[{ do: 'selectAll' }, { do: 'delete' }], []],
  [
    [{ do: 'escape' }, { do: 'escape' }],
    ['a:x', 'b:y', '  c:z', 'd:w'],
  ], // leaves the outline
  [
    [{ do: 'escape' }, { do: 'edit' }],
    ['a:x', 'b:y|', '  c:z', 'd:w'],
  ],
  [[{ do: 'goDown', column: 0 }], ['a:x', 'b:y', '  c:|z', 'd:w']],
  [[{ do: 'goUp', column: 9 }], ['a:x|', 'b:y', '  c:z', 'd:w']],
  [[{ do: 'goDown' }], ['a:x', 'b:y', '  c:|z', 'd:w']],
  [[{ do: 'addLast' }], ['a:x', 'b:y', '  c:z', 'd:w', 'n1:|']],
])('[O3.1] %j selects, moves the caret or adds: %j', (commands, after) => {
  expect(drawn(done(draw(['a:x', 'b:y|', '  c:z', 'd:w']), ...commands))).toEqual(after)
})

test('[O3.1] letters that were selected in the words of a block are selected in its field', () => {
  const state = draw(['a:**one** two', 'b:y|'])
  expect(done(state, { do: 'edit', id: 'a', at: 2, to: 5 }).focus).toMatchObject({
    id: 'a',
    start: 2,
    end: 5,
  })
})

test('[O3.1] what was typed is a step of its own before the edit', () => {
  const typed = done(draw(['a:x', 'b:y|']), { do: 'type', text: 'yes', start: 3, end: 3 })
  const outcome = outcomeOf(typed, { do: 'nest' })
  expect(outcome).toMatchObject({
    typed: [{ do: 'setText', id: 'b', text: 'yes' }],
    edit: [{ do: 'moveBlock', id: 'b', where: { pageId: 'p', parentId: 'a', behind: null } }],
  })
  expect(outcome.done && shapeOf(outcome.state.outline)).toEqual(['a:x', '  b:yes'])
})

test('[O3.1] siblings are numbered from 1, and again after one without a number', () => {
  const { outline } = draw([`a:1${NUMBER}`, `b:2${NUMBER}`, '  x:in', 'c:no', `d:1${NUMBER}`])
  expect(['a', 'b', 'x', 'c', 'd'].map((id) => numberOf(outline, id))).toEqual([
    1,
    2,
    undefined,
    undefined,
    1,
  ])
})
