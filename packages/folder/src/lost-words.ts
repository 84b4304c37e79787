/**
 * Words of a file that are neither in the graph nor in the report of an import. A word is a run of letters and digits.
 * Brackets, quotes and line breaks end it on both sides.
 */
import { MARKERS } from '@notegraph/block-text'
import type { FindingKind } from './findings.ts'
import { isObject } from './json-object.ts'
import { OPML_ENTITIES } from './opml.ts'
import { endingOf } from './path.ts'
import { fileText } from './read-markdown.ts'

/** A word of a file that is nowhere in its pages. */
export interface LostWord {
  /** From 1. */
  readonly line: number
  /** In lower case. */
  readonly word: string
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Returns the words of a text, in lower case.
 *
 * @example
 * [...wordsOf('Two boats, 3 oars')] // ['two', 'boats', '3', 'oars']
 */
export const wordsOf = (text: string): readonly string[] =>
  decoded(text).normalize('NFC').toLowerCase().match(WORD) ?? []

/** Addresses are compared decoded, for `my%20boat` and `my boat` name one file. */
const decoded = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/giu, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })

/** Kinds of findings whose lines are left out of the graph. */
export const LEFT_OUT: ReadonlySet<string> = new Set<FindingKind>([
  'property_empty',
  'property_outliner',
  'property_kept',
  'part_unreadable',
])

