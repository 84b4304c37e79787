/**
 * An outline in OPML from Workflowy, Dynalist or OmniOutliner: one page, named after the title in its head or after its
 * file. The XML parser calls a handler for each tag and keeps a list of open tags instead of recursing. It skips the
 * DOCTYPE and only knows the entities below, so nothing can expand.
 */
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { cleanText } from './clean-text.ts'
import type { BlockDraft, ReadResult, Unread } from './draft.ts'
import { tooDeep, tooLong, tooManyBlocks, type NoteLimits } from './limits.ts'
import { oneLine, opmlContent, type OpmlAttributes as Attributes } from './opml-content.ts'
import { pageDraft } from './page-draft.ts'
import { stemOf } from './path.ts'

/** Names of the characters from U+00A0 to U+00FF in HTML. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** HTML entities that outliners write although XML does not define them. */
export const OPML_ENTITIES: { readonly [name: string]: string } = {
  ...Object.fromEntries(LATIN.split(' ').map((name, i) => [name, String.fromCodePoint(0xa0 + i)])),
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  trade: '™',
  bull: '•',
  euro: '€',
}

interface Times {
  createdAt?: number
  updatedAt?: number
}

const NO_OPML = 'The file is not an OPML outline and was not read.'

/** Reports a fault as words. A damaged file can have one for each tag, and an Error with its stack costs microseconds. */
class OutlineParser extends SaxesParser<{ xmlns: false }> {
  fault: (message: string) => void = () => {}

  override fail(message: string): this {
    this.fault(message)
    return this
  }
}

/**
 * Reads an outline. @throws TooMuch
 */
export function readOpml(path: string, text: string, limits: Partial<NoteLimits>): ReadResult {
  const { blocks: most = Infinity, depth: deepest = Infinity, blockText = Infinity } = limits
  const parser = new OutlineParser({ xmlns: false as const })
  Object.assign(parser.ENTITIES, OPML_ENTITIES)
  const unread: Unread[] = []
  const top: BlockDraft[] = []
  /** The children of each open outline. */
  const open: BlockDraft[][] = []
  const head = { title: '', created: '', modified: '' }
  /** Names of the open tags around outlines. */
  const around: string[] = []
  let isOutline = false
  /** The head contains settings of the app, which are not reported. */
  let inBody = false
  let count = 0
  let field: keyof typeof head | undefined
  let words = 0

  parser.fault = (message) => {
    if (unread.length === 0)
      unread.push({ file: path, line: Math.max(1, parser.line), why: malformed(message) })
  }
  const readText = (said: string): void => {
    if (field) head[field] += said
    else if (inBody && said.trim() !== '') words++
  }
  parser.on('text', readText)
  parser.on('cdata', readText)
  parser.on('opentag', (tag) => {
    const name = localName(tag)
    field = undefined
    if (name !== 'outline') {
      around.push(name)
      if (around.length > deepest) throw tooDeep(parser.line, deepest)
      if (name === 'opml') isOutline = true
      if (name === 'body') inBody = true
      if (around.at(-2) === 'head') field = FIELDS[name]
      return
    }
    if (++count > most) throw tooManyBlocks(parser.line, most)
    if (open.length >= deepest) throw tooDeep(parser.line, deepest)
    const attributes = attributesOf(tag)
    const content = opmlContent(attributes)
    if (content.length > blockText) throw tooLong(parser.line, blockText)
    const children: BlockDraft[] = []
    const into = open.at(-1) ?? top
    into.push({ content, assets: [], children, line: parser.line, ...timesOf(attributes) })
    open.push(children)
  })
  parser.on('closetag', (tag) => {
    field = undefined
    if (localName(tag) === 'outline') open.pop()
    else around.pop()
  })
  parser.write(corrected(text).toWellFormed()) // the parser throws on a lone surrogate
  parser.close()

  if (!isOutline && count === 0) return { ok: false, unread: [{ file: path, line: 1, why: NO_OPML }] }
  if (words > 0) unread.push({ file: path, line: 1, why: textBetween(words) })
  const name = oneLine(head.title) || stemOf(path)
  const times = timesOf(
    new Map([
      ['created', { name: '', value: head.created }],
      ['modified', { name: '', value: head.modified }],
    ]),
  )
  return { ok: true, note: pageDraft({ path, name, blocks: top, ...times, unread }) }
}

/** Corrects what many programs write: `&` in an address as it is, and blanks before the declaration. */
function corrected(text: string): string {
  const xml = text.replace(/^\s+<\?xml[^>]{0,300}\?>/u, (head) => head.replaceAll(/[^\n]/gu, ''))
  return xml.includes('<![CDATA[') ? xml : xml.replaceAll(/&(?!(?:\w{1,32}|#\w{1,8});)/gu, '&amp;')
}

const FIELDS: { readonly [tag: string]: 'title' | 'created' | 'modified' } = {
  title: 'title',
  datecreated: 'created',
  datemodified: 'modified',
}

const malformed = (message: string): string =>
  `The XML is damaged here (${message.slice(0, 100)}). The text around this place may be read incorrectly.`
const textBetween = (count: number): string =>
  `Text outside the outline elements was left out: ${count} ${count === 1 ? 'piece' : 'pieces'}.`

const localName = ({ name }: { readonly name: string }): string => name.toLowerCase()
function attributesOf(tag: SaxesTagPlain): Attributes {
  const attributes = new Map<string, { name: string; value: string }>()
  for (const [name, value] of Object.entries<string>(tag.attributes))
    attributes.set(name.toLowerCase(), { name, value: cleanText(value) })
  return attributes
}

const DATE = /^(?:[A-Za-z]{3}, )?\d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/u
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/u

/** Reads times with a zone, in the format of RFC 822 or ISO 8601. Times without a zone are ambiguous. */
function timesOf(attributes: Attributes): Times {
  const read = (...names: string[]): number | undefined => {
    const written = names.map((name) => attributes.get(name)?.value.trim() ?? '').find((one) => one !== '')
    if (written === undefined || !(DATE.test(written) || ISO.test(written))) return undefined
    const time = Date.parse(written)
    return Number.isNaN(time) || time < 0 ? undefined : time
  }
  const createdAt = read('created', '_created')
  const updatedAt = read('modified', '_modified')
  return {
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  }
}
