/** Heads as people write them: no word is lost, and none is invented. */
import { describe, expect, test } from 'vitest'
import { logseq, outlineOf, read } from '../test/graph.ts'
import { planFolder } from './plan.ts'

const vault = (text: string) => read(planFolder(['Note.md', 'Home.md']), 'Note.md', text)
const seen = (note: ReturnType<typeof vault>): object => ({
  props: Object.fromEntries(note.props),
  words: outlineOf(note),
  kinds: (note.findings ?? []).map(({ kind }) => kind),
})

test.each([
  [
    'title = "A post"\ndate = 2020-01-02T03:04:05Z\ntags = ["a", \'b c\']\ndraft = false # later',
    { alias: 'A post', date: '2020-01-02T03:04:05Z', tags: 'a, b c', draft: 'false' },
    ['later'],
    ['comment', 'title_alias'],
  ],
  ['tags = [\n  "a",\n  "b",\n]\nn = 1', { tags: 'a, b', n: '1' }, [], []],
  [
    '# all\na = "b"\n[params]\nb = "c"\n[[menu.main]]\nname = "d"',
    { a: 'b' },
    ['all⏎[params]⏎b = "c"⏎\\[[menu.main]]⏎name = "d"'],
    ['comment', 'front_matter_text'],
  ],
  ["a = \"b\nc = {d = 1}\ne = 'x'", { e: 'x' }, ['a = "b⏎c = {d = 1}'], ['front_matter_text']],
  ['a = """\nb = 1\n"""\nc = 2', { c: '2' }, ['a = """⏎b = 1⏎"""'], ['front_matter_text']],
  ['a = [ "b"\nc = 2', { c: '2' }, ['a = [ "b"'], ['front_matter_text']],
  [
    'says = "[[Home]], #1"\nlist = [[1, 2], [3]]',
    { says: '[[Home]], #1' },
    ['list = \\[[1, 2], [3]]'],
    ['front_matter_text'],
  ],
])('[F1] TOML between two lines of three plus signs, as Hugo writes it: %j', (head, props, words, kinds) => {
  const { kinds: found, ...rest } = seen(vault(`+++\n${head}\n+++\nx`)) as { kinds: string[] }
  expect([rest, new Set(found)]).toEqual([{ props, words: [...words, 'x'] }, new Set(kinds)])
})

test.each([
  ['no last line of TOML', '+++\ntitle = "open\nx'],
  ['no last line of YAML', '---\ntitle: open\n\nx'],
  ['a name of its format', '---toml\ntitle = "x"\n---\nx'],
  ['JSON between semicolons', ';;;\n{"title": "x"}\n;;;\nx'],
  ['JSON', '{\n  "title": "x"\n}\nx'],
  ['too much TOML', `+++\na = "${'b'.repeat(70_000)}"\n+++\nx`],
])('[F1] a head that stays as words is reported: %s', (_, text) => {
  const { findings = [] } = vault(text)
  expect(findings).toMatchObject([{ kind: 'front_matter_text', count: 1, lines: [1] }])
  expect(outlineOf(vault(text)).join('\n').replaceAll('⏎', '\n')).toBe(text.replace('\n\n', '\n'))
})

test.each(['---\nA sentence: with words\n', '---\n\n# Title\n', '{a} b\n', '{\nwords\n', '+++\n\nwords'])(
  '[F1] a note that begins with a rule or a bracket has no head: %j',
  (text) => expect(vault(text).findings).toBeUndefined(),
)

test('[F1] TOML at the head of a Logseq file stays as words, and is reported', () => {
  expect(logseq('+++\ntitle = "x"\n+++\n- y').findings).toMatchObject([
    { kind: 'front_matter_text', count: 1 },
  ])
})

test('[F1] words at a key for files are shown in Logseq too, unless they name a file', () => {
  expect(seen(logseq('pdf:: see page 3\nfile:: [[Home]]\n\n- x'))).toMatchObject({
    props: { 'note-pdf': 'see page 3', 'note-file': '[[Home]]' },
  })
  expect(seen(logseq('file:: [a](../assets/gone.pdf)\n\n- x'))).toMatchObject({
    props: { file: '[a](../assets/gone.pdf)' },
  })
  expect(seen(vault('---\npdf: "[[gone.pdf]] and words"\n---\nx'))).toMatchObject({
    props: { 'note-pdf': '[gone.pdf](gone.pdf) and words' },
  })
})

