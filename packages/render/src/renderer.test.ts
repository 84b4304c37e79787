import { describe, expect, test } from 'vitest'
import { createRenderer, needsOf, readBlock, type Sources } from './index.ts'

const ID = '11111111-2222-4333-8444-555555555555'

const sources: Sources = {
  page: (name) => (name === 'Hidden' ? undefined : `/page/${encodeURIComponent(name)}`),
  block: (id) => (id === ID ? { address: '/block', words: 'its words' } : undefined),
  file: (id) => {
    if (id === 'cat') return { name: 'cat.png', type: 'image/png', address: '/file/1' }
    if (id === 'plan') return { name: 'plan.pdf', type: 'application/pdf', address: '/file/2' }
    return id === 'kept' ? { name: 'kept.png', type: 'image/png' } : undefined
  },
  embeddedPage: (name) => (name === 'Shown' ? '<section>page</section>' : undefined),
  embeddedBlock: () => '<section>block</section>',
  query: (query) => (query === 'none' ? undefined : `<ul><li>${query.length}</li></ul>`),
  footnotes: ['elsewhere'],
}
const block = (content: string): string => createRenderer(sources).block(content)
/** The paragraphs of a block. */
const words = (content: string): string | undefined =>
  /^<div class="words">(.*?)\n?<\/div>$/s.exec(block(content))?.[1]

const web = (address: string, shown = address): string =>
  `<a class="web" href="${address}" rel="noreferrer noopener">${shown}</a>`
/** A card of another host. */
const elsewhere = (kind: string, address: string, shown?: string): string =>
  `<a class="web ${kind}" href="https://${address}" rel="noreferrer noopener"${shown === undefined ? '' : ' data-host="a.example"'}>${shown ?? address}</a>`
const ref = (name: string, shown = name): string => `<a class="ref" href="/page/${name}">${shown}</a>`

describe('references', () => {
  test.each([
    ['[[Ann]] and #b', `${ref('Ann')} and <a class="tag" href="/page/b">#b</a>`],
    ['#[[two words]]', '<a class="tag" href="/page/two%20words">#two words</a>'],
    ['[[Hidden]] #Hidden', 'Hidden <span class="tag">#Hidden</span>'],
    [`((${ID}))`, '<a class="block-ref" href="/block">its words</a>'],
    [`((${ID.replaceAll('1', '9')}))`, `<span class="muted">((${ID.replaceAll('1', '9')}))</span>`],
    ['[label]([[Ann]])', ref('Ann', 'label')],
    ['[label]([[Hidden]])', 'label'],
    [`[a **label**](((${ID})))`, '<a class="block-ref" href="/block">a <strong>label</strong></a>'],
    ['**[[Ann]]** *[[Ann]]*', `<strong>${ref('Ann')}</strong> <em>${ref('Ann')}</em>`],
    ['`[[Ann]]` [[A*b]]*', `<code>[[Ann]]</code> <a class="ref" href="/page/A*b">A*b</a>*`],
    ['[see #t](https://a.example)', web('https://a.example', 'see #t')],
    ['[x](../plan.pdf)', 'x'],
    ['see https://a.example/b_c_d.', `see ${web('https://a.example/b_c_d')}.`],
    ['[[1]](https://a.example)', web('https://a.example', '[1]')],
  ])('%j', (content, html) => expect(words(content)).toBe(`<p>${html}</p>`))
})

describe('marks of a task stay in their place', () => {
  const todo = '<bdi class="marker todo">TODO</bdi> '
  test.each([
    ['TODO buy milk', `<p>${todo}buy milk</p>`],
    ['# TODO plan', `<h2 class="h1">${todo}plan</h2>`],
    ['> TODO plan', `<blockquote>\n<p>${todo}plan</p>\n</blockquote>`],
    ['TODO ```\ncode\n```', `<p>${todo}</p>\n<pre tabindex="0"><code>code\n</code></pre>`],
  ])('%j', (content, html) => expect(words(content)).toBe(html))

  test('a date shows its time and its repeater', () => {
    expect(block('TODO call\nSCHEDULED: <2026-12-01 Tue 10:00 .+1d>')).toContain(
      'Scheduled <time datetime="2026-12-01">2026-12-01 Tue</time> 10:00 .+1d</bdi>',
    )
  })

  test('dates and properties follow the words', () => {
    expect(block('TODO call\nDEADLINE: <2026-11-20 Fri>\nroom:: [[B]]\nagain')).toBe(
      `<div class="words"><p>${todo}call<br>\nagain</p>\n</div>` +
        '<p class="dates"><bdi class="day">Due <time datetime="2026-11-20">2026-11-20 Fri</time></bdi></p>' +
        `<dl class="props"><div><dt><bdi>room</bdi></dt><dd dir="auto">${ref('B')}</dd></div></dl>`,
    )
  })
})

