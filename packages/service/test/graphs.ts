/** Random graphs and folders: words with a meaning in Markdown, few names, many collisions. */
import { createHash } from 'node:crypto'
import { makeBlock, makePage, makeShape, type GraphRecord } from '@notegraph/graph'
import type { FileEntry } from '@notegraph/store'
import fc from 'fast-check'

const SNIPPETS = [
  'words', 'TODO ', 'DONE [#A] ', '- ', '* ', '## x', '```', '$$', '\n', '\n', '  ', '\t', 'key:: value', 'collapsed:: true',
  'title:: other', '---', '[[Ada]]', '#tag', '((b1))', '{{embed ((b2))}}', '`', '|', '> ', '图', 'é', '😀', '\\',
  'SCHEDULED: <2026-11-20 Fri>', '![x](/api/files/f1)', '[y](/api/files/f2)', '/api/files/none', '../assets/x.png',
] // prettier-ignore

const content = fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 8 }).map((parts) => parts.join(''))
const value = content.map((text) => text.replaceAll('\n', ' ').trim()).filter((text) => text !== '')

/** Files that the words above name; two of them share a name. */
export const FILES: readonly (FileEntry & { readonly bytes: string })[] = [
  ['f1', 'x.png', 'image/png', 'one'],
  ['f2', 'X.png', 'image/png', 'two'],
  ['f3', 'a: "long" tale?.csv', 'text/csv', 'three'],
].map(([id = '', name = '', type = '', bytes = '']) => {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { id, name, type, bytes, hash, size: bytes.length, createdAt: 1 }
})

const T = 1_700_000_000_000
const NAMES = ['Ada', 'a/b', 'What?', 'CON', '.x', '100%', 'a.b', 'Straße', 'x'.repeat(190), '木'.repeat(90)]
const KEYS = ['type', 'alias', 'tags', 'image', 'rating', 'name-2', 'größe', 'pdf', 'created-at']

const props = fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), value), {
  maxLength: 4,
  selector: ([key]) => key,
})
const blocks = fc.array(fc.record({ parent: fc.nat(6), content, order: fc.integer({ min: 1, max: 9 }) }), {
  maxLength: 6,
})

const page = (i: number): fc.Arbitrary<GraphRecord[]> =>
  fc
    .record({
      kind: fc.constantFrom('page', 'page', 'journal', 'whiteboard'),
      name: fc.constantFrom(...NAMES),
      props,
      blocks,
      favorite: fc.boolean(),
      spread: fc.nat(9),
    })
    .map(({ kind, name, props, blocks, favorite, spread }) => {
      const id = kind === 'journal' ? `journal-2026112${i}` : `p${i}`
      const times = { createdAt: T + i, now: T + i + spread }
      const made: GraphRecord[] = [
        makePage({ id, name: `${name} ${i}`, kind, props, ...(favorite && { favorite }), ...times }),
      ]
      const idOf = (k: number) => (i === 0 ? `b${k}` : `${id}.${k}`)
      for (const [k, { parent, content, order }] of blocks.entries()) {
        const parentId = parent < k ? idOf(parent) : null
        made.push(makeBlock({ id: idOf(k), content, rev: 'r', pageId: id, parentId, order, ...times }))
      }
      if (kind === 'whiteboard')
        made.push(
          makeShape({
            id: `${id}.s`,
            text: 'see [[Ada]]',
            rev: 'r',
            pageId: id,
            order: 1,
            props: { x: i },
            ...times,
          }),
        )
      return made
    })

/** All records of a graph of up to four pages. */
export const graphRecords: fc.Arbitrary<GraphRecord[]> = fc
  .tuple(page(0), page(1), page(2), page(3))
  .map((pages) => pages.flat())

const line = fc.constantFrom(
  'a',
  'b',
  'TODO a',
  'a\n  id:: b1',
  'b\n  id:: b2',
  'a\n  id:: b3',
  '![f](../assets/f.png)',
  '',
)
const outline = fc
  .array(fc.tuple(fc.nat(2), line), { maxLength: 7 })
  .map((lines) => lines.map(([depth, text]) => `${'\t'.repeat(depth)}- ${text}\n`).join(''))
const head = fc.constantFrom('', 'type:: book\n\n', 'tags:: x\nrating:: 3\n\n', 'title:: One\n\n')

/** The files of a Logseq folder in which pages share names, blocks share text, and ids repeat. */
export const folderFiles: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'pages/One.md',
    'pages/one.md',
    'pages/Two.md',
    'journals/2026_11_19.md',
    'pages/2026-11-19.md',
  ),
  fc.tuple(head, outline).map((parts) => parts.join('')),
  { noNullPrototype: true },
)
