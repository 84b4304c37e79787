import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockMarkup } from './block-markup.ts'

const words = (content: string) => /^<div class="words">(.*)<\/div>$/s.exec(blockMarkup(content))?.[1]

describe('words as HTML', () => {
  test.each([
    ['a **b** c', 'a <strong>b</strong> c'],
    ['*a* _b_ __c__', '<em>a</em> <em>b</em> <strong>c</strong>'],
    ['***both***', '<em><strong>both</strong></em>'],
    ['~~x~~ ==y==', '<s>x</s> <mark>y</mark>'],
    ['snake_case_name 2 * 3 * 4', 'snake_case_name 2 * 3 * 4'],
    ['**open', '**open'],
    ['**a\nb**', '**a\nb**'],
    [
      '**[[A]]** `**no**`',
      '<strong><a class="ref" href="/graph/page?name=A">A</a></strong> <code>**no**</code>',
    ],
    [
      '[x](https://a.b/c?d=1&e)',
      '<a class="web" href="https://a.b/c?d=1&amp;e" rel="noreferrer noopener">x</a>',
    ],
    ['[x](<https://a.b> "t")', '<a class="web" href="https://a.b" rel="noreferrer noopener">x</a>'],
    ['[x](javascript:alert(1))', 'x'],
    ['[x](data:text/html,hi)', 'x'],
    ['see https://a.b', 'see <a class="web" href="https://a.b" rel="noreferrer noopener">https://a.b</a>'],
    ['\\*not\\*', '*not*'],
    ['a <!-- b --> c', 'a  c'],
    ['```js\n<b>\n```', '<pre tabindex="0">&lt;b&gt;</pre>'],
    [
      '[[2026-11-20]] [[a"b]]',
      '<a class="ref" href="/graph/day?date=2026-11-20">2026-11-20</a> <a class="ref" href="/graph/page?name=a%22b">a&quot;b</a>',
    ],
    ['[picture: cat.png]', '[picture: cat.png]'],
    ['see {{embed [[A]]}}.', 'see <a class="ref" href="/graph/page?name=A">A</a>.'],
    [
      '{{embed [[A]] [[B]]',
      '{{embed <a class="ref" href="/graph/page?name=A">A</a> <a class="ref" href="/graph/page?name=B">B</a>',
    ],
    ['{{query [[A]]}}', '<code>{{query [[A]]}}</code>'],
  ])('%j', (content, html) => expect(words(content)).toBe(html))

  test('whatever a note holds, the HTML is well nested and nothing of it is markup', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '_',
      '~~',
      '==',
      '<b>',
      '"',
      '&',
      '[[a]]',
      '[',
      '](x)',
      '`',
      '\n',
      ' ',
      'w',
      '#t',
      '$',
      '\\',
      'k:: v\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const html = blockMarkup(pieces.join(''))
        expect(leftOpen(html)).toEqual([])
        expect(html).not.toContain('<b>')
      }),
      { numRuns: 500 },
    )
  })
})

/** Elements that are not closed, or not by their own end. */
function leftOpen(html: string): string[] {
  const open: string[] = []
  for (const [, close, name = ''] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (close === '') open.push(name)
    else if (open.at(-1) === name) open.pop()
    else return [...open, `/${name}`]
  }
  return open
}
