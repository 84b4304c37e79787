import { parseBlock } from '@notegraph/block-text'
import { describe, expect, test } from 'vitest'
import { outlineOf, read } from '../test/graph.ts'
import { withFiles } from './files.ts'
import { planFolder } from './plan.ts'

const PATHS = [
  'Home.md', 'Other note.md', 'folder/Deep.md', 'a/Twin.md', 'b/Twin.md', '2026-11-20.md',
  'Sharp#.md', 'image.png', 'files/Pasted image 1.png', 'files/U\u0308bersicht.png', 'files/doc one.pdf', 'files/h#1.png', 'files/x&y.png', '.obsidian/app.json',
] // prettier-ignore
const plan = planFolder(PATHS)
const words = (text: string, path = 'Home.md'): string => {
  const note = withFiles(read(plan, path, text), (asset) => `id-${asset.replaceAll(/\W/gu, '')}`)
  return outlineOf(note).join('¶')
}

describe('links of notes', () => {
  test.each([
    ['[[Other note]]', '[[Other note]]'],
    ['[[other NOTE]]', '[[other NOTE]]'],
    ['[[OTHER note|label]]', '[label]([[OTHER note]])'],
    ['[[FOLDER/deep]]', '[[Deep]]'],
    ['[[Other note|label]]', '[label]([[Other note]])'],
    ['| a [[Other note\\|label]] |', '| a [label]([[Other note]]) |'],
    ['[[Other note#Part one]]', '[Other note#Part one]([[Other note]])'],
    ['[[Other note#Part|label]]', '[label]([[Other note]] "Other note#Part")'],
    ['[[Other note#Say "a"|label]]', String.raw`[label]([[Other note]] "Other note#Say \"a\"")`],
    ['[[Nowhere (2020)#Part]]', String.raw`[Nowhere (2020)\#Part]([[Nowhere (2020)]])`],
    ['[[Other note|#label]]', String.raw`[\#label]([[Other note]])`],
    ['[[Other note|`code`]]', '[`code`]([[Other note]])'],
    ['[[Other note|a ` b]] ` c', '[a \\` b]([[Other note]]) ` c'],
    ['[[Other note|a <!-- b -->]]', '[a <!-- b -->]([[Other note]])'],
    ['[[#Part `a`]]', '[#Part `a`](<#Part `a`>)'],
    ['[[Other note|[1]]]', String.raw`[\[1\]]([[Other note]])`],
    ['[[Other note|a [b] c]] d]]', '[a [b] c]([[Other note]]) d]]'],
    ['[[Other note|a [b](c) d]]', String.raw`[a \[b\](c) d]([[Other note]])`],
    ['[[Other note|`a[0]` [b]]]', '[`a[0]` \\[b\\]]([[Other note]])'],
    [
      '[[Other note|see [[Deep]]]] [[Other note|[[x]]]',
      String.raw`[see \[\[Deep\]\]]([[Other note]]) [\[\[x\]]([[Other note]])`,
    ],
    ['[[Other note|a [[Deep]] b]] c', String.raw`[a \[\[Deep\]\] b]([[Other note]]) c`],
    ['[[Other note|a [[Deep]] b', '[[Other note|a [[Deep]] b'],
    ['[[Other note|a [[Deep]] b [[Deep]]', '[[Other note|a [[Deep]] b [[Deep]]'],
    ['[[Other note|a [b]] c', String.raw`[a \[b]([[Other note]]) c`],
    ['[[[Other note|x]]]', '[[x]([[Other note]])]'],
    ['[[Other note#The `git rebase` command]]', '[Other note#The `git rebase` command]([[Other note]])'],
    ['[[Other note#`a`|b]] `c` [[Deep|d]]', '[b]([[Other note]] "Other note#`a`") `c` [d]([[Deep]])'],
    ['[[<% a("[W]") %>|Week]]', '[Week]([[<% a("[W]") %>]])'],
    ['[[Sharp#]]', '[[Sharp#]]'],
    ['[[Sharp#|x]]', '[x]([[Sharp#]])'],
    ['[[Sharp##Part]] [[Deep##x]]', String.raw`[Sharp#\#Part]([[Sharp#]]) [Deep#\#x]([[Deep]])`],
    ['[x](Sharp#.md) [x](Sharp%23.md#a)', '[x]([[Sharp#]]) [x]([[Sharp#]] "Sharp#\\#a")'],
    ['[[Other note#]]', '[Other note#]([[Other note]])'],
    ['![](Pasted%20image%201.png)', '![](/api/files/id-filesPastedimage1png)'],
    ['![a](<Pasted image 1.png>)', '![a](</api/files/id-filesPastedimage1png>)'],
    ['![a](files/\u00DCbersicht.png)', '![a](/api/files/id-filesUbersichtpng)'],
    ['![a](files/%C3%9Cbersicht.png)', '![a](/api/files/id-filesUbersichtpng)'],
    ['![[gone.png|300]]', '![gone.png|300](gone.png)'],
    ['![[my gone.pdf#page=3]]', '![my gone.pdf](<my gone.pdf#page=3>)'],
    [
      '![[gone.heic|300]] ![[gone.canvas]] [[gone.odt]]',
      '![gone.heic|300](gone.heic) ![gone.canvas](gone.canvas) [gone.odt](gone.odt)',
    ],
    ['![[gone.txt]] [[gone.txt]]', '![gone.txt](gone.txt) [[gone.txt]]'],
    ['[[Node.js]] [[Gone.md]] ![[Gone.md]]', '[[Node.js]] [[Gone]] {{embed [[Gone]]}}'],
    ['![[h#1.png]] ![](h%231.png)', '![h#1.png](/api/files/id-filesh1png) ![](/api/files/id-filesh1png)'],
    ['[[gone.pdf#page=2]] [[gone.pdf|the pdf]]', '[gone.pdf](gone.pdf#page=2) [the pdf](gone.pdf)'],
    ['#[[other NOTE]]&y #[[folder/Deep]]', String.raw`\#[[other NOTE]]&y \#[[Deep]]`],
    ['#[[other NOTE|x]] #tag&y', String.raw`\#[x]([[other NOTE]]) #[[tag]]&y`],
    ['[[|x]] ![[|x]]', String.raw`\[[|x]] !\[[|x]]`],
    ['[l](Deep) [l](./folder/Deep "t") [l](Nowhere)', '[l]([[Deep]]) [l]([[Deep]] "t") [l](Nowhere)'],
    ['![[gone.png|a [b]]]', String.raw`![a \[b\]](gone.png)`],
    [
      '[[a [[Deep]] b]] ![[Other note#c [[Deep|d]]]]',
      String.raw`\[[a [[Deep]] b]] !\[[Other note#c [d]([[Deep]])]]`,
    ],
    ['[[#Part]]', '[#Part](#Part)'],
    ['[[#Part one (a)]]', '[#Part one (a)](<#Part one (a)>)'],
    ['[[#Part|label]]', '[label](#Part)'],
    ['[[#]] [[|]] ![[#]]', String.raw`\[[#]] \[[|]] !\[[#]]`],
    ['[[#|x]] ![[#|x]]', String.raw`\[[\#|x]] !\[[\#|x]]`],
    ['[[folder/Deep]]', '[[Deep]]'],
    ['[[Deep]]', '[[Deep]]'],
    ['[[b/Twin]]', '[[b/Twin]]'],
    ['[[Nowhere]]', '[[Nowhere]]'],
    ['[[Nowhere|label]]', '[label]([[Nowhere]])'],
    ['![[Other note]]', '{{embed [[Other note]]}}'],
    ['![[Other note#Part]]', '[Other note#Part]([[Other note]])'],
    ['![[image.png]]', '![image.png](/api/files/id-imagepng)'],
    ['![[image.png|300]]', '![image.png|300](/api/files/id-imagepng)'],
    ['![[image.png|300x200]]', '![image.png|300x200](/api/files/id-imagepng)'],
    ['![[image.png|a picture|300]]', '![a picture|300](/api/files/id-imagepng)'],
    ['| ![[image.png\\|300]] |', '| ![image.png\\|300](/api/files/id-imagepng) |'],
    ['![alt|300](image.png)', '![alt|300](/api/files/id-imagepng)'],
    ['[[Other note|a `b` c]]', '[a `b` c]([[Other note]])'],
    ['[[Other note|<!-- a --> b]]', '[<!-- a --> b]([[Other note]])'],
    ['`[[Other` note|x]]', '`[[Other` note|x]]'],
    ['[[image.png|300]]', '[300](/api/files/id-imagepng)'],
    [
      '<!-- [[Other note|label]] ![[image.png]] --> [[Other note|x]]',
      '<!-- [[Other note|label]] ![[image.png]] --> [x]([[Other note]])',
    ],
    ['<!-- a\n[[Other note|label]]\n-->', '<!-- a⏎[[Other note|label]]⏎-->'],
    ['<!-- [[Other note|label]]', '<!-- [label]([[Other note]])'],
    ['`<!--` [[Other note|label]] -->', '`<!--` [label]([[Other note]]) -->'],
    ['![[image.png|a picture]]', '![a picture](/api/files/id-imagepng)'],
    ['[[doc one.pdf]]', '[doc one.pdf](/api/files/id-filesdoconepdf)'],
    ['[[doc one.pdf#page=3|three]]', '[three](/api/files/id-filesdoconepdf#page=3)'],
    ['[[doc one.pdf#a (b)]]', '[doc one.pdf](/api/files/id-filesdoconepdf#a%20%28b%29)'],
    ['[x](files/doc%20one.pdf#page=3)', '[x](/api/files/id-filesdoconepdf#page=3)'],
    ['![[none.png]]', '![none.png](none.png)'],
    ['[x](Other%20note.md)', '[x]([[Other note]])'],
    [
      '[Issue #12](Deep.md) [#a](folder/Deep.md "see #5")',
      String.raw`[Issue \#12]([[Deep]]) [\#a]([[Deep]] "see \#5")`,
    ],
    ['[a #b](<Other note.md> "of #c")', String.raw`[a \#b]([[Other note]] "of \#c")`],
    [
      '![](files/x&amp;y.png) ![](files/x&#38;y.png)',
      '![](/api/files/id-filesxypng) ![](/api/files/id-filesxypng)',
    ],
    [String.raw`[x](Other\ note.md) [y](folder/Deep\.md)`, String.raw`[x](Other\ note.md) [y]([[Deep]])`],
    ['[x](folder/Deep.md#part%20one)', '[x]([[Deep]] "Deep#part one")'],
    ['[x](folder/Deep.md#part "t")', '[x]([[Deep]] "Deep#part: t")'],
    [`[x](folder/Deep.md#it's%20#1 'see #5')`, String.raw`[x]([[Deep]] 'Deep#it\'s \#1: see \#5')`],
    ['[x](folder/Deep.md "a [[Deep|d]]")', '[x]([[Deep]] "a [d]([[Deep]])")'],
    ['[x](folder/Deep.md#^gone "t")', '[x]([[Deep]] "Deep#^gone: t")'],
    ['[x](<Other note.md>)', '[x]([[Other note]])'],
    [
      '![](Other%20note.md) ![other note](Other%20note.md)',
      '{{embed [[Other note]]}} {{embed [[Other note]]}}',
    ],
    ['![a b](<Other note.md>) ![](folder/Deep.md)', '[a b]([[Other note]]) {{embed [[Deep]]}}'],
    [String.raw`\![[Deep]] \![](folder/Deep.md)`, String.raw`\![[Deep]] \![]([[Deep]])`],
    ['[x](Gone.md#part) ![](Gone.markdown)', '[x](Gone.md#part) ![](Gone.markdown)'],
    [
      '[a][r] [r][] ![R] [s] [t][R ] [[Deep|a [r]]] [r](b)\n\n[r]: folder/Deep.md "T"\n[s]: <https://a.b>\n[^1]: x',
      '[a]([[Deep]]) [r]([[Deep]]) [R]([[Deep]]) [s](<https://a.b>) [t]([[Deep]]) [a \\[r\\]]([[Deep]]) [r](b)¶[r]: folder/Deep.md "T"⏎[s]: <https://a.b>⏎[^1]: x',
    ],
    ['[a][r] `[r]`\n\n```\n[r]: Deep.md\n```', '[a][r] `[r]`¶```⏎[r]: Deep.md⏎```'],
    ['![x](files/doc%20one.pdf)', '![x](/api/files/id-filesdoconepdf)'],
    ['[x](https://a.example/Other.md)', '[x](https://a.example/Other.md)'],
    ['`[[Other note|label]]`', '`[[Other note|label]]`'],
    ['\\`[[Deep|x]]\\` \\\\`[[Deep|x]]`', '\\`[x]([[Deep]])\\` \\\\`[[Deep|x]]`'],
    [
      String.raw`\[[Deep|x]] \\[[Deep|x]] \[[[Deep|x]]]`,
      String.raw`\[[Deep|x]] \\[x]([[Deep]]) \[[x]([[Deep]])]`,
    ],
    ['\\``[[Deep|x]]` [[Deep|x]] `a\\`', '\\``[[Deep|x]]` [x]([[Deep]]) `a\\`'],
    ['```\n[[Other note|label]]\n```', '```⏎[[Other note|label]]⏎```'],
    ['%%comment%% #a/b', '%%comment%% #a/b'],
    ['- [ ] x\n- [x] y\n* [X] z\n- [-] w\n- [/] v\n- [>] u', 'TODO x¶DONE y¶DONE z¶CANCELED w¶DOING v¶[>] u'],
    ['[ ] x', '[ ] x'],
  ])('%j', (text, expected) => expect(words(text)).toBe(expected))

  test.each([
    ['[[#Part]]', []],
    ['[[#Part one|label]]', []],
    ['[[Other note#Part]]', ['Other note']],
    ['![[Other note#Part]]', ['Other note']],
    ['[[Other note#Part|label]]', ['Other note']],
    ['[[Other note#Part|#label]]', ['Other note']],
    ['[[Note (2020)#Part#Deeper]]', ['Note (2020)']],
    ['[[图#部分]]', ['图']],
    ['[[图#部分|名]]', ['图']],
    ['| [[Other note#Part\\|label]] |', ['Other note']],
  ])('a link to a heading names its note and no tag: %s', (text, refs) =>
    expect(parseBlock(words(text))).toMatchObject({ refs, tags: [] }),
  )

  test('a note with exactly the path of the link wins, then the one beside it, then the shortest path', () => {
    const twins = planFolder(['Twin.md', 'a/Twin.md', 'a/N.md'])
    expect(outlineOf(read(twins, 'a/N.md', '[[Twin]] [[a/Twin]] [[./Twin]] [x](Twin.md)'))).toEqual([
      '[[Twin]] [[a/Twin]] [[a/Twin]] [x]([[a/Twin]])',
    ])
    expect(words('[[Twin]]', 'b/Twin.md')).toBe('[[b/Twin]]')
    expect(words('[[Twin]]')).toBe('[[a/Twin]]')
    expect(words('[x](../Other%20note.md)', 'a/Twin.md')).toBe('[x]([[Other note]])')
  })

  test('[A1] HTML can name the files of the folder', () => {
    const files = planFolder(['a/Home.md', 'Note.md', 'img/my pan.png'])
    const html =
      '<img src="../img/my%20pan.png#x" alt="pan"> <a href="../Note.md">n</a> <video src="gone.mp4">'
    const { blocks, missing } = read(files, 'a/Home.md', html)
    const [block] = blocks
    expect(block?.content).toBe(html)
    expect(block?.assets.map(({ start, end, path }) => [html.slice(start, end), path])).toEqual([
      ['../img/my%20pan.png', 'img/my pan.png'],
    ])
    expect(missing).toEqual([{ file: 'a/Home.md', line: 1, asset: 'gone.mp4' }])
  })

  test('a missing picture is reported with its line', () => {
    const { missing } = read(plan, 'Home.md', '# A\n\n- x\n  ![[gone.png#a b|30]]\n  ![y](gone.jpg?raw)')
    expect(missing).toEqual([
      { file: 'Home.md', line: 4, asset: 'gone.png' },
      { file: 'Home.md', line: 5, asset: 'gone.jpg' },
    ])
  })

  test('a link to a name that a Mac wrote is spelled like it, and one in other letters is reported', () => {
    const mac = planFolder(['U\u0308ber.md', 'Home.md'])
    const kinds = (text: string) => read(mac, 'Home.md', text).findings?.map(({ kind }) => kind)
    expect([kinds('[[\u00DCber]]'), kinds('[[\u00FCber]]')]).toEqual([undefined, ['link_case']])
  })

  test('[A1] a Markdown link to a missing note is reported', () => {
    const { missing } = read(plan, 'Home.md', 'x\n\n[x](sub/Gone%20note.md#part) [y](https://a.b/c.md)')
    expect(missing).toEqual([{ file: 'Home.md', line: 3, asset: 'sub/Gone%20note.md' }])
  })
})

describe('names and heads of notes', () => {
  test.each([
    ['Home.md', 'Home', 'page'],
    ['folder/Deep.md', 'Deep', 'page'],
    ['a/Twin.md', 'a/Twin', 'page'],
    ['2026-11-20.md', '2026-11-20', 'journal'],
  ])('%s is the %s %s', (path, name, kind) => expect(read(plan, path, '- x')).toMatchObject({ name, kind }))

  test('a title becomes an alias', () => {
    const { name, props } = read(
      plan,
      'Home.md',
      '---\ntitle: My, home\naliases: [H]\nfor: "[[Other note|x]]"\n---\n',
    )
    expect({ name, props }).toEqual({
      name: 'Home',
      props: [
        ['alias', 'H, [[My, home]]'],
        ['for', '[x]([[Other note]])'],
      ],
    })
  })
})
