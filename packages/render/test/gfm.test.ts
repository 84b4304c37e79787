/** GFM's extensions, by the numbers of its examples, with those that an outline shows in another way. */
import { describe, expect, test } from 'vitest'
import { createRenderer } from '../src/index.ts'
import { tidy } from './tidy.ts'

const renderer = createRenderer()
const rendered = (text: string): string => tidy(renderer.block(text))

const row = (tag: string, ...cells: string[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const table = (head: string, ...rows: string[]): string =>
  `<table><thead>${head}</thead>${rows.length > 0 ? `<tbody>${rows.join('')}</tbody>` : ''}</table>`

describe('tables', () => {
  test.each([
    [
      198,
      '| foo | bar |\n| --- | --- |\n| baz | bim |',
      table(row('th', 'foo', 'bar'), row('td', 'baz', 'bim')),
    ],
    [
      199,
      '| abc | defghi |\n:-: | -----------:\nbar | baz',
      '<table><thead><tr><th align="center">abc</th><th align="right">defghi</th></tr></thead>' +
        '<tbody><tr><td align="center">bar</td><td align="right">baz</td></tr></tbody></table>',
    ],
    [
      200,
      '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
      table(row('th', 'f|oo'), row('td', 'b <code>|</code> az'), row('td', 'b <strong>|</strong> im')),
    ],
    [
      201,
      '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
      `${table(row('th', 'abc', 'def'), row('td', 'bar', 'baz'))}<blockquote><p>bar</p></blockquote>`,
    ],
    [
      202,
      '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar',
      `${table(row('th', 'abc', 'def'), row('td', 'bar', 'baz'), row('td', 'bar', ''))}<p>bar</p>`,
    ],
    [203, '| abc | def |\n| --- |\n| bar |', '<p>| abc | def |\n| --- |\n| bar |</p>'],
    [
      204,
      '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
      table(row('th', 'abc', 'def'), row('td', 'bar', ''), row('td', 'bar', 'baz')),
    ],
    [205, '| abc | def |\n| --- | --- |', table(row('th', 'abc', 'def'))],
  ])('example %i', (_, text, html) => expect(rendered(text)).toBe(html))
})

describe('task list items', () => {
  const [todo, done] = [
    '<input type="checkbox" disabled aria-label="Not done">',
    '<input type="checkbox" disabled checked aria-label="Done">',
  ]
  test.each([
    [279, '- [ ] foo\n- [x] bar', `<ul><li>${todo} foo</li><li>${done} bar</li></ul>`],
    [
      280,
      '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim',
      `<ul><li>${done} foo\n<ul><li>${todo} bar</li><li>${done} baz</li></ul></li><li>${todo} bim</li></ul>`,
    ],
  ])('example %i', (_, text, html) => expect(rendered(text)).toBe(html))
})

describe('strikethrough takes two marks, as everywhere in an outline', () => {
  test.each([
    [491, '~~Hi~~ Hello, ~there~ world!', '<p><s>Hi</s> Hello, ~there~ world!</p>'],
    [492, 'This ~~has a\n\nnew paragraph~~.', '<p>This ~~has a</p><p>new paragraph~~.</p>'],
  ])('example %i', (_, text, html) => expect(rendered(text)).toBe(html))
})

describe('a web address is a link if it has a scheme; search and references read it the same way', () => {
  const link = (address: string): string => `<a href="${address}">${address}</a>`
  test.each([
    [622, 'www.commonmark.org', '<p>www.commonmark.org</p>'],
    [
      629,
      'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))',
      `<p>${link('http://commonmark.org')}</p><p>(Visit ${link('https://encrypted.google.com/search?q=Markup+(business)')})</p>`,
    ],
    [630, 'foo@bar.baz', '<p>foo@bar.baz</p>'],
    [635, 'xmpp:foo@bar.baz/txt/bin', '<p>xmpp:foo@bar.baz/txt/bin</p>'],
  ])('example %i', (_, text, html) => expect(rendered(text)).toBe(html))

  test('marks that end a sentence are no part of it', () => {
    expect(rendered('**see https://a.example/b.** Yes')).toBe(
      `<p><strong>see ${link('https://a.example/b')}.</strong> Yes</p>`,
    )
  })
})

test('example 657: no HTML is passed on', () => {
  expect(rendered('<strong> <title> <style>')).toBe('<p>&lt;strong&gt; &lt;title&gt; &lt;style&gt;</p>')
})
