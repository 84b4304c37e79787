/** Random folders of notes: names in any script, links in any form, heads in any state. Each word is there once. */
import fc from 'fast-check'

/** Pieces of a note; each `@` becomes a word of its own. */
const PIECES = [
  '@', '@', '@ @', '- @', '- @', '\t- @', '  - @', '* @', '+ @', '1. @', '   @', '\n', '\n', '\n', '\n\n', '# @', ' ## @',
  '```', '```@', '~~~', '`@`', '`', '$$', '> @', '| @ |', '|---|', '---', '- [ ] @', '- [x] @', 'TODO @', '- DOING @', '[#A]',
  '[[NAME]]', '[[NAME|@]]', '[[NAME#@]]', '![[NAME]]', '[@](NAME.md)', '[@](<NAME.md>)', '![@](../img/x.png)', '![[x.png|300]]',
  '![[gone@.png]]', '((b1))', '{{embed [[NAME]]}}', '#@', '#[[NAME]]', '##@', '(#@)', '%%@%%', '<!-- @ -->', '<!-- @', '{{@}}',
  '@:: @', 'key:: [[NAME]]', '[k:: @]', 'collapsed:: true', '📅 2026-11-20', 'SCHEDULED: <2026-11-20 Fri>', ':LOGBOOK:', ':END:',
  '[[NAME|@ [[NAME]]]]', '[[NAME|[@]]]', '![[gone@.heic|300]]', '[[NAME.md]]', '[[NAME#^@|@]]', '   ~~~', '   ```', '1) @', 'ls-type:: annotation', '@:: [[NAME]], @',
  '\\', '[', ']', '(', ')', '^@', '图@', 'é@', '@😀', '\u00a0@', '#+BEGIN_QUOTE', '#+END_QUOTE', '- ', '\u2028',
  '\n\n    - @', '\n\t@', '![](NAME.md)', '![@](NAME.md#@)', '[@](NAME.md#^@)', '[@][r]', '[r] @', '\n[r]: <NAME.md>\n', '@ @:: @', '!\\[[NAME]]',
] // prettier-ignore

const HEADS = [
  '', '', '', '@:: @\n\n', 'tags:: @, [[NAME]]\n@:: @\n', 'tags:: @\ntags:: @\n\n', '---\nkey: @\n---\n', '---\n# @\ntags: [@, "@"]\n---\n',
  '---\naliases:\n  - @\n  - @\nid: @\n---\n', '---\ntags: #@ #@\n---\n', '---\nkey: null\nup: [[NAME]]\n---\n', '---\nalias:: [[@]]\n---\n',
  '---\n- @\n---\n', '---\nkey: {a: @, b: [@]}\n---\n', '---\nkey: "@\n---\n', '---\nkey: @ # @\nkey: @\n---\n', '---\nname: @\n---\n',
  'title:: @\ntitle:: @\n\n', '---\ntitle: @\ntitle: @\nid: @\nid:\n---\n', '---\nkey: @: @\nup: [[NAME]], [[@]] # @\nbad:\n  - "@\n  @: @\n---\n',
  '---\ntags: [#@, #@]\ntags: @, #@\n---\n', '---\n', '---\nkey: |\n  @\n  @\n---\n', '---\nname:\n  @: @\ntitle: [@, @]\n---\n', '---\nalias:: @\n@ words\n---\n', '---\nrel:\n- [[NAME]] and @\n- [[@]] (@)\n---\n', '---\r\ntags: #@\r\n---\r\n',
  ':PROPERTIES:\n:key: @\n:END:\n', 'alias:: @\n- @\n', 'collapsed:: true\n@:: @\n\n', '\ufeff',
] // prettier-ignore

const NAMES = [
  'Boat', 'BOAT', 'boat house', 'Größe', '日本語', 'العربية', 'עברית', 'Ελλάδα', 'ไทย', 'e\u0301te', 'été', 'What?', '100%', 'a.b', 'a___b', 'CON',
  '😀 x', "it's", '(x)', '[y', '#z', '2026-11-20', '2026_11_21', 'C#', 'long '.repeat(40).trim(), 'ﬁ', 'ß', 'İ', '%20', 'a&b', '~',
] // prettier-ignore

const FOLDERS = {
  logseq: ['pages/', 'pages/', 'journals/', 'pages/sub/', 'other/', ''],
  notes: ['', '', 'a/', 'a/b/', 'Daily/'],
} as const

/** The layout of a random folder. */
export type Layout = keyof typeof FOLDERS

/** The text of a note by its path. */
export type RandomFolder = Readonly<Record<string, string>>

const notes = fc.array(
  fc.record({
    folder: fc.nat(5),
    name: fc.constantFrom(...NAMES),
    head: fc.constantFrom(...HEADS),
    pieces: fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }),
    link: fc.constantFrom(...NAMES),
    ending: fc.constantFrom('\n', '\n', '\n', '\r\n'),
    isClosed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Folders of a layout. */
export const randomFolder = (layout: Layout): fc.Arbitrary<RandomFolder> =>
  notes.map((made) => {
    let count = 0
    const files: Record<string, string> = layout === 'logseq' ? { 'logseq/config.edn': '{}' } : {}
    for (const { folder, name, head, pieces, link, ending, isClosed } of made) {
      const at = FOLDERS[layout][folder % FOLDERS[layout].length]
      const body = pieces.join(' ').replaceAll(/ ?(\n|\t) ?/gu, '$1')
      const text = (head + body + (isClosed ? '\n' : ''))
        .replaceAll('NAME', link)
        .replaceAll('@', () => `w${count++}w`)
      files[`${at}${name}.md`] = text.replaceAll('\n', ending)
    }
    if (layout === 'logseq') files['pages/Own.md'] ??= '- own\n'
    return files
  })

/** The words of a text that a random folder has once. */
export const wordsIn = (text: string): string[] => text.match(/w\d+w/gu) ?? []
