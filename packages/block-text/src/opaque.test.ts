import { describe, expect, test } from 'vitest'
import { UUID } from '../test/outline.ts'
import { parseBlock } from './parse.ts'

/** All names and blocks that the block references. */
function refsOf(content: string): string[] {
  const { refs, blockRefs } = parseBlock(content)
  return [...refs, ...blockRefs]
}

describe('opaque text', () => {
  test.each([
    '```\n[[a]] #b\n```',
    '```js\n[[a]]\n```',
    '~~~\n[[a]]\n~~~',
    '````\n```\n[[a]]\n````',
    '```\n~~~\n[[a]]\n```',
    '```\n[[a]]',
    '```\n[[a]]\n``',
    '```\n[[a]]\n``` x\n[[b]]',
    'TODO ```\n[[a]]\n```',
    '- ```\n  [[a]]\n  ```',
    '> ```\n> [[a]]\n> ```',
    '  ```\n  [[a]]\n  ```',
    '`[[a]]`',
    '`#a` and ``#b ` c``',
    '`` ` [[a]] ` ``',
    '`[[a]]\n#b`',
    '> `[[a]]\n> #b`',
    '$[[a]]$',
    '$$[[a]]$$',
    '$$\n[[a]]\n$$',
    'x $$ [[a]] $$',
    'x $$\n[[a]]\n$$',
    'x $$\n\n[[a]]\n$$',
    'x <!-- y\n\nkey:: [[a]]\n- #b\n-->',
    'x {{query\n\nkey:: [[a]]\nSCHEDULED: <2026-11-20 Fri>\n}}',
    '$x = \\$ [[a]]$',
    '<!-- [[a]] -->',
    '<!--\n\n[[a]]\n\n-->',
    'x <!-- [[a]]\n#b --> y',
    '#+BEGIN_SRC js\n[[a]]\n#+END_SRC',
    '#+begin_src\n[[a]]\n#+end_src',
    '#+BEGIN_EXAMPLE\n[[a]]\n#+END_EXAMPLE',
    '#+BEGIN_EXPORT html\n[[a]]\n#+END_EXPORT',
    '#+BEGIN_COMMENT\n[[a]]\n#+END_COMMENT',
    '#+BEGIN_QUERY\n{:query [[a]]}\n#+END_QUERY',
    'TODO #+BEGIN_SRC\n[[a]]\n#+END_SRC',
    '#+BEGIN_SRC\n#+END_EXAMPLE\n[[a]]\n#+END_SRC',
    ':LOGBOOK:\n[[a]]\n:END:',
    ':logbook:\n[[a]]\n:end:',
    'https://example.org/#a',
    'https://example.org/x?y=#a&z=((b))',
    '(https://example.org/#a)',
    '<https://example.org/#a>',
    'ftp://x/#a',
    'zotero://select/#a',
    '见https://example.org/#a，好',
    'https://en.wikipedia.org/wiki/C_(x)#a',
    '[label](https://example.org/#a)',
    '[#label](https://example.org)',
    '[a [b] #c](x)',
    '[label](x#a "#title")',
    '![#alt](../assets/x.png)',
    '[label](<a #b>)',
    '[[1]](https://example.org)',
    '{{query [[a]]}}',
    '{{query\n[[a]]\n}}',
    '{{video https://example.org/#a}}',
    '{{embedded [[a]]}}',
    '{{renderer :x, ((6a7b8c9d-1234-4abc-8def-0123456789ab))}}',
    '\\[[a]]',
    '\\#a',
    `\\((${UUID}))`,
    '[\\[a]]',
    '[[a\\]]',
    'key:: `[[a]]`',
    'key:: https://example.org/#a',
  ])('[D2.1] in %j', (content) => {
    expect(refsOf(content)).toEqual([])
  })
})

describe('words', () => {
  test.each([
    ['`[[a]]', ['a']],
    ['``[[a]]`', ['a']],
    ['`\n\n[[a]]`', ['a']],
    ['`\n- [[a]]`', ['a']],
    ['`\n# [[a]]`', ['a']],
    ['`\n> [[a]]`', ['a']],
    ['`x` [[a]] `y`', ['a']],
    ['\\`[[a]]`', ['a']],
    ['$[[a]]', ['a']],
    ['$5 and [[a]] for $6', ['a']],
    ['$5/[[a]]/$6', ['a']],
    ['US$ [[a]] US$', ['a']],
    ['$ [[a]] $', ['a']],
    ['$a\n[[a]]$', ['a']],
    ['$$[[a]]', ['a']],
    ['\\$[[a]]$', ['a']],
    ['<!-- [[a]]', ['a']],
    ['<!-- x --> [[a]]', ['a']],
    ['<!-->[[a]]', ['a']],
    ['<!- [[a]] -->', ['a']],
    ['{{query [[a]]', ['a']],
    ['{query [[a]]}', ['a']],
    ['#+BEGIN_SRC\n[[a]]', ['a']],
    ['#+BEGIN_QUOTE\n[[a]]\n#+END_QUOTE', ['a']],
    ['#+BEGIN_QUOTE [[a]]', ['a']],
    ['x #+BEGIN_SRC\n[[a]]\n#+END_SRC', ['+BEGIN_SRC', 'a']],
    [':LOGBOOK:\n[[a]]', ['a']],
    ['x :LOGBOOK:\n[[a]]\n:END:', ['a']],
    [':PROPERTIES:\n[[a]]\n:END:', ['a']],
    ['``\n[[a]]\n``x', []],
    ['```\nx\n```\n[[a]]', ['a']],
    ['```\nx\n`````\n[[a]]', ['a']],
    ['~~~\nx\n~~~~\n[[a]]', ['a']],
    ['> ```\n> x\n[[a]]', ['a']],
    ['``` `` [[a]]', ['a']],
    ['[a](b c [[a]])', ['a']],
    ['[see #a] (x)', ['a']],
    ['[x][[a]]', ['a']],
    ['https://example.org [[a]]', ['a']],
    ['https:// [[a]]', ['a']],
    ['://[[a]]', ['a']],
    ['"https://example.org"#a', ['a']],
    ['https://example.org/。#a', ['a']],
    ['\\\\[[a]]', ['a']],
    ['\\a[[a]]', ['a']],
  ])('[D2.1] %j', (content, refs) => {
    expect(refsOf(content)).toEqual(refs)
  })
})

test('[D2.1] \\r\\n and \\r are line breaks', () => {
  expect(parseBlock('TODO x\r\nkey:: value\rSCHEDULED: <2026-11-20 Fri>')).toMatchObject({
    content: 'TODO x\nkey:: value\nSCHEDULED: <2026-11-20 Fri>',
    marker: 'TODO',
    scheduled: 20261120,
    properties: [{ key: 'key', value: 'value' }],
  })
})
