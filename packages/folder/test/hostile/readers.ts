/** Every reader of the package as a function of any text. Each returns its drafts. */
import { readByFormat, writeByFormat } from '../../src/day-format.ts'
import { textHash } from '../../src/hash.ts'
import {
  fileText,
  flatten,
  mayHoldPages,
  planFolder,
  readConfig,
  readJournalDay,
  readManifest,
  readNote,
  readPages,
  readParts,
  withFiles,
  type FolderPlan,
  type NoteDraft,
} from '../../src/index.ts'
import { COMMON, hostile, hostileJson } from './strings.ts'

export interface HostileReader {
  readonly name: string
  /** Syntax pieces of this reader. */
  readonly pieces: readonly string[]
  readonly text: (random: () => number) => string
  readonly read: (text: string) => readonly NoteDraft[]
  /** Units whose repetition is still valid for the reader; the text is `open + unit × n + close`. */
  readonly repeated: { readonly units: readonly string[]; readonly open?: string; readonly close?: string }
}

/** The limits of an archive, so that every text meets limits. */
const LIMITS = {
  lines: 500_000, blocks: 100_000, depth: 1_000, blockText: 2 ** 20, properties: 500, propertyText: 262_144,
  names: 1_000, nesting: 100, settings: 2 ** 20,
} // prettier-ignore

const FILES = ['assets/x.png', 'pages/b.md']
const notesOf = (plan: FolderPlan, path: string, text: string): NoteDraft[] => {
  const parts = readParts(plan, path, text)
  const read = readNote(plan, path, text, () => parts)
  return read.ok ? [withFiles(read.note, () => 'f1')] : []
}
const logseq = (path: string, config?: string) => {
  const plan = planFolder([...FILES, path], config, undefined, LIMITS)
  return (text: string) => notesOf(plan, path, text)
}
const vault = (path: string) => {
  const plan = planFolder(['b.md', 'x.png', path], undefined, undefined, LIMITS)
  return (text: string): NoteDraft[] => {
    if (!mayHoldPages(plan, path)) return notesOf(plan, path, text)
    return [...(readPages(plan, path, text) ?? [])].flatMap((read) => (read.ok ? [read.note] : []))
  }
}
const inWords = (pieces: readonly string[]) => (random: () => number) => hostile(random, pieces)
const inJson =
  (keys: readonly string[], pieces: readonly string[] = []) =>
  (random: () => number) => {
    const text = JSON.stringify(hostileJson(random, keys, pieces))
    if (random() < 0.8) return text
    const at = Math.floor(random() * text.length)
    return text.slice(0, at) + hostile(random, keys, 3) + text.slice(at)
  }
const UNITS = { units: COMMON }

const ORG = ['* ', '** ', '#+TITLE: ', '#+FILETAGS: :a:', '| a | b |', '[[a][b]]', '[fn:1]', '=a=', '/a/', '+a+', '# ', ':PROPERTIES:\n', '#+begin_src\n', '#+end_src\n', ',*', '- ', '+ ', '::', ':a:b:'] // prettier-ignore
const EDN = ['{', '}', '[', ']', '(', ')', '#{', '#_', '#uuid ', '"', '\\', '\\"', ';', ',', ':favorites ', ':hidden ["a"]', ':journal/page-title-format "', ':journal/file-name-format "yyyy_MM_dd"', ':file/name-format :triple-lowbar', ':block/name "a"', ':block/created-at 1600000000000', ':blocks (', ':pages ({:block/original-name "a"})', ':block/properties {', ':logseq.tldraw.shape {', ':type "text"', ':text "a"', ':point [0 1]'] // prettier-ignore
const HEAD = ['---\n', 'a: b\n', 'tags: [a, b]\n', 'alias: &a [*a]\n', '<<: *a\n', '- a\n', 'a: |\n  b\n', 'a: {{b}}\n', '? a\n', '!!x ', '&a ', '*a', "'", '"', 'a:\n', '  '] // prettier-ignore
const TOML = ['a = 1\n', 'a = "b"\n', 'a = [\n', 'a = ["b", \'c\']\n', '"b",\n', ']\n', 'a = """\n', '"""', '[a]\n', '[[a]]\n', '# a\n', '+++\n', '= '] // prettier-ignore
const LINKS = ['[a][r]', '[r]', '![r]', '[r]: b.md#a "t"\n', '![](b.md#a)', '[x](b.md#^a)', '\n\n    - a', '\n\t', '[[a|[r]]]', '[[a]]', 'Two words:: v\n', '!!! '] // prettier-ignore
const DRAWER = [':PROPERTIES:\n', ':properties:', ':id: 60ab7486-1318-48cc-85bc-02561429e331\n', ':custom_id: a\n', ':END:\n', ':end:', ':LOGBOOK:\n', ':k: v\n', '- ', '\t- '] // prettier-ignore
const ROAM = ['{{[[TODO]]}} ', '{{[[DONE]]}}', '{{[[embed]]: ((', '((abcdefghi))', '((', '))', '__', '^^', '```', '\n', 'Key:: ', '[[January 1st, 2020]]', 'https://', '{{[[query]]: {and: ', '}}'] // prettier-ignore
const ROAM_KEYS = ['title', 'string', 'uid', 'children', 'heading', 'create-time', 'edit-time', '__proto__', ':block/refs', 'text-align'] // prettier-ignore
const XML = ['<outline text="', '"/>', '">', '</outline>', '<body>', '</body>', '<head><title>', '</title>', '<opml>', '</opml>', '<!DOCTYPE a [<!ENTITY b "c">]>', '<![CDATA[', ']]>', '<?xml ', '?>', '<!--', '-->', '&lt;b&gt;', '&lt;/b&gt;', '&lt;a href=&quot;', '&quot;&gt;', '&b;', '&#0;', '&#xD800;', '&constructor;', ' _note="', ' complete="true"', ' created="Fri, 03 Jan 2020 10:00:00 GMT"', ' __proto__="', ' x=', "'"] // prettier-ignore
const DAYS = ['yyyy', 'MM', 'M', 'MMM', 'MMMM', 'dd', 'd', 'do', 'E', 'EEEE', "'", '-', '/', '_', '.', ', ', '年', '(', '[', '\\', '20', '1', 'Nov', 'Friday', 'st', '$', '^', '*', '?', '|'] // prettier-ignore
const SHAPES = ['name', 'props', 'shapes', 'blocks', 'id', 'text', 'order', 'content', 'depth', '__proto__']
const MANIFEST_KEYS = ['file', 'hash', 'page', 'blocks', 'words', 'name', 'props', 'asset', 'shapes']
const CANVAS = ['nodes', 'edges', 'id', 'type', 'text', 'file', 'subpath', 'url', 'label', 'x', 'y', 'fromNode', '__proto__'] // prettier-ignore