test.each([
  ['created-at:: 1609233475967', true],
  ['updated_at:: 1609233475967', true],
  ['last-modified-at:: 1609233475967', true],
  ['now:: 1614348097567', true],
  ['query-properties:: [:page :type]', true],
  ['card-repeats:: 4', true],
  ['logseq.order-list-type:: number', true],
  ['heading:: true', true],
  ['background-color:: #978626', true],
  ['heading:: west', false],
  ['card-holder:: 4', false],
  ['created-at:: 2021-01-02', false],
  ['phone:: 1609233475967', false],
])('the bookkeeping of an outliner is not shown: %j, %j', (property, isHidden) => {
  const [, value] = property.split(':: ')
  expect(block(`words\n${property}\nroom:: B`)).toContain('room')
  expect(block(`words\n${property}`).includes(value!)).toBe(!isHidden)
})

test.each([
  ['[ ] open', '<p><input type="checkbox" disabled aria-label="Not done"> open</p>'],
  ['[x] **done**', '<p><input type="checkbox" disabled checked aria-label="Done"> <strong>done</strong></p>'],
  ['[x]', '<p>[x]</p>'],
])('a block %j has a box', (content, html) => expect(words(content)).toBe(html))

test('headings have six sizes below the title of the page, and leave out no level', () => {
  const { block } = createRenderer()
  const heading = (content: string): string | undefined => /<h.*<\/h\d>/.exec(block(content))?.[0]
  expect(['### a', '# b', '## c', '### d', '#### e', '##### f', '###### g', '# h'].map(heading)).toEqual([
    '<h2 class="h3">a</h2>',
    '<h2 class="h1">b</h2>',
    '<h3 class="h2">c</h3>',
    '<h4 class="h3">d</h4>',
    '<h5 class="h4">e</h5>',
    '<h6 class="h5">f</h6>',
    '<h6 class="h6" aria-level="7">g</h6>',
    '<h2 class="h1">h</h2>',
  ])
})

describe('emphasis', () => {
  test.each([
    ['***both*** ~~x~~ ==y== ^^z^^', '<em><strong>both</strong></em> <s>x</s> <mark>y</mark> <mark>z</mark>'],
    ['==a **b** c== 1 == 2', '<mark>a <strong>b</strong> c</mark> 1 == 2'],
    ['snake_case_name 2 * 3 * 4 **open', 'snake_case_name 2 * 3 * 4 **open'],
    ['**a\nb**', '<strong>a<br>\nb</strong>'],
  ])('%j', (content, html) => expect(words(content)).toBe(`<p>${html}</p>`))
})

