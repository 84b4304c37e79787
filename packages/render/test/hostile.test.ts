/** Nothing of a note runs, and reading it sends no request elsewhere. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRenderer, type Sources } from '../src/index.ts'
import { faultsOf } from './safe.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>'

/** Every source answers, with hostile words where they come from notes. */
const sources: Sources = {
  page: (name) => `/page?name=${encodeURIComponent(name.toWellFormed())}`,
  block: (id) => ({ address: `/block?id=${id}`, words: EVIL }),
  file: () => ({ name: `${EVIL}.png`, type: 'image/png', address: '/file/1' }),
  embeddedPage: () => '<div>page</div>',
  embeddedBlock: () => '<div>block</div>',
  query: () => '<ul><li>found</li></ul>',
  address: (written) => `/${written.replaceAll(/^\/+/g, '')}`,
  origin: 'https://notes.example',
}
const rendered = (content: string): string => createRenderer(sources).block(content)

const SCHEMES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://a.example/1',
]

describe('the words of a note are text', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe src="https://a.example">',
    '<a href="javascript:alert(1)">x</a>',
    '<style>@import "https://a.example"</style>',
    '<!-- --><script>alert(1)</script>',
    '<!--><script>alert(1)</script>-->',
    '</p></div><script>alert(1)</script>',
    `[[${EVIL}]] #[[${EVIL}]] [a]([[${EVIL}]])`,
    `TODO [#A] ${EVIL}`,
    `${EVIL}:: ${EVIL}`,
    `key:: ${EVIL} [x](javascript:alert(1))`,
    `tags:: [[${EVIL}]]`,
    `\`${EVIL}\``,
    `\`\`\`"><script>\n${EVIL}\n\`\`\``,
    `\`\`\`js\n${EVIL}\n\`\`\``,
    `#+BEGIN_SRC ${EVIL}\n${EVIL}\n#+END_SRC`,
    `| ${EVIL} | b |\n|:-:|-|\n| ${EVIL} | ${EVIL} |`,
    `> [!note]- ${EVIL}\n> ${EVIL}`,
    `> [!"><script>] x`,
    `a[^${'"><script>'.replace(/[\s[\]^]/g, '')}]\n\n[^"><script>]: ${EVIL}`,
    `{{query ${EVIL}}} {{${EVIL}}} {{video https://a.example/"><script>}}`,
    `{{embed [[${EVIL}]]}} {{embed ((${ID}))}} ![[${EVIL}]] ((${ID})) [${EVIL}](((${ID})))`,
    `![${EVIL}](/api/files/x1) [${EVIL}](/api/files/x1 "${EVIL}") /api/files/x1`,
    `![${EVIL}](https://a.example/x.png "${EVIL}")`,
    `![](https://a.example/${EVIL})`,
    `[x](https://a.example/"onmouseover="alert(1))`,
    `[x](https://a.example '${EVIL}')`,
    `https://a.example/"onmouseover="alert(1)`,
    `<https://a.example/"onmouseover="alert(1)>`,
    `[x]: https://a.example/"onmouseover=1 "${EVIL}"\n\n[x]`,
    '\uFDD00\uFDD1 \uFDD20\uFDD1 [[a]]',
    '\u0000<script>',
  ])('%j', (content) => expect(faultsOf(rendered(content))).toEqual([]))
})

describe('an address of a note is a page, a letter or nothing', () => {
  test.each(SCHEMES)('%j', (address) => {
    for (const content of [
      `[x](${address})`,
      `[x](<${address}>)`,
      `![x](${address})`,
      `![x](<${address}>)`,
      `<${address}>`,
      `[x]\n\n[x]: <${address}>`,
      `[![x](${address})](${address})`,
    ])
      expect(faultsOf(rendered(content))).toEqual([])
  })
})

describe('a formula is a picture of words', () => {
  test.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://a.example/x.png}',
    '\\htmlId{a}{x} \\htmlClass{a}{x} \\htmlStyle{color:red}{x} \\htmlData{a=b}{x}',
    '\\text{<script>alert(1)</script>}',
    '\\unicode{<img src=x onerror=alert(1)>}',
    '\\def\\a{\\a\\a}\\a',
    '\\newcommand\\a[1]{#1#1#1}\\a{\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}}',
    '\\rule{9999999em}{9999999em}',
    '\\colorbox{red}{x} \\fcolorbox{red}{blue}{x} \\color{red} x \\boxed{x} \\cancel{x}',
    '\\begin{CD} A @>a>> B \\end{CD} \\begin{cases} a \\\\ b \\end{cases}',
  ])('%j', (tex) => {
    expect(faultsOf(rendered(`$${tex}$`))).toEqual([])
    expect(faultsOf(rendered(`$$${tex}$$`))).toEqual([])
  })

  test.each(['{', '\\frac', '\\sqrt{', 'x^', '\\left('])('and so is a row of %j', (tex) => {
    expect(faultsOf(rendered(`$${tex.repeat(1_900 / tex.length)}$`))).toEqual([])
  })
})

test('the id of a file is in no output', () => {
  const html = rendered(
    '![a](/api/files/secret1) `/api/files/secret1` <!-- /api/files/secret1 -->\nfile:: /api/files/secret1',
  )
  expect(html).not.toContain('secret1')
})

const PIECES = [
  '*',
  '**',
  '_',
  '~~',
  '==',
  '^^',
  '<b>',
  '<!--',
  '-->',
  '"',
  "'",
  '&',
  '&lt;',
  '[[a]]',
  '[',
  ']',
  '![',
  '](x)',
  '](https://a.example)',
  '[^1]',
  '[^1]: ',
  '`',
  '```',
  '\n',
  '\n\n',
  ' ',
  '    ',
  'w',
  '#',
  '#t',
  '$',
  '$$',
  '\\',
  'k:: v\n',
  '- ',
  '- [ ] ',
  '1. ',
  '> ',
  '> [!tip]- ',
  '|',
  '\n|-|-|\n',
  '---',
  '{{query x}}',
  '{{embed [[a]]}}',
  `((${ID}))`,
  `](((${ID})))`,
  '![[a]]',
  '/api/files/x1',
  '![p](/api/files/x1)',
  '#+BEGIN_NOTE\n',
  '#+END_NOTE\n',
  '#+BEGIN_SRC\n',
  '#+END_SRC\n',
  'TODO ',
  '[#A] ',
  'SCHEDULED: <2026-11-20 Fri>\n',
  'https://a.example',
  '\uFDD00\uFDD1',
  '\uFDD20\uFDD1\n',
]

test('for any note, the HTML is well nested, and nothing of the note is markup', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }), (pieces) => {
      const content = pieces.join('')
      expect(faultsOf(rendered(content))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})
