/** Outlines in OPML from Workflowy, Dynalist and OmniOutliner: the result of each construct. */
import { expect, test } from 'vitest'
import { planFolder, readPages } from './index.ts'
import { flatten } from './outline-draft.ts'

const read = (text: string, limits = {}, path = 'My list.opml') => {
  const [result] = [...readPages(planFolder([path], undefined, undefined, limits), path, text)!]
  return result!
}
const page = (text: string) => {
  const result = read(text)
  if (!result.ok) throw new Error(result.unread[0]?.why)
  return result.note
}
const opml = (outlines: string, head = ''): string =>
  `<?xml version="1.0"?>\n<opml version="2.0"><head>${head}</head><body>${outlines}</body></opml>`
const outline = (outlines: string): string[] =>
  flatten(page(opml(outlines)).blocks).map(({ depth, content }) => '\t'.repeat(depth) + content)

test.each<[string, string, string[]]>([
  ['nesting', '<outline text="a"><outline text="b"><outline text="c"/></outline></outline><outline text="d"/>', ['a', '\tb', '\t\tc', 'd']],
  ['entities', '<outline text="a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#x27; &nbsp;f"/>', ['a & b <c> "d" \'e\' \u00A0f']],
  ['[P1] letters by their names in HTML', '<outline text="caf&eacute; &Uuml;ber &yuml; &foo"/>', ['café Über ÿ &foo']],
  ['a note', '<outline text="a" _note="one&#10;two"/>', ['a\none\ntwo']],
  ['a task of Workflowy', '<outline text="a" _complete="true"/>', ['DONE a']],
  ['a task of Dynalist', '<outline text="a" checkbox="true"/><outline text="b" complete="true" checkbox="true"/>', ['TODO a', 'DONE b']],
  ['a task of OPML', '<outline text="a" complete="false"/>', ['TODO a']],
  ['a task of OmniOutliner', '<outline text="a" _status="checked"/><outline text="b" _status="unchecked"/>', ['DONE a', 'b']],
  ['a heading', '<outline text="a" heading="2"/>', ['## a']],
  ['HTML of Workflowy', '<outline text="&lt;b&gt;a&lt;/b&gt; &lt;i&gt;b&lt;/i&gt; &lt;a href=&quot;https://c.example&quot;&gt;c&lt;/a&gt; &lt;u&gt;d&lt;/u&gt; 1 &lt;b 2"/>', ['**a** *b* [c](https://c.example) <u>d</u> 1 <b 2']],
  ['a date of Workflowy', '<outline text="&lt;time startYear=&quot;2020&quot; startMonth=&quot;1&quot; startDay=&quot;2&quot;&gt;Thu&lt;/time&gt;"/>', ['[Thu]([[2020-01-02]])']],
  ['a tag that is merely named', '<outline text="use &lt;b&gt; here"/>', ['use <b> here']],
  ['Markdown', '<outline text="**a** #tag [b](https://c.example)"/>', ['**a** #tag [b](https://c.example)']],
  ['columns', '<outline text="a" Cost="5" collapsed="true" colorLabel="1"/>', ['a\nCost:: 5']],
  ['a feed', '<outline text="a" type="rss" xmlUrl="https://a.example/f"/>', ['a\ntype:: rss\nxmlUrl:: https://a.example/f']],
  ['a title in place of the text', '<outline title="a"/>', ['a']],
  ['[P2] a title beside another text', '<outline text="a" title="b"/><outline text="c" title="c"/>', ['a\ntitle:: b', 'c']],
  ['[P1] an address with & as it is', '<outline text="A & B" xmlUrl="https://a.example/f?x=1&y=2&amp;z=3"><outline text="c"/></outline>', ['A & B\nxmlUrl:: https://a.example/f?x=1&y=2&z=3', '\tc']],
  ['an empty outline', '<outline text=""/><outline/>', ['', '']],
])('opml: %s', (_, outlines, expected) => expect(outline(outlines)).toEqual(expected)) // prettier-ignore

