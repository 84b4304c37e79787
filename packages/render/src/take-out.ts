/**
 * Takes out of a block what `block-text` recognizes, and leaves the text that Markdown reads. Properties, date lines and
 * drawers are left out. Code spans, fences, web links and escapes stay: Markdown reads them the same way.
 */
import { type BlockText, type FileAddress, type Mark, nameFiles } from '@notegraph/block-text'
import { embeddedPage, isAfterBang, isEmbedded } from './embed.ts'
import { sizedWords, sizeLength } from './picture-size.ts'
import type { ReadBlock } from './read-block.ts'
import { cleanText, type Slot, slotText } from './slot.ts'
import { attribute } from './safe-html.ts'
import type { Sources } from './sources.ts'

export interface TakenOut {
  readonly text: string
  readonly slots: readonly Slot[]
}

interface Piece {
  readonly start: number
  readonly end: number
  readonly slot?: Slot
  /** Whether the piece fills its lines, as an org block does. */
  readonly fillsLines?: boolean
  /** Whether the text after the piece begins a line. */
  readonly endsLine?: boolean
}

/** The text of a block from its first mark to its end. */
export function takeOut(read: ReadBlock, sources: Sources): TakenOut {
  const { block, marks, files } = read
  if (marks.length === 0 && files.length === 0 && block.layout.cuts.length === 0 && !hasBadges(block))
    return { text: cleanText(block.content), slots: NONE }
  const pieces = [
    ...badgesOf(block, marks),
    ...withFiles(piecesOf(block.content, marks), piecesOfFiles(block.content, files, sources)),
  ]
  for (const { start, end } of block.layout.cuts) pieces.push({ start, end: end + 1 })
  return joined(block.content, pieces, sources)
}

const NONE: readonly never[] = []

function joined(content: string, pieces: readonly Piece[], { file, origin }: Sources): TakenOut {
  const slots: Slot[] = []
  let text = ''
  let at = 0
  for (const { start, end, slot, fillsLines = false, endsLine = false } of pieces.toSorted(
    (a, b) => a.start - b.start,
  )) {
    // A property's value has marks inside the range that is left out.
    if (start < at) continue
    text += cleanText(content.slice(at, start))
    if (slot) {
      text += slotText(slots.length, fillsLines) + (endsLine ? '\n' : '')
      slots.push({ ...slot, source: nameFiles(slot.source, (id) => file?.(id), origin) })
    }
    at = end
  }
  return { text: text + cleanText(content.slice(at)), slots }
}

const hasBadges = (block: BlockText): boolean => block.marker !== undefined || block.priority !== undefined

/** The marker and the priority, in their place after a quote or heading mark. */
function badgesOf({ content, layout, ...block }: BlockText, marks: readonly Mark[]): Piece[] {
  const { markerAt, wordsAt } = layout.head
  if (block.marker === undefined && block.priority === undefined) return []
  const source = content.slice(markerAt, wordsAt)
  // A fence needs the beginning of a line.
  const endsLine = marks.some(({ kind, start }) => kind === 'fence' && start === wordsAt)
  return [{ start: markerAt, end: wordsAt, slot: { kind: 'badges', source, words: '' }, endsLine }]
}

function piecesOf(content: string, marks: readonly Mark[]): Piece[] {
  const pieces: Piece[] = []
  for (const mark of marks) {
    const piece = pieceOf(content, mark)
    if (piece) pieces.push(piece)
  }
  return pieces
}

const ORG = '#+'
/** Marks that end a sentence rather than an address. */
const AFTER_ADDRESS = new Set("?!.,:*_~;'=")

function withoutMarksBehind(address: string): string {
  let end = address.length
  while (AFTER_ADDRESS.has(address.charAt(end - 1))) end--
  return address.slice(0, end)
}

function pieceOf(content: string, mark: Mark): Piece | undefined {
  const { kind, start, end, text, id } = mark
  const source = content.slice(start, end)
  const words = text ? content.slice(text[0], text[1]) : source
  switch (kind) {
    case 'link': {
      const embedded = embeddedPage(content, mark) !== undefined
      const from = isAfterBang(content, start) ? start - 1 : start
      return { start: from, end, slot: { kind: 'page', source: content.slice(from, end), words, embedded } }
    }
    case 'tag':
      return { start, end, slot: { kind: 'tag', source, words } }
    case 'block':
      return {
        start,
        end,
        slot: { kind: 'block', source, words, id: id ?? '', embedded: isEmbedded(content, mark) },
      }
    case 'url': {
      if (isReadByMarkdown(content, start)) return undefined
      const address = withoutMarksBehind(source)
      return { start, end: start + address.length, slot: { kind: 'url', source: address, words: address } }
    }
    case 'maths':
    case 'macro':
    case 'comment':
      return { start, end, slot: { kind, source, words: source } }
    case 'fence':
      return content.startsWith(ORG, start)
        ? { start, end, slot: { kind: 'raw', source, words: source }, fillsLines: true }
        : undefined
    case 'web':
    case 'code':
    case 'escape':
      return undefined
  }
}