/** Syntax that is no word of the author, with the reason. Each is cut from a line before its words are read. */
const MARKUP: readonly RegExp[] = [
  // The sign of a checkbox becomes a task marker, and a checked box replaces the marker of an open task.
  new RegExp(
    String.raw`^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+\[[xX]\](?:\s+(?:${MARKERS.join('|')})(?=\s|$))?`,
    'u',
  ),
  // The outliner's own lines: whether a block is open, and its times. Times are fields of the record.
  /^\s*(?:[-*+]\s+)?:?(?:collapsed|created[-_]at|updated[-_]at):{1,2}(?=\s|$).*/u,
  // The id of a block is a field of the record. The report counts ids that another block has already.
  /^\s*(?:[-*+]\s+)?:?(?:id|custom_id):{1,2}\s+[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\s*$/iu,
  // Another id is compared, its key is a field of the record. `heading` becomes marks `#`.
  /^\s*(?:[-*+]\s+)?:?(?:id|custom_id|heading):{1,2}(?=\s|$)(?:\s*(?:true|[1-6])\s*$)?/iu,
  // The title of a Logseq page is its name, in words of its own.
  /^\s*title(?=::)/iu,
  // Drawers become lines of properties.
  /^\s*:(?:PROPERTIES|END):\s*$/iu,
]

/** Keywords of an Org file whose meaning the graph has in another form: the page's name, fences, lists of tags. */
const ORG_MARKUP =
  /^\s*(?:#\+|:(?=roam_))(?:title|begin_\w+|end_\w+|filetags|roam_alias(?:es)?|roam_tags|alias|tags)(?=[\s:]|$)/iu

/** A link of an Org file to a page by its id or file, and the kind of another link. The sign of a footnote is `[^1]` in Markdown. */
const ORG_LINK =
  /\[\[(?:id:[^\]\n]*|file:[^\]\n]*\.org\b[^\]\n]*)\]|\[\[(?:file(?:\+[a-z]+)?|docview|pdf|roam):|\[fn:/gu

/** Keys of front matter that name the page, and those that the graph spells in another form. */
const FRONT_KEY = /^(?:title|name|id|aliases|tag)(?=\s*[:=])/iu
/** An item without a value. The report names the line of its list. */
const FRONT_NULL = /^\s*-\s+(?:null|Null|NULL)\s*$/u

/** The folders of a path in a link, for a page is found by its name; the ending of a board. */
const LINK_FOLDERS = /(\[\[(?:[^\][|\n]*\|)?|\]\(<?)((?:[^\][()|#<>\n]*\/)+)/gu
const BOARD_ENDING = /\.canvas(?=[\]|#])/gu
/** The heading or anchor of a link, which leads to the block itself: its words are in that block. */
const LINK_PART = /(\[\[[^\][#\n]*)#[^\]|\n]*/gu
/** A link with a label, and an embed, that lead to a block, whose words are on its page. */
const BLOCK_LINK = new RegExp(
  String.raw`\[\[[^\][|#\n]*#\^[^\][|\n]*(?=\|)|!\[\[[^\][|#\n]*#[^\][|\n]*|` +
    String.raw`\]\([^()\n#]*#\^[^()\n]*|!\[[^[\]\n]*\]\((?:[^()\n#]*\.(?:md|markdown)|[^()\n#.]*)#[^()\n]*`,
  'giu',
)
/** The ending of a note in a link, perhaps with a title behind it, for a page has a name alone. */
const NOTE_ENDING = /\.(?:md|markdown)(?=[)#>\]|]|[ \t]+["'(])/giu
/** The size of an embed, which the report counts for an embed of a note. */
const EMBED_SIZE = /(!\[\[[^[\]\n]*)\|\d+(?:x\d+)?(?=\]\])/gu
/** A link that holds a digit. If the report says that links to days were rewritten, its words are those of a day. */
const DAY_LINK = /\[\[[^[\]|\n]*\d[^[\]|\n]*/gu
/** Fields of the plug-ins Tasks and Dataview that become a marker's date, repeater or priority. */
const TASK_FIELD =
  /🔁[^\p{Extended_Pictographic}[\n]*|[[(](?:priority|repeat)::[^[()\]\n]*[\])]|[[(](?:due|scheduled)::/gu
/** Roam names a block by a short id, which becomes a longer one, and has three kinds of embeds. */
const ROAM_BLOCK = /\(\([\w-]{6,20}\)\)|(?<=\{\{(?:\[\[)?embed)-(?:path|children)/gu

/**
 * Returns the text that people wrote in a file: for exports and boards in JSON, XML or EDN, the values alone.
 *
 * @example
 * writtenIn('a.canvas', '{"nodes":[{"id":"x","text":"Hi"}]}') // 'Hi'
 */
export function writtenIn(path: string, text: string): string {
  const ending = endingOf(path)
  if (ending === 'opml' || ending === 'xml') return opmlValues(text)
  if (ending === 'edn') {
    const said = text.matchAll(/:(?:text|label|url|pageId|block\/original-name) "([^"]*)"/gu)
    return Array.from(said, ([, value]) => value!).join('\n')
  }
  if (ending === 'canvas' || ending === 'json') return jsonValues(text).replaceAll(ROAM_BLOCK, ' ')
  return fileText(text).replaceAll('\0', '') // The report counts NUL characters, which end no word.
}

const ENTITIES: { readonly [name: string]: string } = {
  ...OPML_ENTITIES,
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}
/** Workflowy writes days, links and bold words as HTML. */
const OUTLINE_MARKUP = /<time\b[^>]*>|<\/?[a-z]+\b|\shref=/giu

/** Names of columns begin with a capital; other attributes say how an outliner shows the line. */
function opmlValues(text: string): string {
  const said = text.matchAll(/\s(?:text|_note|[A-Z]\w*)="([^"]*)"|<title>([^<]*)</gu)
  return Array.from(said, ([, value, title]) =>
    (value ?? title!)
      .replaceAll(/&#(x[\da-f]+|\d+);/giu, (_, code: string) =>
        String.fromCodePoint(Number(code.startsWith('x') ? `0${code}` : code)),
      )
      .replaceAll(/&(\w{2,6});/gu, (whole, name: string) => ENTITIES[name] ?? whole)
      .replaceAll(OUTLINE_MARKUP, ' '),
  ).join('\n')
}

const JSON_KEYS = new Set(['text', 'label', 'url', 'title', 'string'])

const isTitle = (title: unknown): boolean => typeof title === 'string' && title.trim() !== ''

function jsonValues(text: string): string {
  const written: string[] = []
  try {
    const body: unknown = JSON.parse(text)
    // The report names a page of Roam without a title, which is left out.
    const read = Array.isArray(body) ? body.filter((page) => isObject(page) && isTitle(page['title'])) : body
    JSON.stringify(read, (key, value: unknown) => {
      if (typeof value === 'string' && JSON_KEYS.has(key)) written.push(value)
      return value
    })
  } catch {
    return '' // The report names a file that is no JSON.
  }
  return written.join('\n')
}

/** The result of an import for one file. */
export interface ReadWords {
  /** Words of its pages: names, keys, values, blocks, their ids, and the names of its files. */
  readonly kept: ReadonlySet<string>
  /** Lines that the report names as left out. */
  readonly reported: ReadonlySet<number>
  /** Kinds of findings of the file. */
  readonly findings: ReadonlySet<string>
}

/**
 * Finds the words of a file that its pages lack.
 *
 * @example
 * const read = { kept: new Set(['boat', 'and']), reported: new Set(), findings: new Set() }
 * lostWords('a.md', '- boat and oar', read) // [{ line: 1, word: 'oar' }]
 */
export function lostWords(path: string, text: string, { kept, reported, findings }: ReadWords): LostWord[] {
  const lost: LostWord[] = []
  const isOrg = endingOf(path) === 'org'
  const hasDays = findings.has('link_day')
  const hasSizes = findings.has('embed_size')
  let inFront = false
  for (const [at, written] of writtenIn(path, text).split('\n').entries()) {
    if (at === 0 || inFront) inFront = /^(?:---|\+\+\+)\s*$/u.test(written) === (at === 0)
    if (reported.has(at + 1)) continue
    const dated = hasDays ? written.replaceAll(DAY_LINK, ' ') : written
    const line = hasSizes ? dated.replaceAll(EMBED_SIZE, '$1') : dated
    for (const word of wordsOf(withoutMarkup(line, isOrg, inFront)))
      if (!kept.has(word)) lost.push({ line: at + 1, word })
  }
  return lost
}

function withoutMarkup(line: string, isOrg: boolean, inFront: boolean): string {
  let words = line
  for (const markup of MARKUP) words = words.replace(markup, ' ')
  if (isOrg) words = words.replace(ORG_MARKUP, ' ').replaceAll(ORG_LINK, ' ')
  if (inFront) words = words.replace(FRONT_KEY, ' ').replace(FRONT_NULL, ' ')
  return words
    .replaceAll(TASK_FIELD, ' ')
    .replaceAll(BLOCK_LINK, ' ')
    .replaceAll(LINK_FOLDERS, '$1 ')
    .replaceAll(LINK_PART, '$1 ')
    .replaceAll(NOTE_ENDING, ' ')
    .replaceAll(BOARD_ENDING, ' ')
}