test.each([
  ['', 'My list'],
  ['<title> Plans &amp;\n more </title>', 'Plans & more'],
  ['<title></title><ownerEmail>a@b.example</ownerEmail>', 'My list'],
])('opml: a page of the head %j is named %j', (head, name) => expect(page(opml('', head)).name).toBe(name))

test('opml: a page and its outlines keep their times, and a title that is a day is a journal page', () => {
  const head = '<title>2020-01-02</title><dateCreated>Thu, 02 Jan 2020 10:00:00 GMT</dateCreated>'
  const note = page(
    opml(
      '<outline text="a" created="Fri, 03 Jan 2020 10:00:00 GMT"/><outline text="b" created="soon"/>',
      head,
    ),
  )
  expect(note).toMatchObject({ kind: 'journal', day: 20200102, createdAt: Date.UTC(2020, 0, 2, 10) })
  expect(note.blocks[0]!.createdAt).toBe(Date.UTC(2020, 0, 3, 10))
  expect(note.blocks[1]).not.toHaveProperty('createdAt')
})

const LAUGHS = `<!DOCTYPE opml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${opml('<outline text="&b;"/>')}`

test('opml: no entity of a file expands', () => {
  const result = read(LAUGHS.replace('<?xml version="1.0"?>\n', ''))
  expect(result.ok && result.note.blocks[0]!.content).toBe('&b;')
})

const nested = (levels: number): string => '<outline text="x">'.repeat(levels) + '</outline>'.repeat(levels)

test.each<[string, string, object, string]>([
  ['no XML', 'hello', {}, 'The file is not an OPML outline'],
  ['another XML', '<svg><g/></svg>', {}, 'The file is not an OPML outline'],
  ['a tag that is not closed', '<opml><body><outline text="a"></body></opml>', {}, 'The XML is damaged here'],
  ['an entity that nobody knows', opml('<outline text="&foo;"/>'), {}, 'The XML is damaged here'],
  ['half a character at its end', '<opml><body><outline text="a"/><?xml \uD83D', {}, 'The XML is damaged here'],
  ['text between outlines', opml('<outline text="a"/>words'), {}, 'left out: 1 piece.'],
  ['CDATA between outlines', opml('<![CDATA[words]]><outline text="a"/>words'), {}, 'left out: 2 pieces.'],
  ['too deep', opml(nested(6)), { depth: 5 }, 'Blocks nest deeper than 5'],
  ['too many', opml('<outline/><outline/>'), { blocks: 1 }, 'The note has more than 1 blocks'],
  ['too long', opml('<outline text="abc"/>'), { blockText: 2 }, 'A block has more than 2'],
  ['too many lines', opml('\n\n\n'), { lines: 3 }, 'The file has more than 3 lines'],
  ['NUL by its number', opml('<outline text="a&#0;b"/>'), {}, 'The XML is damaged here'],
])('opml: reports unreadable content: %s', (_, text, limits, why) => {
  const result = read(text, limits)
  const [unread] = result.ok ? result.note.unread : result.unread
  expect(unread).toMatchObject({ file: 'My list.opml', why: expect.stringContaining(why) })
}) // prettier-ignore

test('[P1] opml: blanks before the declaration are not reported, and lines keep their numbers', () => {
  const { blocks, unread } = page(`\n\n  ${opml('<outline text="a"/>')}`)
  expect([blocks[0]!.content, blocks[0]!.line, unread]).toEqual(['a', 4, []])
})

test('opml: settings of the app in the head are not reported', () => {
  const head = '<title>a</title><flavor>dynalist</flavor><ownerEmail>a@b.example</ownerEmail>'
  expect(page(opml('<outline text="a"/>', head)).unread).toEqual([])
})

test('opml: 200,000 levels neither throw nor run out of stack', () => {
  expect(read(opml(nested(200_000)), { depth: 1_000 }).ok).toBe(false)
})
