/** HTML, hiccup and names of blocks in notes: the words stay, and nothing of their marks shows. @see sharing 10 */
import { describe, expect, test } from 'vitest'
import { faultsOf } from '../test/safe.ts'
import { createRenderer } from './whole-renderer.ts'

const block = (content: string): string =>
  createRenderer()
    .block(content)
    .replace(/^<div class="words">([\s\S]*)<\/div>$/, '$1')
    .trim()
const web = (address: string, words = address, kind = 'web', host = '') =>
  `<a class="${kind}" href="${address}" rel="noreferrer noopener"${host && ` data-host="${host}"`}>${words}</a>`

describe('[S10] HTML', () => {
  test.each([
    ['press <kbd>Ctrl</kbd> H<sub>2</sub>O<br>x<sup>2</sup> <u>**b**</u>', 'press <kbd>Ctrl</kbd> H<sub>2</sub>O<br>x<sup>2</sup> <u><strong>b</strong></u>'], // prettier-ignore
    ['<MARK>a</mark> <b onclick="x()">b</b>', '<mark>a</mark> <b>b</b>'],
    ['<span style="color: Red">a</span> <span style="color:#f00">b</span>', '<span class="color-red">a</span> <span>b</span>'], // prettier-ignore
    ['<div align="center">a</div>', 'a'],
    ['<a href="https://a.example/x">b</a>', web('https://a.example/x', 'b')],
    [
      '<iframe width="1" src="https://a.example/v" allow></iframe>',
      web('https://a.example/v', 'a.example/v', 'web video'),
    ],
    [
      '<img src="//a.example/p.png" alt="boat">',
      web('https://a.example/p.png', 'boat', 'web picture', 'a.example'),
    ],
    [
      '<video controls><source src="https://a.example/v"></video>',
      web('https://a.example/v', 'a.example/v', 'web video'),
    ],
    ['<b>a', '&lt;b&gt;a'],
    ['a</b>', 'a&lt;/b&gt;'],
    ['*<b>a*</b>', '<em>&lt;b&gt;a</em>&lt;/b&gt;'],
    ['<b><i>a</b></i>', '&lt;b&gt;<i>a&lt;/b&gt;</i>'],
    ['[<a href="https://b.example">x</a>](https://a.example)', web('https://a.example', '&lt;a href=&quot;https://b.example&quot;&gt;x&lt;/a&gt;')], // prettier-ignore
    ['`<b>a</b>` <blink>x</blink>', '<code>&lt;b&gt;a&lt;/b&gt;</code> &lt;blink&gt;x&lt;/blink&gt;'],
  ])('%j', (content, html) => {
    expect(block(content)).toBe(`<p>${html}</p>`)
    expect(faultsOf(block(content))).toEqual([])
  })
})

describe('[S10] hiccup', () => {
  test.each([
    ['[:div [:a {:href "https://a.example"} "words"] " of " [:b "Ann"]]', `${web('https://a.example', 'words')} of <b>Ann</b>`], // prettier-ignore
    ['[:h2 {:style {:color "red"}} "a \\"b\\" <c>"]', 'a &quot;b&quot; &lt;c&gt;'],
    ['[:div.text-sm [:img {:src "https://a.example/p.png" :alt "boat"}] [:p "one"] [:p "two"]]', `${web('https://a.example/p.png', 'boat', 'web picture', 'a.example')}<br>one<br>two`], // prettier-ignore
    [
      '[:iframe {:src "https://a.example/v" :allowFullScreen "x"}]',
      web('https://a.example/v', 'a.example/v', 'web video'),
    ],
    ['[:div [:a {:href "javascript:alert(1)"} "x"] [:script "alert(1)"]]', 'x'],
    ['[:page :type]', '[:page :type]'],
    ['[:div "open', '[:div &quot;open'],
  ])('%j', (content, html) => {
    expect(block(content)).toBe(`<p>${html}</p>`)
    expect(faultsOf(block(content))).toEqual([])
  })
})

test.each([
  ['an idea ^ab-12c', 'an idea'],
  ['an idea ^idea', 'an idea'],
  ['x ^2', 'x ^2'],
  ['a ^b c', 'a ^b c'],
])('[S10] the name of a block does not show: %j', (content, words) =>
  expect(block(content)).toBe(`<p>${words}</p>`),
)