describe('callouts and org blocks', () => {
  const callout = (look: string, title: string, body: string): string =>
    `<div class="callout ${look}" role="note">\n<p class="callout-title">${title}</p>\n${body}</div>`
  test.each([
    ['> [!tip] Use **it**\n> now', callout('tip', 'Use <strong>it</strong>', '<p>now</p>\n')],
    ['> [!NOTE]\n> now', callout('note', 'Note', '<p>now</p>\n')],
    ['> [!odd-kind] [[Ann]]', callout('note', ref('Ann'), '')],
    [
      '> [!warning]- More\n> now',
      '<details class="callout warning">\n<summary class="callout-title">More</summary>\n<p>now</p>\n</details>',
    ],
    ['#+BEGIN_CAUTION\nhot *now*\n#+END_CAUTION', callout('caution', 'Caution', '<p>hot <em>now</em></p>\n')],
    ['#+BEGIN_QUOTE\na\n#+END_QUOTE', '<blockquote>\n<p>a</p>\n</blockquote>'],
    ['#+BEGIN_NOTE\na', '<p>#+BEGIN_NOTE<br>\na</p>'],
    ['#+BEGIN_EXAMPLE\n[[a]]\n#+END_EXAMPLE', '<pre tabindex="0"><code>[[a]]</code></pre>'],
    [
      '#+BEGIN_QUERY\n[[a]]\n#+END_QUERY',
      '<pre tabindex="0"><code class="language-clojure">[[a]]</code></pre>\n<p class="muted small">This query runs in Logseq only.</p>',
    ],
    ['#+BEGIN_COMMENT\na\n#+END_COMMENT', ''],
    ['> not [!tip]', '<blockquote>\n<p>not [!tip]</p>\n</blockquote>'],
  ])('%j', (content, html) => expect(words(content)).toBe(html))
})

describe('[S10] footnotes', () => {
  const to = (label: string): string => `<sup><a class="note" href="#note-${label}">${label}</a></sup>`
  const note = (label: string, words: string): string =>
    `<div class="footnote" id="note-${label}"><span class="label">${label}</span>\n<p>${words}</p>\n</div>`
  test.each([
    ['a[^1]\n\n[^1]: see [[Ann]]', `<p>a${to('1')}</p>\n${note('1', `see ${ref('Ann')}`)}`],
    [
      '[^1]: see [[Ann]]\n[^b]: or\n *later*',
      `${note('1', `see ${ref('Ann')}`)}\n${note('b', 'or<br>\n<em>later</em>')}`,
    ],
    ['  [^1]: below', note('1', 'below')],
    ['a[^elsewhere]', `<p>a${to('elsewhere')}</p>`],
    ['a[^nowhere]', '<p>a[^nowhere]</p>'],
  ])('%j', (content, html) => expect(words(content)).toBe(html))

  const inline = (n: number, name: string): string =>
    `<sup><a class="note" href="#note-%5E${n}%20${name}">${n}</a></sup>`
  const placed = (n: number, name: string, words: string): string =>
    `<div class="footnote" id="note-%5E${n}%20${name}"><span class="label">${n}</span>\n<p>${words}</p>\n</div>`
  test.each([
    ['a^[see [[Ann]] or *b*].', `<p>a${inline(1, 'see%200%20or%20b')}.</p>\n${placed(1, 'see%200%20or%20b', `see ${ref('Ann')} or <em>b</em>`)}`], // prettier-ignore
    ['- a^[x]\n- b^[y]', `<ul>\n<li>a${inline(1, 'x')}</li>\n<li>b${inline(2, 'y')}</li>\n</ul>\n${placed(1, 'x', 'x')}\n${placed(2, 'y', 'y')}`], // prettier-ignore
    ['a^[x]\n\n[^1]: b', `<p>a${inline(2, 'x')}</p>\n${note('1', 'b')}\n${placed(2, 'x', 'x')}`],
    ['a^[x ^[y]]', `<p>a${inline(1, 'x%20y')}</p>\n${placed(1, 'x%20y', `x ${inline(2, 'y')}`)}\n${placed(2, 'y', 'y')}`], // prettier-ignore
    ['a^[] ^[b', '<p>a^[] ^[b</p>'],
    ['`^[a]` \\^[b]', '<p><code>^[a]</code> ^[b]</p>'],
    ['^^[a](https://a.example)^^', `<p><mark>${web('https://a.example', 'a')}</mark></p>`],
  ])('within words: %j', (content, html) => expect(words(content)).toBe(html))

  test('within one line, the words are in brackets', () => {
    expect(createRenderer(sources).line('a^[see [[Ann]]] b')).toBe(`a (see ${ref('Ann')}) b`)
  })

  test('numbers go on from block to block', () => {
    const { block: next } = createRenderer()
    expect(next('a^[x]') + next('b^[y]')).toContain(placed(2, 'y', 'y'))
  })

  test('an id is on a page once, and each renderer of a page can have its own', () => {
    const { block } = createRenderer({ notes: 'embed1-' })
    const twice = block('a[^1]\n\n[^1]: one') + block('[^1]: two')
    expect(twice.match(/ id="embed1-1"/g)).toHaveLength(1)
    expect(twice).toContain('href="#embed1-1"')
  })
})

