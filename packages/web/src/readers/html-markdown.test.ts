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
  ['```js\nlet x = "<b>"\n```', '```\nlet x = "<b>"\n```'],
  ['a \\* b < c & d', String.raw`a \* b \< c & d`],
  ['one\ntwo', 'one\ntwo'],
])('%j is %j', (text, expected) =>
  expect(
    htmlMarkdown(block(text), (path) => (path.startsWith('/') ? `https://a.example${path}` : path)),
  ).toBe(expected),
)
