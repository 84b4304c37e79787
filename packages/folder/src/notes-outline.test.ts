import { parseBlock } from '@notegraph/block-text'
import { describe, expect, test } from 'vitest'
import { outlineOf, read } from '../test/graph.ts'
import { planFolder } from './plan.ts'

const outline = (text: string): string[] => outlineOf(read(planFolder(['N.md']), 'N.md', text))

describe('blocks of notes', () => {
  test.each([
    // Comments and raw HTML continue to their end, over blank lines, bullets and headings.
    ['<!--\n\n- a\n\n# b\n-->\nc', ['<!--⏎⏎- a⏎⏎# b⏎-->⏎c']],
    ['a\n\n%%\n- b\n\nc\n%%\n\nd', ['a', '%%⏎- b⏎⏎c⏎%%', 'd']],
    ['%% a\n\n- b %%\n\n- c', ['%% a⏎⏎- b %%', 'c']],
    ['- a\n\n  <!--\n\n  - b\n  -->\n- c', ['a⏎⏎<!--⏎⏎- b⏎-->', 'c']],
    ['<!-- a -->\n\n- b\n\n-->', ['<!-- a -->', 'b', '-->']],
    ['<!--\n\n- a', ['<!--', 'a']],
    ['%%a%%\n\n- b\n\n%%', ['%%a%%', 'b', '%%']],
    ['<pre class="x">\n\n- a\n\n# b\n</pre>\n\n- c', ['<pre class="x">⏎⏎- a⏎⏎# b⏎</pre>', 'c']],
    ['<PRE>a</pre>\n\n- b\n</pre>', ['<PRE>a</pre>', 'b⏎</pre>']],
    ['<prefix>\n\n- a\n</pre>', ['<prefix>', 'a⏎</pre>']],
    // Underlined headings.
    ['Title\n=====\n\na\n\nPart\n---\n\nb', ['# Title', '\ta', '\t## Part', '\t\tb']],
    ['Part\n--\n-a\n--', ['## Part', '\t-a⏎--']],
    ['**Bold**\n===', ['# **Bold**']],
    // Such a heading is a whole paragraph.
    ['a\n\none\n  two\nthree\n---\nb', ['a', '## one two three', '\tb']],
    ['one\n    two\n===\n\nb', ['# one two', '\tb']],
    ['one\n* two\n---\n\nb', ['one', 'two', '---', 'b']],
    ['one\n# Two\nthree\n---', ['one', '# Two', '\t## three']],
    ['[a]: b\n[c]: d\n---\n\ne', ['[a]: b⏎[c]: d⏎---', 'e']],
    ['a\n\n---\n\nb', ['a', '---', 'b']],
    // A footnote ends the list above.
    ['- a[^1]\n[^1]: b\n  c\n- d', ['a[^1]', '[^1]: b⏎  c', 'd']],
    // Open code.
    ['- a\n  ```\n  # c\nafter\n# H\n- b', ['a⏎```⏎# c', 'after', '# H', '\tb']],
    ['1. a\n   ~~~\n   # c\n2. b\n## H', ['1. a⏎   ~~~⏎   # c', '2. b', '## H']],
    ['1. a\n~~~\n# c\n2. b', ['1. a⏎~~~⏎# c⏎2. b']],
    // Rules.
    ['- a\n---\n- b', ['a', '---', 'b']],
    ['> a\n---', ['> a', '---']],
    ['- a\n***\nb\n\nc\n* * *\n_ _ _\nd', ['a', '***', 'b', 'c', '* * *', '_ _ _', 'd']],
    ['- a\n  - b\n  ***\n    c\n___\n- d', ['a', '\tb⏎***⏎c', '___', 'd']],
    ['# T\n---\na\n***\nb', ['# T', '\t---', '\ta', '\t***', '\tb']],
    ['---\na\nb', ['---⏎a⏎b']],
    ['| a |\n---', ['| a |⏎---']],
    ['a:: b\n---\n\nc\n-', ['---', 'c', '']],
    // Callouts.
    ['a\n> [!note] T\n> b\n\nc', ['a', '> [!note] T⏎> b', 'c']],
    ['> [!note]- T\n> - a\n> - b', ['> [!note]- T⏎> - a⏎> - b']],
    ['> [!todo] T\n> - [ ] a\n>   - [x] b\n>     c\n> 1. [ ] d\n\n- e', [
      '> [!todo] T', '\tTODO a', '\t\tDONE b⏎c', '\tTODO 1. d', 'e',
    ]],
    ['> - [ ] a\n> - b\n>   - [/] c\n\n- d', ['> TODO a', '> b', '\tDOING c', 'd']],
    ['> [!a]\n> > [!b]\n> > - [ ] c', ['> [!a]⏎> > [!b]', '\tTODO c']],
    ['> [!a]\n> - [ ] b\n>\n> c\n> - d', ['> [!a]', '\tTODO b', '> c', '\td']],
    ['> ```\n> - [ ] a\n> ```', ['> ```⏎> - [ ] a⏎> ```']],
    ['> - [ ] a\n>   ```\n>   - [ ] b\n>   ```\n> - c', ['> TODO a⏎```⏎- [ ] b⏎```', '> c']],
    ['- a\n  > [!todo] T\n  > - [ ] b\n- c', ['a⏎> [!todo] T', '\tTODO b', 'c']],
    // Tasks in numbered lists.
    ['1. [ ] a\n   - [x] b\n2. c\n3) [-] d', ['TODO 1. a', '\tDONE b', '2. c', 'CANCELED 3) d']],
    ['1. [ ] TODO a\n2. [x] CANCELED b\n3. [ ] TODO', ['TODO 1. a', 'CANCELED 2. b', 'TODO 3.']],
    ['1. [ ] TODOS a', ['TODO 1. TODOS a']],
    ['1. [ ](a)', ['1. [ ](a)']],
  ])('%j', (text, expected) => expect(outline(text)).toEqual(expected)) // prettier-ignore

  test('a task in a callout is a task', () => {
    const blocks = outline('> [!todo] T\n> - [/] a\n\n> - [ ] b').map(
      (text) => parseBlock(text.trim()).marker,
    )
    expect(blocks).toEqual([undefined, 'DOING', 'TODO'])
  })

  test('other folders keep such lines as text', () => {
    const plan = planFolder(['pages/N.md'])
    expect(outlineOf(read(plan, 'pages/N.md', '- <!--\n- a\n- -->\n- b\n  ---'))).toEqual([
      '<!--',
      'a',
      '-->',
      'b⏎---',
    ])
  })
})