const DEFINES = /^[ \t>]*\[(?!\^)[^\]\n]*\]:[ \t]*<?$/

/** Whether Markdown has a use for the address: `<address>`, or the definition of a link. */
function isReadByMarkdown(content: string, start: number): boolean {
  if (content.charAt(start - 1) === '<') return true
  let at = start
  while (content.charAt(at - 1) === ' ' || content.charAt(at - 1) === '\t') at--
  if (content.charAt(at - 1) !== ':' || content.charAt(at - 2) !== ']') return false
  return DEFINES.test(content.slice(content.lastIndexOf('\n', start - 1) + 1, start))
}

/** No tag of a picture is longer before or after its address. */
const LONGEST_TAG = 1_000

/** A picture as HTML, whose address is that of a file. @returns `undefined` if the address is no `src` */
function htmlPicture(content: string, { start, end, id }: FileAddress, from: number): Piece | undefined {
  const open = content.lastIndexOf('<', start)
  if (open < Math.max(from, start - LONGEST_TAG)) return undefined
  if (!/^<img(?:\s[^<>]*)?\ssrc\s{0,9}=\s{0,9}["']?$/iu.test(content.slice(open, start))) return undefined
  const rest = /^(?:["'][^<>]*|\s[^<>]*|\/?)>/u.exec(content.slice(end, end + LONGEST_TAG))?.[0]
  if (rest === undefined) return undefined
  const source = content.slice(open, end + rest.length)
  const words = attribute(source, 'alt') || attribute(source, 'title') || ''
  const width = /^\d{1,4}$/u.exec(attribute(source, 'width') ?? '')?.[0]
  const slot = {
    kind: 'file',
    source,
    words,
    id,
    embedded: true,
    ...(width !== undefined && { width }),
  } as const
  return { start: open, end: end + rest.length, slot }
}

function piecesOfFiles(content: string, files: readonly FileAddress[], { file }: Sources): Piece[] {
  const pieces: Piece[] = []
  for (const address of files) {
    const from = pieces.at(-1)?.end ?? 0
    if (address.start < from) continue
    pieces.push(htmlPicture(content, address, from) ?? pieceOfFile(content, address, file))
  }
  return pieces
}

function pieceOfFile(content: string, { start, end, id }: FileAddress, file: Sources['file']): Piece {
  const source = content.slice(start, end)
  const size = sizeLength(content.slice(end, end + LONGEST_SIZE))
  const embedded = source.startsWith('!')
  const written = /^!?\[([^\]]*)\]\(/.exec(source)?.[1] ?? ''
  const { words: label, width } = embedded ? sizedWords(written, content.slice(end, end + size)) : { words: written, width: undefined } // prettier-ignore
  const words = label.trim() === '' || label.includes('files/') ? (file?.(id)?.name ?? '') : label
  return {
    start,
    end: end + size,
    slot: { kind: 'file', source, words, id, embedded, ...(width !== undefined && { width }) },
  }
}

/** No size after a picture is longer. */
const LONGEST_SIZE = 110

/** Files win over the marks around them, except in comments and raw blocks, which show names of files. */
function withFiles(pieces: Piece[], files: readonly Piece[]): Piece[] {
  if (files.length === 0) return pieces
  let next = 0
  const kept: Piece[] = []
  const inside = new Set<Piece>()
  for (const piece of pieces) {
    while (next < files.length && files[next]!.end <= piece.start) next++
    const file = files[next]
    if (file === undefined || file.start >= piece.end) kept.push(piece)
    else if (piece.slot?.kind === 'raw' || piece.slot?.kind === 'comment') {
      kept.push(piece)
      for (let i = next; i < files.length && files[i]!.start < piece.end; i++) inside.add(files[i]!)
    }
  }
  return [...kept, ...files.filter((file) => !inside.has(file))]
}