describe('property lines between two lines of three dashes', () => {
  test.each([
    ['alias:: [[Runner beans]]\ntags:: [[A]]', { alias: '[[Runner beans]]', tags: '[[A]]' }],
    ['sown:: [[2026-04-02 Thu]]\ncolor: green', { sown: '[[2026-04-02 Thu]]', color: 'green' }],
    ['color: green\nsays:: "a" b: c', { color: 'green', says: '"a" b: c' }],
  ])('%j', (head, props) => {
    const read = { props, words: ['x'], kinds: [] }
    expect(seen(logseq(`---\n${head}\n---\n- x`))).toEqual(read)
    expect(seen(vault(`---\n${head}\n---\n- x`))).toEqual(read)
  })

  test('and words', () => {
    const read = { props: { alias: 'b' }, words: ['some words', 'x'], kinds: ['front_matter_text'] }
    expect(seen(logseq('---\nalias:: b\nsome words\n---\n- x'))).toEqual(read)
  })
})

test.each([
  ['tags:: [[A]]\ntags:: [[B]]\nalias:: a\nalias:: b', { tags: '[[A]], [[B]]', alias: 'a, b' }, [], []],
  ['title:: First\ntitle:: Note', {}, ['title:: First'], ['property_repeated']],
  ['mood:: calm\nmood:: brisk', { mood: 'brisk' }, ['mood:: calm'], ['property_repeated']],
])('a property given twice: %j', (head, props, words, kinds) => {
  expect(seen(logseq(`${head}\n\n- x`))).toEqual({ props, words: [...words, 'x'], kinds })
})