const TITLE_FORMAT = '{:journal/page-title-format "EEE, dd-MM-yyyy"}'
const NOTE = '- a ((60ab7486-1318-48cc-85bc-02561429e331))\n\t- b\n'

const page = logseq('pages/a.md', TITLE_FORMAT)
const note = vault('Folder/a.md')

/** An exported note with its manifest line, whose parts can contain anything. */
function withManifest(text: string): NoteDraft[] {
  const lines = readManifest(text)
  const own = { file: 'pages/a.md', hash: textHash(fileText(NOTE)) }
  const line = [...lines.paths()].map(lines.get)[0]
  const plan = planFolder(
    ['pages/a.md', ...FILES],
    undefined,
    line ? JSON.stringify([{ ...line, ...own }]) : text,
    LIMITS,
  )
  return notesOf(plan, 'pages/a.md', NOTE)
}

/** A valid manifest line with hostile words. */
function manifestText(random: () => number): string {
  if (random() < 0.3) return inJson(MANIFEST_KEYS)(random)
  const words = (): string => hostile(random, [], 5)
  const text = () =>
    random() < 0.5 ? words() : [words(), { asset: random() < 0.5 ? 'assets/x.png' : words() }]
  const item = () => ['60ab7486-1318-48cc-85bc-02561429e331', 1, random() < 0.5 ? -1 : 2]
  const said = { name: words(), props: [[words(), text()]], blocks: [[0, text()], [Math.floor(random() * 3), text()]] } // prettier-ignore
  return JSON.stringify([
    { file: words(), hash: words(), page: item(), blocks: [item(), item()], words: said },
  ])
}

/** The first line is a format; the others are names. */
function days(text: string): NoteDraft[] {
  const [format = '', ...names] = text.split('\n')
  writeByFormat(20261120, format)
  for (const name of names) {
    readByFormat(name, format)
    readJournalDay(name, [format])
  }
  return []
}

