/** Notes: the same bytes as a file of each kind that an import reads, in a folder of Logseq and in one of other notes. */
import { LIMITS } from '@notegraph/contract'
import type { FolderSource } from '@notegraph/folder'
import fc from 'fast-check'
import { outlineText } from '../../../packages/block-text/test/outline.ts'
import { bytesOf, type Target } from '../target.ts'
import { checkReading } from './reading.ts'

const NOTES = [
  'A.md',
  'pages/B___C.md',
  'journals/2026_11_20.md',
  'pages/D.org',
  'E.canvas',
  'F.opml',
  'G.json',
]
const FOLDERS = [
  [...NOTES, 'assets/x.png'],
  [...NOTES, 'logseq/config.edn', 'logseq/pages-metadata.edn', 'whiteboards/w.edn', 'logseq/notegraph.json'],
  [...NOTES, '.obsidian/app.json', '.obsidian/daily-notes.json', '.obsidian/types.json'],
] // prettier-ignore

const folder = (paths: readonly string[], bytes: Uint8Array): FolderSource => ({
  paths: async () => paths,
  read: async () => ({ bytes, modifiedAt: Date.UTC(2026, 10, 20) }),
})

const HEADS = [
  '',
  'title:: T\n',
  '---\ntags: [a, b]\n---\n',
  '#+TITLE: x\n',
  '* TODO h\n:PROPERTIES:\n:ID: a\n:END:\n',
]
const outline = fc
  .tuple(
    fc.constantFrom(...HEADS),
    fc.array(fc.tuple(fc.nat(4), fc.constantFrom('- ', '* ', '', '** '), outlineText), { maxLength: 4 }),
  )
  .map(
    ([head, blocks]) =>
      head + blocks.map(([depth, sign, text]) => '\t'.repeat(depth) + sign + text).join('\n'),
  )

/** JSON with the keys of the exports and boards that an import reads. */
const json = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(outlineText, fc.integer(), fc.constant(null), fc.boolean()),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        ...'title string children uid nodes edges id type text file x y fromNode toNode create-time __proto__'.split(
          ' ',
        ),
      ),
      tie('node'),
      { maxKeys: 6 },
    ),
  ),
}))
const exported = fc
  .oneof(json.node, fc.array(json.node, { maxLength: 3 }))
  .map((value) => JSON.stringify(value))

const edn = fc
  .array(
    fc.constantFrom(
      ...'{ } [ ] #{ #_ ^ ( ) " \\ : ; 1 nil true :journal/page-title-format :favorites "yyyy-MM-dd" :blocks :pages #uuid'.split(
        ' ',
      ),
    ),
  )
  .map((parts) => parts.join(' '))
const opml = fc
  .array(
    fc.constantFrom(
      '<opml>', '</opml>', '<body>', '</body>', '<outline text="', '">', '"/>', '</outline>', '<title>', '&amp;', '&#x0;', '<!--', '-->', '<![CDATA[', ']]>', 'words',
    ),
  )
  .map((parts) => parts.join('')) // prettier-ignore

const target: Target = {
  name: 'note',
  grammar: fc.oneof(outline, exported, edn, opml).map(bytesOf),
  tokens: [
    ...'[[ ]] ![[ ]( ../assets/x.png #+ :: --- ``` ~~~ $$ #_ #{ { } [ ] " \\ , : ^ %% & < > </outline> - * ** | :END:'.split(' '),
    '\n', '\n\t- ', '\n- ', '\r', '\0', '\ufeff', '\n---\n', 'key:: ', 'id:: a\n', '"children":[', '"string":"',
  ], // prettier-ignore
  async check(input) {
    for (const paths of FOLDERS)
      await checkReading(folder(paths, input), { bytes: LIMITS.importNote, exportBytes: LIMITS.importNote })
  },
}
export default target
