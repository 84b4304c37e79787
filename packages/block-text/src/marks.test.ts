import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBlock, parseMarks, withoutPercentComments } from './index.ts'

const ID = '6f1c0a52-6d1e-4b7a-8c3f-1e5d7a9b0c26'

/** Each mark with its text and its visible words. */
const marked = (content: string) => {
  const { block, marks } = parseMarks(content)
  const cut = ([from, to]: readonly [number, number]) => block.content.slice(from, to)
  return marks.map(({ kind, start, end, text, id }) => [
    kind,
    cut([start, end]),
    ...(text ? [cut(text)] : id === undefined ? [] : [id]),
  ])
}

describe('[D2.1] [D2.5] places that are not text', () => {
  test.each<[string, string[][]]>([
    ['only words', []],
    ['see [[Ada]] now', [['link', '[[Ada]]', 'Ada']]],
    ['[[a [[b]] c]]', [['link', '[[a [[b]] c]]', 'a [[b]] c']]],
    ['[[ ]] [[open', []],
    [
      '#tag, and #[[a tag]]',
      [
        ['tag', '#tag', 'tag'],
        ['tag', '#[[a tag]]', 'a tag'],
      ],
    ],
    [`((${ID}))`, [['block', `((${ID}))`, ID]]],
    [`{{embed ((${ID}))}} x`, [['block', `{{embed ((${ID}))}}`, ID]]],
    ['{{embed [[Ada]]}}', [['link', '{{embed [[Ada]]}}', 'Ada']]],
    [
      `#{{embed((${ID}))}}`,
      [
        ['tag', '#{{embed', '{{embed'],
        ['block', `((${ID}))`, ID],
      ],
    ],
    [
      `\\{{embed ((${ID}))}}`,
      [
        ['escape', '\\{', '{'],
        ['block', `((${ID}))`, ID],
      ],
    ],
    ['see {{embed  [[a [[b]] c]] }}.', [['link', '{{embed  [[a [[b]] c]] }}', 'a [[b]] c']]],
    [
      '{{embed [[Ada]] and [[Bob]]}}',
      [
        ['link', '[[Ada]]', 'Ada'],
        ['link', '[[Bob]]', 'Bob'],
      ],
    ],
    ['[label](https://a.b/c "t")', [['web', '[label](https://a.b/c "t")', 'label']]],
    ['[[1]](https://a.b)', [['web', '[[1]](https://a.b)', '1']]],
    ['#字t://x', [['tag', '#字t', '字t']]],
    ['#https://a.b', [['url', 'https://a.b']]],
    ['at https://a.b/[[x]].', [['url', 'https://a.b/[[x]].']]],
    [
      '`[[code]]` and ``a`b``',
      [
        ['code', '`[[code]]`'],
        ['code', '``a`b``'],
      ],
    ],
    ['`open', []],
    ['$x^2$ costs $5', [['maths', '$x^2$']]],
    ['a <!-- [[no]] --> b', [['comment', '<!-- [[no]] -->']]],
    ['{{query [[x]]}} {{', [['macro', '{{query [[x]]}}']]],
    ['\\[[x]] \\w', [['escape', '\\[', '[']]],
    [
      'one\n```js\n[[x]]\n```\ntwo #t',
      [
        ['fence', '```js\n[[x]]\n```'],
        ['tag', '#t', 't'],
      ],
    ],
    ['#+BEGIN_SRC\n#x\n#+END_SRC', [['fence', '#+BEGIN_SRC\n#x\n#+END_SRC']]],
    ['key:: [[Ada]]', [['link', '[[Ada]]', 'Ada']]],
  ])('of %j', (content, places) => expect(marked(content)).toEqual(places))

  test('are in order and disjoint, and do not change the parsed block', () => {
    const piece = fc.constantFrom(
      '[[a]]',
      '#b ',
      '`',
      '$',
      '((',
      `((${ID}))`,
      '{{',
      '{{embed ',
      '{{embed',
      '#',
      '}}',
      '\\',
      '[',
      '](u)',
      '\n',
      ' ',
      'http://x',
      'w',
      ':: ',
      '```',
      '<!--',
      '-->',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const content = pieces.join('')
        const { block, marks } = parseMarks(content)
        expect(block).toEqual(parseBlock(content))
        let at = 0
        for (const { start, end } of marks) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          at = end
        }
        expect(at).toBeLessThanOrEqual(block.content.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('[S5] the text without comments of Obsidian', () => {
  test.each([
    ['boat', 'boat'],
    ['a %%no%% b %% no %% c', 'a  b  c'],
    ['%%\nno\nkey:: no\n\n:LOGBOOK:\n%%\nyes', '\nyes'],
    ['a %% no', 'a '],
    ['50%% off', '50'], // nobody knows whether the rest is a comment
    ['key:: a %%no\nyes', 'key:: a \nyes'],
    ['tags:: a, %%no, no%% b', 'tags:: a,  b'],
    ['`%% code %%`', '`%% code %%`'],
    ['```\n%% code %%\n```\n%% no %%', '```\n%% code %%\n```\n'],
    ['%% ` %% `code` %% no %% `x`', ' `code`  `x`'], // a mark within a comment opens nothing
    ['$$ %% $$ x', '$$ %% $$ x'],
    ['https://a.b/%%c d', 'https://a.b/%%c d'],
    ['[see %%no%%](https://a.b/c)', '[see ](https://a.b/c)'],
    ['#tag%%no%% [[a]] <!-- %% --> b', '#tag [[a]] <!-- %% --> b'],
    ['\\%% no', '\\%% no'],
    ['100%', '100%'],
  ])('of %j is %j', (content, text) => expect(withoutPercentComments(content)).toBe(text))

  test('to the parser, they are words', () => expect(parseBlock('%% [[Ada]] %%').refs).toEqual(['Ada']))
})