export const READERS: readonly HostileReader[] = [
  { name: 'Logseq', pieces: [], text: inWords([]), read: page, repeated: UNITS },
  { name: 'Logseq journals', pieces: [], text: inWords([]), read: logseq('journals/2026_11_20.md'), repeated: { units: [] } },
  { name: 'Obsidian', pieces: HEAD, text: inWords([]), read: note, repeated: UNITS },
  { name: 'links in Markdown', pieces: LINKS, text: inWords(LINKS), read: note, repeated: { units: LINKS, open: '[r]: b.md#^a\n\n' } },
  { name: 'front matter', pieces: HEAD, text: (random) => `---\n${hostile(random, HEAD)}\n---\n${hostile(random, [], 4)}`, read: note, repeated: { units: HEAD, open: '---\n', close: '\n---\n' } },
  { name: 'front matter in TOML', pieces: TOML, text: (random) => `+++\n${hostile(random, TOML)}\n+++\n${hostile(random, [], 4)}`, read: note, repeated: { units: TOML, open: '+++\n', close: '\n+++\n' } },
  { name: 'drawers', pieces: DRAWER, text: inWords(DRAWER), read: page, repeated: { units: DRAWER } },
  { name: 'Org', pieces: ORG, text: inWords(ORG), read: logseq('pages/a.org'), repeated: { units: [...COMMON, ...ORG, '*a ', '=a', ' /a', '[[a][', '* a\n', '[fn:'] } },
  { name: 'config', pieces: EDN, text: inWords(EDN), read: (text) => (planFolder([...FILES, 'logseq/config.edn', 'journals/2026_11_20.md'], text, undefined, LIMITS), readConfig(text, Infinity), []), repeated: { units: EDN } },
  { name: 'times of pages', pieces: EDN, text: inWords(EDN), read: (text) => (planFolder(FILES, undefined, undefined, LIMITS, text), []), repeated: { units: EDN } },
  { name: 'whiteboards in EDN', pieces: EDN, text: (random) => `{:blocks ({:block/properties {:logseq.tldraw.shape {:text "${hostile(random, EDN, 8)}" ${hostile(random, EDN, 8)}`, read: logseq('whiteboards/a.edn'), repeated: { units: EDN, open: '{:blocks (', close: ')}' } },
  { name: 'whiteboards in JSON', pieces: SHAPES, text: inJson(SHAPES), read: logseq('whiteboards/a.json'), repeated: { units: ['{"id":"a","text":"b"},', '{"content":"[[a"},', '[],'], open: '{"shapes":[{}],"blocks":[', close: '{}]}' } },
  { name: 'manifest', pieces: MANIFEST_KEYS, text: manifestText, read: withManifest, repeated: { units: ['{"file":"a"},', '[],'], open: '[', close: '{}]' } },
  { name: 'settings of daily notes', pieces: DAYS, text: (random) => JSON.stringify({ folder: hostile(random, DAYS, 4), format: hostile(random, ['YYYY', 'MM', 'DD', 'Do', 'dddd', '[', ']'], 8) }), read: (text) => (planFolder(['2026-11-20.md', '20/11/2026.md'], undefined, undefined, LIMITS, undefined, text), []), repeated: { units: ['/', 'a', 'YYYY'], open: '{"folder":"a', close: 'b"}' } },
  { name: 'canvas', pieces: CANVAS, text: inJson(CANVAS), read: vault('a.canvas'), repeated: { units: ['{"id":"a","text":"[[b"},', '{"file":"b.md","subpath":"#a"},', '[],'], open: '{"nodes":[', close: '{}]}' } },
  { name: 'Roam', pieces: ROAM, text: (random) => (random() < 0.3 ? inJson(ROAM_KEYS, ROAM)(random) : JSON.stringify([{ title: hostile(random, ROAM, 3), children: [{ string: hostile(random, ROAM), uid: 'abcdefghi', heading: 1 }, hostileJson(random, ROAM_KEYS, ROAM)] }])), read: vault('a.json'), repeated: { units: [...ROAM, ...COMMON].map((unit) => JSON.stringify(unit).slice(1, -1)), open: '[{"title":"a","children":[{"string":"', close: '"}]}]' } },
  { name: 'OPML', pieces: XML, text: (random) => `${random() < 0.7 ? '<opml><body>' : ''}${hostile(random, XML)}`, read: vault('a.opml'), repeated: { units: [...XML, ...COMMON], open: '<opml><body><outline text="' } },
  { name: 'words of OPML', pieces: XML, text: (random) => `<opml><body><outline text="${hostile(random, XML).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"/></body></opml>`, read: vault('a.opml'), repeated: { units: ['&lt;b>', '&lt;b ', '&lt;a href=&quot;', '&lt;/b>', '&lt;time ', '&lt;a href=&quot;x&quot;>'], open: '<opml><body><outline text="', close: '"/></body></opml>' } },
  { name: 'forms of days', pieces: DAYS, text: (random) => [hostile(random, DAYS, 12), hostile(random, DAYS, 6), '2026-11-20', '1'.repeat(64)].join('\n'), read: days, repeated: { units: [...DAYS, 'dM', "d'"], open: 'yyyy', close: `\n${'1'.repeat(64)}` } },
] // prettier-ignore

/** Texts of a draft; every store must accept all of them. */
export const textsOf = ({ name, props, blocks, shapes = [] }: NoteDraft): string[] => [
  name,
  ...props.flat(),
  ...flatten(blocks).map(({ content }) => content),
  ...shapes.map(({ text, props: own }) => text + JSON.stringify(own)),
]