describe('code and formulas', () => {
  test.each([
    [
      '```js\nlet a\n```',
      '<pre tabindex="0"><code class="language-js"><span class="hljs-keyword">let</span> a\n</code></pre>',
    ],
    ['```unknown\n<b>\n```', '<pre tabindex="0"><code class="language-unknown">&lt;b&gt;\n</code></pre>'],
    ['```"x onclick=y\na\n```', '<pre tabindex="0"><code>a\n</code></pre>'],
    ['`a` ``b ` c``', '<p><code>a</code> <code>b ` c</code></p>'],
    ['$\\oops{$', '<p><code class="maths">$\\oops{$</code></p>'],
  ])('%j', (content, html) => expect(words(content)).toBe(html))

  test('a formula is MathML, with its source for those who copy it', () => {
    expect(words('$x^2$')).toMatch(
      /^<p><span class="katex"><math [^>]*><semantics>.*<msup>.*x\^2<\/annotation>/,
    )
    expect(words('$$x$$')).toMatch(/<span tabindex="0" class="katex"><math [^>]*display="block"/)
  })
})

describe('files of the account, and pictures on the web', () => {
  const picture = (alt: string, size = ''): string =>
    `<a class="picture" href="/file/1"><img src="/file/1" alt="${alt}"${size} loading="lazy"></a>`
  test.each([
    ['![a cat](/api/files/cat){:height 300, :width 400}', picture('a cat', ' width="400"')],
    ['![a cat|100](/api/files/cat)', picture('a cat', ' width="100"')],
    ['![100|100x50](/api/files/cat)', picture('100', ' width="100"')],
    ['![a|b](/api/files/cat)', picture('a|b')],
    ['![](/api/files/cat)', picture('cat.png')],
    ['[the plan](/api/files/plan)', '<a class="file" href="/file/2" download="plan.pdf">the plan</a>'],
    [
      '[the plan|100](/api/files/plan)',
      '<a class="file" href="/file/2" download="plan.pdf">the plan|100</a>',
    ],
    ['a <img src="/api/files/cat" alt="a cat" width="400"> b', `a ${picture('a cat', ' width="400"')} b`],
    ['<img alt="[[y]] #z" src="/api/files/cat">', picture('[[y]] #z')],
    [`<IMG width=4 src='/api/files/cat'/>`, picture('cat.png')],
    ['<img alt="#x /api/files/plan" src=/api/files/cat >', '&lt;img alt=&quot;#x <a class="file" href="/file/2" download="plan.pdf">plan.pdf</a>&quot; src=<a class="file" href="/file/1" download="cat.png">cat.png</a> &gt;'], // prettier-ignore
    ['<img src="/api/files/kept">', '&lt;img src=&quot;[picture: kept.png]&quot;&gt;'],
    ['`<img src="/api/files/cat">`', '<code>&lt;img src=&quot;[picture: cat.png]&quot;&gt;</code>'],
    ['<a href="/api/files/plan">', '&lt;a href=&quot;<a class="file" href="/file/2" download="plan.pdf">plan.pdf</a>&quot;&gt;'], // prettier-ignore
    ['see /api/files/plan', 'see <a class="file" href="/file/2" download="plan.pdf">plan.pdf</a>'],
    ['![a](/api/files/kept)', '[picture: kept.png]'],
    ['![a](/api/files/gone)', '[file: unknown]'],
    ['`/api/files/cat`', '<code>[picture: cat.png]</code>'],
    ['![a](https://www.a.example/x.png)', elsewhere('picture', 'www.a.example/x.png', 'a')],
    ['![a](https://a.example/x.png){:height 3} b', `${elsewhere('picture', 'a.example/x.png', 'a')} b`],
    ['![](https://a.example/x.png)', elsewhere('picture', 'a.example/x.png')],
    ['![a **b**](lost/no such pic.png){:height 3} c', 'a b c'],
    ['`![a](no such.png)` ![a](no such)', '<code>![a](no such.png)</code> ![a](no such)'],
    ['{{video https://a.example/v}}', elsewhere('video', 'a.example/v')],
    ['{{youtube dQw4w9WgXcQ}}', elsewhere('video', 'www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube.com/watch').replace(/ data-host="[^"]*"/, '')], // prettier-ignore
  ])('%j', (content, html) => expect(words(content)).toBe(`<p>${html}</p>`))
})

test('a video has the picture that its block keeps for it', () => {
  expect(block('{{video https://a.example/v}}\nposter:: ![](/api/files/cat)\nyear:: 2026')).toBe(
    '<div class="words"><p><a class="web video" href="https://a.example/v" rel="noreferrer noopener">' +
      '<img src="/file/1" alt="" loading="lazy">a.example/v</a></p>\n</div>' +
      '<dl class="props"><div><dt><bdi>year</bdi></dt><dd dir="auto">2026</dd></div></dl>',
  )
  for (const poster of ['![](/api/files/plan)', '![](/api/files/kept)', 'words'])
    expect(block(`{{video https://a.example/v}}\nposter:: ${poster}`)).not.toContain('<img')
})

describe('embeds and queries take the place of their paragraph', () => {
  test.each([
    ['{{query (todo TODO)}}', '<ul><li>11</li></ul>'],
    ['{{query none}}', '<p><code>query none</code></p>'],
    ['see {{query a}}', '<p>see <code>query a</code></p>'],
    ['{{embed [[Shown]]}}', '<section>page</section>'],
    ['![[Shown]]', '<section>page</section>'],
    ['{{embed [[Other]]}}', `<p>${ref('Other')}</p>`],
    [`{{embed ((${ID}))}}`, '<section>block</section>'],
    [`see {{embed ((${ID}))}}`, '<p>see <a class="block-ref" href="/block">its words</a></p>'],
    ['{{renderer :x}}', '<p><code>renderer</code></p>'],
    ['a {{cloze b}}', '<p>a b</p>'],
    ['<!-- a -->', ''],
    ['a <!-- b --> c', '<p>a  c</p>'],
  ])('%j', (content, html) => expect(words(content)?.trimEnd()).toBe(html))
})

test('a line has words and no paragraph', () => {
  const { line } = createRenderer(sources)
  expect(line('see [[Ann]]')).toBe(`see ${ref('Ann')}`)
  expect(line('**a** <b>')).toBe('<strong>a</strong> &lt;b&gt;')
})

test('without sources, everything is words', () => {
  const { block } = createRenderer()
  expect(block(`[[A]] ((${ID})) {{embed [[B]]}} ![c](/api/files/x) {{query d}}`)).toBe(
    `<div class="words"><p>A <span class="muted">((${ID}))</span> B [file: unknown] <code>query d</code></p></div>`,
  )
})

test('a renderer that may spend nothing shows formulas and code as written', () => {
  const written = '$x^2$\n```js\nlet y = 1\n```'
  expect(createRenderer().block(written)).toMatch(/<math.*class="hljs-keyword"/s)
  expect(createRenderer({}, { maths: 0, code: 0 }).block(written)).toBe(
    '<div class="words"><p><code class="maths">$x^2$</code></p>\n<pre tabindex="0"><code class="language-js">let y = 1\n</code></pre>\n</div>',
  )
})

test('the parts that blocks show from elsewhere are listed before the blocks are rendered', () => {
  const read = [
    `((${ID})) {{embed [[A]]}} ![[B]] [[C]] {{query q}} ![x](/api/files/x1)`,
    `[l](((${ID}))) {{embed ((${ID}))}}\n[^n]: words`,
  ].map((content) => readBlock(content))
  expect(needsOf(read)).toEqual({
    blocks: [ID],
    embeddedBlocks: [ID],
    embeddedPages: ['A', 'B'],
    queries: ['q'],
    tables: new Map(),
    files: ['x1'],
    footnotes: ['n'],
  })
})
