/**
 * Links in notes, converted to the syntax of blocks: `[[Note|label]]`, `![[image.png]]`, `[x](Other%20note.md)`. Every
 * visible label and heading stays as words. Code and HTML comments do not change.
 */
import { fold, isoDay, readDay, type Day } from '@notegraph/block-text'
import {
  altText,
  fileAddress,
  htmlTargets,
  isLocalMedia,
  linkTargets,
  MEDIA,
  pathLength,
  SCHEME,
  SIZE,
  TEXTS,
  unescaped,
  type Target,
} from './address.ts'
import { anchorId } from './anchor.ts'
import type { AssetSpan } from './draft.ts'
import { decoded, percent } from './file-name.ts'
import type { FindingKind } from './findings.ts'
import { maskNotes } from './code-mask.ts'
import { withoutEnding, type NoteIndex } from './note-index.ts'
import { unBracketed } from './label.ts'
import { findPart, type NoteParts } from './note-parts.ts'
import { baseOf, endingOf, stemOf } from './path.ts'
import { vaultTags } from './vault-tags.ts'

/** The note of a text, and the functions that find the targets of its links. */
export interface NotePlace {
  /** The note's own path. */
  readonly path: string
  readonly folder: string
  readonly index: NoteIndex
  readonly dayOfLink: (target: string) => Day | undefined
  readonly findAsset: (address: string) => string | undefined
  /** Returns the parts of a note; `undefined` if they are unknown. */
  readonly partsOf: (path: string) => NoteParts | undefined
  /** Whether links are `[[label|note]]`, as Dendron writes them, and not `[[note|label]]`. */
  readonly labelFirst: boolean
}

interface Piece extends Target {
  readonly words: string
  /** The range in `words` that names a file of the folder. */
  readonly asset?: { readonly from: number; readonly to: number; readonly path: string }
  /** The range in `words` that names a missing file. */
  readonly lost?: { readonly from: number; readonly to: number }
  readonly finding?: FindingKind
  /** Whether the link had a size, and `words` have none. */
  readonly lostSize?: boolean
}

/** A text with converted links. */
export interface Rewritten {
  readonly text: string
  readonly assets: AssetSpan[]
  /** Ranges in the converted text. */
  readonly missing: Target[]
}

/**
 * Converts the links of a text.
 *
 * @param found called with the kind of each link that changes its meaning or form, and its index
 */