test.each([
  ['id: 202601021530', { 'note-id': '202601021530', alias: '202601021530' }, [], ['title_alias']],
  ['tags: #a #b/c, #d', { tags: 'a, b/c, d' }, [], []],
  ['tags:\n  - #a #b\n  - c', { tags: 'a, b, c' }, [], []],
  ['pdf: see page 3\nfile: "[[Home]]"\nsnapshot: [a, b]', { 'note-pdf': 'see page 3', 'note-file': '[[Home]]', 'note-snapshot': 'a, b' }, [], []], // prettier-ignore
  ['pdf: "[[a.pdf]]"\nfile: a\nnote-file: b', { 'note-pdf': '[a.pdf](a.pdf)', file: 'a', 'note-file': 'b' }, [], []], // prettier-ignore
  ['id: Note', { 'note-id': 'Note' }, [], []],
  ['name: Another', { alias: 'Another' }, [], ['title_alias']],
  ['title: "Issue #4 notes"', { alias: '[[Issue #4 notes]]' }, [], ['title_alias']],
  ['aliases: ["#1 fan", "x #y"]', { alias: '[[#1 fan]], [[x #y]]' }, [], []],
  [
    'a: "cut \\ud83d off\\0"\nb: {c: "\\ud83d"}',
    { a: 'cut \uFFFD off', b: '{"c":"\uFFFD"}' },
    [],
    ['property_json'],
  ],
  ['a: !!timestamp 2026-01-02\nb: !!binary aGk=', { a: '2026-01-02', b: 'aGk=' }, [], []],
  [
    'name:\n  first: A\ntitle: [b, c]',
    { alias: '[[b, c]]' },
    ['name: {"first":"A"}'],
    ['property_key', 'title_alias'],
  ],
  ['tags: {a: b}\naliases:\n  - x: y', {}, ['tags: {"a":"b"}⏎alias: [{"x":"y"}]'], ['property_key']],
  ['name: note\ntitle: T', { alias: 'T' }, [], ['title_alias']],
  ['tags: #garden #beans', { tags: 'garden, beans' }, [], []],
  ['tags: #garden, #beans', { tags: 'garden, beans' }, [], []],
  ['tags: ["#a b", "#c"]', { tags: 'a b, c' }, [], []],
  ['tags:\n  - #garden\n  - beans', { tags: 'garden, beans' }, [], []],
  ['hex: #fff', { hex: '#fff' }, [], []],
  ['# one\na: b # two\n# three', { a: 'b' }, ['one⏎two⏎three'], ['comment']],
  ['# only', {}, ['only'], ['comment']],
  ['tags: #a, b # c\ntag: d #e # f', { tags: 'a, b, d, e' }, ['c⏎f'], ['comment']],
  [
    'hue: #fff # teal\nup: [[Home]] and #1 # d',
    { hue: '#fff', up: '[[Home]] and #1' },
    ['teal⏎d'],
    ['comment'],
  ],
  [
    'up: [[A | # 4]]\nat: [[A| # 4]] and {{b # c}} # d',
    { up: String.raw`[\# 4]([[A]])`, at: String.raw`[\# 4]([[A]]) and {{b # c}}` },
    ['d'],
    ['comment'],
  ],
  [`rel: ${'[[A]] '.repeat(40)}x`, { rel: `${'[[A]] '.repeat(40)}x` }, [], []],
  ['# up: [[Home]] #x\na: b', { a: 'b' }, [String.raw`up: \[[Home]] \#x`], ['comment']],
  ['title: First\ntitle: Second', { alias: 'Second, First' }, [], ['title_alias']],
  ['id:\nname:', {}, [], ['property_empty']],
  ['tags: [#a, #b]\nhues: [#fff, "#000"]', { tags: 'a, b', hues: '#fff, #000' }, [], []],
  ['tags: garden, #beans', { tags: 'garden, beans' }, [], []],
  ['tags:\n\t- a\n\t- b', { tags: 'a, b' }, [], []],
  ['up: [[Home]]', { up: '[[Home]]' }, [], []],
  ['up: [[home#a|b]]', { up: '[b]([[home]] "home#a")' }, [], ['link_heading']],
  ['rel: [[[Home]], [[B]], c]', { rel: '[[Home]], [[B]], c' }, [], []],
  ['rel:\n- [[Home]] and [[B]]\n- [[C]] (c)', { rel: '[[Home]] and [[B]], [[C]] (c)' }, [], []],
  ['rel:\n- [[Home]]\n- "[[B]]"', { rel: '[[Home]], [[B]]' }, [], []],
  ['due: [[2026-05-04]]', { due: '[[2026-05-04]]' }, [], []],
  ['up: [[Home]] # why', { up: '[[Home]]' }, ['why'], ['comment']],
  ['up: [[Home]], [[B]]', { up: '[[Home]], [[B]]' }, [], []],
  ['up: [[Home]] and [[B]]', { up: '[[Home]] and [[B]]' }, [], []],
  ["up: [[Ann's]]\nat: [[@Lee]]\nof: [[A: b]]", { up: "[[Ann's]]", at: '[[@Lee]]', of: '[[A: b]]' }, [], []],
  ['see: {up: [[Home]]}', { see: '{"up":"[[Home]]"}' }, [], ['property_json']],
  [`m: [["a"]]\nn: [['a b', c]]`, { m: '[ ["a"] ]', n: '[ ["a b","c"] ]' }, [], ['property_json']],
  [`m: [["Heroes" by Bowie]]`, { m: '[["Heroes" by Bowie]]' }, [], []],
  ['m: [["a", b], [c]]', { m: '[ ["a","b"],["c"] ]' }, [], ['property_json']],
  ['aliases: null\ntags: ~\nx: Null', {}, [], ['property_empty']],
  [
    'at: !soon\nby: &co\nof: &x y\nin: !a b\nno: !!null\nso: !!str c',
    { at: '!soon', by: '&co', of: 'y', in: '!a b', so: 'c' },
    [],
    ['property_empty'],
  ],
  ['aliases: [a, null, "null"]', { alias: 'a, null' }, [], ['property_empty']],
  ['aliases:\n  - NULL\n  - a\n  - ~', { alias: 'a' }, [], ['property_empty']],
  ['tags: [Null]', {}, [], ['property_empty']],
  ['key!: x', {}, ['key!: x'], ['property_key']],
  [
    't: Part 2: the end\nat: @x\nq: "open\na: b',
    { t: 'Part 2: the end', at: '@x', q: '"open', a: 'b' },
    [],
    [],
  ],
  ['a: b\nc:\n  - "x\n  d: e\n# f', { a: 'b' }, ['c:⏎  - "x⏎  d: e⏎f'], ['front_matter_text', 'comment']],
  ['a: b\nc: |\n  - #d\n  # e\n  [[f]]', { a: 'b', c: '- #d # e [[f]]' }, [], []],
  ['rel: x\n--- words\nkey: y', { rel: 'x', key: 'y' }, ['--- words'], ['front_matter_text']],
  ['collapsed: true', {}, [], ['property_outliner']],
  ['collapsed: true words', {}, ['collapsed: true words'], ['property_key']],
])('front matter %j', (head, props, words, kinds) => {
  expect(seen(vault(`---\n${head}\n---\nx`))).toEqual({ props, words: [...words, 'x'], kinds })
})

