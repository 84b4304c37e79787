/** The HTML of blocks as Markdown. @see sharing 9 */
import { createRenderer } from '@notegraph/render'
import { expect, test } from 'vitest'
import { htmlMarkdown } from './html-markdown.ts'

const { block } = createRenderer({ page: (name) => `/p/trip/${name.toLowerCase()}` }, { maths: 0, code: 0 })

test.each([
  ['the **red** *old* ~~boat~~', 'the **red** *old* ~~boat~~'],
  ['to [[Quay]] and [web](https://example.org/a?b=1&c=2)', 'to [Quay](https://a.example/p/trip/quay) and [web](https://example.org/a?b=1&c=2)'], // prettier-ignore
  ['## Two', '## Two'],
  ['run `a*b`', 'run `a*b`'],
  ['```js\nlet x = "<b>"\n```', '```js\nlet x = "<b>"\n```'],
  ['```c++ {1}\na\n```\n\n```\nb\n```', '```c++\na\n```\n```\nb\n```'],
  ['a \\* b < c & d', String.raw`a \* b \< c & d`],
  ['one\ntwo', 'one\ntwo'],
  ['```\na\n\n`` b\n```', '```\na\n\n`` b\n```'],
  ['````\n```\n````', '````\n```\n````'],
  ['a ``b ` c``', 'a ``b ` c``'],
  ['is $a*b$', 'is $a*b$'],
  ['H<sub>2</sub>O <kbd>K</kbd> ==new==', 'H<sub>2</sub>O <kbd>K</kbd> <mark>new</mark>'],
  ['oak[^1] and[^b]\n\n[^1]: a *tree*\n[^b]: or', 'oak[^1] and[^b]\n[^1]: a *tree*\n[^b]: or'],
  ['| a | b |\n| - | - |\n| 1 | `x` |\n\nwords', '| a | b |\n| --- | --- |\n| 1 | `x` |\n\nwords'],
  ['- a\n  - b\n\n    c\n- d', '- a\n  - b\n    c\n- d'],
  ['3. a\n4. b\n   - c', '3. a\n4. b\n   - c'],
  ['> said\n> *so*\n\nwords', '> said\n> *so*\n\nwords'],
  ['> [!tip] Use it\n> now', '> [!tip] Use it\n> now'],
  ['> [!bug]- Two *crews*\n> now\n\nwords', '> [!caution] Two *crews*\n> now\n\nwords'],
  ['> - a\n>\n>   ```\n>   b\n>   ```', '> - a\n>   ```\n>   b\n>   ```'],
  ['[x] done', '[x] done'],
  ['a\n\n---\n\nb', 'a\n***\nb'],
])('[S9] %j is %j', (text, expected) =>
  expect(
    htmlMarkdown(block(text), (path) => (path.startsWith('/') ? `https://a.example${path}` : path)),
  ).toBe(expected),
)