export function rewriteLinks(
  text: string,
  place: NotePlace,
  found: (kind: FindingKind, start: number) => void = () => {},
): Rewritten {
  if (!/\[\[|\]\(|<\w/u.test(text)) return { text, assets: [], missing: [] }
  const { masked, links } = maskNotes(text)
  const pieces: Piece[] = []
  for (const { start, end, inside } of links) {
    // A tag that other characters follow.
    if (text[start - 1] === '#' && text[start - 2] !== '\\' && /^[^/|#]+$/u.test(inside)) continue
    const embedded = text[start - 1] === '!' && text[start - 2] !== '\\'
    const index = embedded ? start - 1 : start
    const piece = wikiPiece(index, end - index, embedded, inside, place)
    if (!piece) continue
    pieces.push(piece)
    if (piece.finding) found(piece.finding, index)
    if (piece.lostSize === true) found('embed_size', index)
  }
  for (const start of outerBrackets(masked, links))
    pieces.push({ start, end: start + 2, words: String.raw`\[[` })
  for (const target of linkTargets(masked)) {
    const address = text.slice(target.start, target.end)
    const file = filePiece(target, address, place)
    const note = file ? undefined : noteLink(text, target, place)
    if (file) pieces.push(file)
    else if (note !== undefined) {
      pieces.push(note)
      found(note.finding ?? 'link_path', target.start)
    } else if (isLocalMedia(address) || isLostNote(address)) pieces.push(lostPiece(target, address))
  }
  for (const target of htmlTargets(masked)) {
    const address = text.slice(target.start, target.end)
    const file = filePiece(target, address, place)
    if (file) pieces.push(file)
    else if (isLocalMedia(address)) pieces.push(lostPiece(target, address))
  }
  return assemble(text, pieces)
}

/** The most UTF-16 units between the brackets of a name and a link in it. */
const LONGEST_NAME = 1_024

/** Lists the places of `[[` around a link, as in `[[a [[b]] c]]`. In notes only the link in them is one. */
function outerBrackets(masked: string, links: readonly Target[]): number[] {
  const found: number[] = []
  let next = 0
  for (let at = masked.indexOf('[['); at >= 0; at = masked.indexOf('[[', at + 1)) {
    while (links[next] && links[next]!.end <= at) next++
    const link = links[next]
    if (!link) break
    const isBefore = link.start >= at + 2 && link.start - at <= LONGEST_NAME && masked[at - 1] !== '\\'
    if (!isBefore || masked.slice(at, link.start).includes('\n')) continue
    const [rest = ''] = masked.slice(link.end, link.end + LONGEST_NAME).split('\n', 1)
    if (closes(rest)) found.push(at)
  }
  return found
}

/** Whether a text has a `]]` without its `[[`. */
function closes(text: string): boolean {
  let open = 0
  for (const [sign] of text.matchAll(/\[\[|\]\]/gu)) {
    if (sign === '[[') open++
    else if (open-- === 0) return true
  }
  return false
}

/** An address that stays as written, of a file of the folder. */
function filePiece(target: Target, address: string, { findAsset }: NotePlace): Piece | undefined {
  const path = findAsset(address)
  if (path === undefined) return undefined
  const to = fileAddress(address, path, findAsset).length
  return { ...target, words: address, asset: { from: 0, to, path } }
}

const lostPiece = (target: Target, address: string): Piece => ({
  ...target,
  words: address,
  lost: { from: 0, to: pathLength(address) },
})

function wikiPiece(
  start: number,
  length: number,
  embedded: boolean,
  inside: string,
  place: NotePlace,
): Piece | undefined {
  const bar = place.labelFirst ? inside.lastIndexOf('|') : inside.indexOf('|')
  const left = (bar < 0 ? inside : inside.slice(0, bar).replace(/\\$/u, '')).trim()
  const right = bar < 0 ? '' : inside.slice(bar + 1).trim()
  const isLabelFirst =
    place.labelFirst && right !== '' && (namesNote(right, place) || !namesNote(left, place))
  const [named, label] = isLabelFirst ? [right, left] : [left, right]
  const written = place.labelFirst ? named.replace(VAULT, '') : named
  const hash = partAt(written, place)
  const target = hash < 0 ? written : written.slice(0, hash).trim()
  const whole = hash < 0 ? '' : written.slice(hash + 1).trim()
  const part = place.labelFirst && embedded ? whole.replace(DENDRON_RANGE, '') : whole
  const range = { start, end: start + length }
  if (target === '' && whole === '')
    return { ...range, words: `${embedded ? '!' : ''}${vaultTags(`\\[[${inside}]]`)}` }

  const [, vault = ''] = (place.labelFirst ? VAULT.exec(named) : null) ?? []
  const inVault = vault === '' ? undefined : place.index.findPath('', `${vault}/${target}`)
  const path = target === '' ? place.path : (inVault ?? place.index.findPath(place.folder, target))
  const file = path === undefined ? place.index.findFile(place.folder, target) : undefined
  if (file !== undefined) {
    const alt = altText(unBracketed(baseOf(file)), embedded, unBracketed(label), inside[bar - 1] === '\\')
    const head = `${embedded ? '!' : ''}[${alt}](`
    const anchor = hash < 0 ? '' : written.slice(hash).replaceAll(/[\s()<>]/gu, percent)
    return {
      ...range,
      words: `${head}${file}${anchor})`,
      asset: { from: head.length, to: head.length + file.length, path: file },
    }
  }
  const ending = endingOf(target)
  if (path === undefined && (MEDIA.has(ending) || (embedded && TEXTS.has(ending))))
    return { ...range, ...lostFile(embedded ? '!' : '', target, written.slice(target.length), label) }

  if (embedded && path === undefined && place.labelFirst && target.includes('*'))
    return { ...range, words: String.raw`!\[[${inside}]]`, finding: 'embed_missing' }

  const lostSize = embedded && SIZE.test(label)
  const shown = lostSize ? '' : label || (hash >= 0 && part === '' ? written : '')
  const at = lostSize ? { ...range, lostSize } : range
  if (path !== undefined && (embedded || ANCHOR.test(part))) {
    const { id, isKnown } = blockOf(path, part, place)
    const isShown = isKnown && embedded && shown === '' && part === whole
    if (id !== undefined) return { ...at, words: blockLink(id, isShown, shown, written) }
  }
  const lostPart: { finding?: FindingKind } =
    path !== undefined && part !== '' && (embedded || ANCHOR.test(part)) ? { finding: 'part_missing' } : {}
  if (target === '')
    return { ...at, words: `[${unBracketed(shown || written)}](${partAddress(written)})`, ...lostPart }
  const day = path === undefined && readDay(target) === undefined ? place.dayOfLink(target) : undefined
  if (day !== undefined)
    return {
      ...at,
      words: `[${unLabeled(shown || written)}]([[${isoDay(day)}]])`,
      finding: 'link_day',
    }
  // A link that differs from the name only by case already finds the page, so its spelling stays.
  const name = path === undefined ? withoutEnding(target) : place.index.nameOf(path)
  const page = name === target || fold(name) === fold(target) ? target : name
  if (part !== '') {
    const title = shown === '' ? '' : titleOf(written)
    const words = `[${unLabeled(shown || written)}]([[${page}]]${title})`
    return { ...at, words, finding: lostPart.finding ?? 'link_heading' }
  }
  const renamed: { finding?: FindingKind } =
    page !== target ? { finding: 'link_path' } : isSpelled(page, name) ? {} : { finding: 'link_case' }
  if (shown !== '' && shown !== page)
    return { ...at, words: `[${unLabeled(shown)}]([[${page}]])`, ...renamed }
  return { ...at, words: embedded ? `{{embed [[${page}]]}}` : `[[${page}]]`, ...renamed }
}

/** The lines of a section that an embed of Dendron shows, `#from,1:#to`. */
const DENDRON_RANGE = /(?:,\d{1,9})?(?::#[^\n]*)?$/u

/** The vault of a note in a link of Dendron. */
const VAULT = /^dendron:\/\/([^/\n]{1,200})\//u

const namesNote = (written: string, { folder, index }: NotePlace): boolean =>
  index.findPath(folder, written.replace(VAULT, '').replace(/#.*$/su, '').trim()) !== undefined

const hasName = (written: string, { folder, index }: NotePlace): boolean =>
  index.findPath(folder, written) !== undefined || index.findFile(folder, written) !== undefined

/** A Mac writes names decomposed, which nobody sees. */
const isSpelled = (written: string, name: string): boolean =>
  written.normalize('NFC') === name.normalize('NFC')

/** The index of the `#` before a heading, or -1. A note or a file can have a `#` in its name, as in `[[Issue #4#Next]]`. */
function partAt(written: string, place: NotePlace): number {
  const first = written.indexOf('#')
  if (first < 0 || hasName(written, place)) return -1
  const second = written.indexOf('#', first + 1)
  const isInName = second > 0 && !hasName(written.slice(0, first), place)
  return isInName && hasName(written.slice(0, second), place) ? second : first
}

/** A link to a file that is not in the folder: words, and no link to a page of that name. */
function lostFile(
  mark: '!' | '',
  name: string,
  anchor: string,
  label: string,
): Pick<Piece, 'words' | 'lost'> {
  const address = partAddress(name + anchor)
  const head = `${mark}[${altText(unBracketed(name), mark === '!', unBracketed(label), false)}](`
  const angle = address.startsWith('<') ? 1 : 0
  const from = head.length + angle
  const to = anchor === '' ? address.length - angle : address.indexOf('#')
  return { words: `${head}${address})`, lost: { from, to: from + to - angle } }
}

const ANCHOR = /^\^[A-Za-z0-9-]{1,64}$/u

/** Finds the block of a heading or an anchor. In a note whose parts are unknown, the block may not exist. */
function blockOf(
  path: string,
  part: string,
  { partsOf }: NotePlace,
): { id: string | undefined; isKnown: boolean } {
  const parts = partsOf(path)
  const unknown = ANCHOR.test(part) ? anchorId(path, part.slice(1)) : undefined
  return { id: parts ? findPart(parts, part) : unknown, isKnown: parts !== undefined }
}
const NO_BLOCK: ReturnType<typeof blockOf> = { id: undefined, isKnown: false }

/** An embed shows the block. A link keeps its words as a label, because the block may not exist. */
const blockLink = (id: string, embedded: boolean, label: string, written: string): string =>
  embedded ? `{{embed ((${id}))}}` : `[${unLabeled(label || written)}](((${id})))`

/** A place in the same note becomes a Markdown link, in which the parser reads no page and no tag. */
const partAddress = (written: string): string =>
  /[\s()<>\\]/u.test(written) ? `<${written.replaceAll(/[<>\\]/gu, encodeURIComponent)}>` : written

/**
 * Escapes each `#` that would begin a tag. A `#` right after a letter or a digit begins none. @see decisions 2.6
 */
const unTagged = (words: string): string =>
  words.replaceAll(/(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d\\])#/gu, String.raw`\#`)

const unLabeled = (words: string): string => unTagged(unBracketed(words))

/** Whether a relative address that finds nothing names a note. */
const isLostNote = (address: string): boolean =>
  /^[^#?\\]+\.(?:md|markdown)(?:#|$)/iu.test(address) && !SCHEME.test(address)

/** The opening and the label of an embed in Markdown, up to the address of its note. */
const EMBED_LABEL = /(?<!\\)!\[([^[\]\n]*)\]\([ \t]*<?$/u
const LONGEST_LABEL = 1_024

/**
 * Converts a relative link to a note to the name of its page, without angle brackets. Its heading becomes the link's
 * title, and its anchor the block. An embed, `![](Note.md#part)`, is one like `![[Note#part]]`.
 */
function noteLink(text: string, { start, end }: Target, place: NotePlace): Piece | undefined {
  const { folder, index } = place
  const address = text.slice(start, end)
  if (address === '' || SCHEME.test(address)) return undefined
  // A note can have a `#` in its name.
  const [file = '', ...heading] =
    index.findNote(folder, address) === undefined ? address.split('#') : [address]
  const path = index.findNote(folder, file) ?? index.findNote(folder, unescaped(file))
  if (path === undefined) return undefined
  const page = index.nameOf(path)
  const angled = text[start - 1] === '<' && text[end] === '>'
  const at = angled ? { start: start - 1, end: end + 1 } : { start, end }
  const part = decoded(heading.join('#'))
  const hasTitle = text[at.end] !== ')'
  const before = Math.max(0, start - LONGEST_LABEL)
  const embed = hasTitle ? null : EMBED_LABEL.exec(text.slice(before, start))
  const isToBlock = part !== '' && (embed !== null || (!hasTitle && ANCHOR.test(part)))
  const { id, isKnown } = isToBlock ? blockOf(path, part, place) : NO_BLOCK
  const title = id !== undefined || part === '' || hasTitle ? '' : titleOf(`${page}#${part}`)
  const target = id === undefined ? `[[${page}]]${title}` : `((${id}))`
  const lostPart = isToBlock && id === undefined ? { finding: 'part_missing' as const } : {}
  const kept = part === '' || id !== undefined ? '' : `${page}#${part}: `
  if (!embed) return { ...withoutTags(text, at, target, kept), ...lostPart }
  const label = embed[1]!
  const isName = [page, stemOf(path), part].some((name) => fold(name) === fold(label))
  const range = { start: before + embed.index, end: at.end + 1 }
  if ((label === '' || isName) && (part === '' || isKnown) && lostPart.finding === undefined)
    return { ...range, words: part === '' ? `{{embed [[${page}]]}}` : `{{embed ((${id}))}}` }
  return { ...range, words: `[${label || unLabeled(`${page}#${part}`)}](${target})`, ...lostPart }
}

/** A link in Markdown up to its address, and a title behind it. */
const LABEL = /(?<!\\)\[([^[\]\n]*#[^[\]\n]*)\](\([ \t]*)$/u
const TITLE = /^([ \t]+["'])([^"'\n]*)/u

/**
 * A link whose address is replaced. In its label and its title, a `#` begins no tag: behind another address it would.
 *
 * @param kept words of the address that the title keeps, if there is one
 */
function withoutTags(text: string, { start, end }: Target, target: string, kept: string): Piece {
  const before = Math.max(0, start - LONGEST_LABEL)
  const label = LABEL.exec(text.slice(before, start))
  const [titled = '', opening = '', title = ''] = TITLE.exec(text.slice(end, end + LONGEST_LABEL)) ?? []
  const isChanged = opening !== '' && (kept !== '' || title.includes('#'))
  const written = opening + unTagged(kept.replaceAll(QUOTED, String.raw`\$&`) + title)
  return {
    start: label ? before + label.index : start,
    end: end + (isChanged ? titled.length : 0),
    words: `${label ? `[${unTagged(label[1]!)}]${label[2]!}` : ''}${target}${isChanged ? written : ''}`,
  }
}

/** The characters that a title of either kind of quotes has behind a backslash. */
const QUOTED = /["'\\]/gu

const titleOf = (words: string): string => ` "${unTagged(words.replaceAll(/["\\]/gu, String.raw`\$&`))}"`

function assemble(text: string, pieces: Piece[]): Rewritten {
  const parts: string[] = []
  const assets: AssetSpan[] = []
  const missing: Target[] = []
  let done = 0
  let length = 0
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    if (piece.start < done) continue
    const before = text.slice(done, piece.start)
    const at = length + before.length
    if (piece.asset)
      assets.push({ start: at + piece.asset.from, end: at + piece.asset.to, path: piece.asset.path })
    if (piece.lost) missing.push({ start: at + piece.lost.from, end: at + piece.lost.to })
    parts.push(before, piece.words)
    length = at + piece.words.length
    done = piece.end
  }
  return { text: parts.join('') + text.slice(done), assets, missing }
}