test('[S1] a Logseq file keeps a property of its front matter without a value, so nothing is left out', () => {
  const note = logseq('---\ntags: ~\nkeywords:\nlist: [null, a]\n---\n- x')
  expect(note.unread).toEqual([])
  expect(seen(note)).toEqual({ props: { list: 'a' }, words: ['x'], kinds: ['property_empty'] })
  expect(vault('---\ntags: ~\n---\nx').unread).toHaveLength(1)
})

test('[F3] an id that is no UUID is the author’s in a folder of notes, also of a block', () => {
  const text =
    '# Zettel\nid:: 202601021530\n\n- Dune\n  id:: B-12\n- Mars\n  id:: 60ab7486-1318-48cc-85bc-02561429e331'
  expect(seen(vault(text))).toMatchObject({
    words: ['# Zettel', '\tid:: 202601021530', '\tDune⏎id:: B-12', '\tMars'],
    kinds: ['id_malformed'],
  })
  expect(seen(logseq('- Dune\n  id:: B-12'))).toMatchObject({ words: ['Dune'] })
})

test('[S1] a list that begins as a property without a value stays', () => {
  expect(seen(vault('Status::\n- a'))).toMatchObject({ words: ['Status::', 'a'] })
  expect(seen(logseq('Status::\n- a'))).toMatchObject({ words: ['a'] })
})

test('a link that Dendron writes has its label first', () => {
  const dendron = planFolder(['dendron.yml', 'root.md', 'plot.garden.md'])
  expect(outlineOf(read(dendron, 'root.md', '[[the garden|plot.garden]]'))).toEqual([
    '[the garden]([[plot.garden]])',
  ])
  expect(
    outlineOf(read(dendron, 'root.md', '[[plot.garden|rows]] [[x|dendron://v/plot.garden]] [[x|none]]')),
  ).toEqual(['[rows]([[plot.garden]]) [x]([[plot.garden]]) [x]([[none]])'])
  expect(outlineOf(read(dendron, 'root.md', '[[a | b|plot.garden]]'))).toEqual(['[a | b]([[plot.garden]])'])
  expect(outlineOf(read(dendron, 'root.md', '#plot.rows')).concat(outlineOf(vault('#plot.rows')))).toEqual([
    '#plot.rows',
    '#[[plot]].rows',
  ])
  expect(outlineOf(read(dendron, 'root.md', '![[plot.*]] [[a|plot.garden#b.c]]'))).toEqual([
    String.raw`!\[[plot.*]] [a]([[plot.garden]] "plot.garden#b.c")`,
  ])
  expect(
    outlineOf(
      read(dendron, 'root.md', '## rows\n![[root#rows,1:#next]] ![[root#rows]] ![[root#gone:#*]]'),
    )[1],
  ).toMatch(
    /^\t\[root#rows,1:\\#next\]\(\(\([-0-9a-f]{36}\)\)\) \{\{embed \(\([-0-9a-f]{36}\)\)\}\} \[root#gone:\\#\*\]\(\[\[root\]\]\)$/u,
  )
  const tags = planFolder(['dendron.yml', 'tags.plot.rows.md'])
  expect(read(tags, 'tags.plot.rows.md', '---\ntitle: Rows\n---\nx').props).toEqual([
    ['alias', 'Rows, plot.rows'],
  ])
  const inside = planFolder(['ws/dendron.yml', 'ws/root.md', 'ws/plot.md'])
  expect(outlineOf(read(inside, 'ws/root.md', '[[rows|plot]]'))).toEqual(['[rows]([[plot]])'])
  const vaults = planFolder(['dendron.yml', 'v1/root.md', 'v2/root.md'])
  expect(outlineOf(read(vaults, 'v1/root.md', '[[dendron://v2/root]] [[root]]'))).toEqual([
    '[[v2/root]] [[v1/root]]',
  ])
  const alone = planFolder(['root.md', 'plot.md'])
  const head = "---\nid: a1\ndesc: ''\nupdated: 1600000000000\ncreated: 1600000000000\n---\n"
  expect(outlineOf(read(alone, 'root.md', `${head}[[a plot|plot#rows]]`))).toEqual([
    '[a plot]([[plot]] "plot#rows")',
  ])
  const template = '---\nid: 20260102\nupdated: 2026-02-03\ncreated: 2026-01-02\n---\n'
  expect(outlineOf(read(alone, 'root.md', `${template}[[plot|rows]]`))).toEqual(['[rows]([[plot]])'])
})
