/**
 * Links as notes write them, in the form that blocks know: `[[Note|label]]`, `![[image.png]]`, `[x](Other%20note.md)`.
 * Every label and heading that is shown stays as words; nothing in code is touched.
 */
import { linkTargets, type Target } from './address.ts'
import type { AssetSpan } from './draft.ts'
import { maskCode } from './mask.ts'
import type { NoteIndex } from './note-index.ts'
import { baseOf, endingOf } from './path.ts'

/** Where a text stands, and how what it names is found. */
export interface NotePlace {
  readonly folder: string
  readonly name: string
  readonly index: NoteIndex
  readonly findAsset: (address: string) => string | undefined
}

interface Piece extends Target {
  readonly words: string
  /** Where `words` name a file of the folder. */
  readonly asset?: { readonly from: number; readonly to: number; readonly path: string }
  /** Where `words` name a file that is not there. */
  readonly lost?: { readonly from: number; readonly to: number }
}

export interface Rewritten {
  readonly text: string
  readonly assets: AssetSpan[]
  /** In the rewritten text. */
  readonly missing: Target[]
}

const WIKI = /(!?)\[\[([^[\]\n]{1,1024})\]\]/gu
const SIZE = /^\d+(?:x\d+)?$/u
const MEDIA = new Set(
  'avif bmp gif jpeg jpg png svg webp flac m4a mp3 ogg opus wav 3gp mkv mov mp4 ogv webm pdf zip docx xlsx pptx csv'.split(
    ' ',
  ),
)

export function rewriteLinks(text: string, place: NotePlace): Rewritten {
  if (!text.includes('[[') && !text.includes('](')) return { text, assets: [], missing: [] }
  const masked = maskCode(text)
  const pieces: Piece[] = []
  for (const match of masked.matchAll(WIKI)) {
    const piece = wikiPiece(match.index, match[0].length, match[1] === '!', match[2]!, place)
    if (piece) pieces.push(piece)
  }
  for (const target of linkTargets(masked)) {
    const address = text.slice(target.start, target.end)
    const path = place.findAsset(address)
    const note = path === undefined ? noteOf(address, place) : undefined
    if (path !== undefined)
      pieces.push({ ...target, words: address, asset: { from: 0, to: address.length, path } })
    else if (note !== undefined) pieces.push({ ...target, words: `[[${note}]]` })
    else if (isLocalMedia(address))
      pieces.push({ ...target, words: address, lost: { from: 0, to: address.length } })
  }
  return assemble(text, pieces)
}

function wikiPiece(
  start: number,
  length: number,
  embedded: boolean,
  inside: string,
  place: NotePlace,
): Piece | undefined {
  const bar = inside.indexOf('|')
  const written = (bar < 0 ? inside : inside.slice(0, bar).replace(/\\$/u, '')).trim()
  const label = bar < 0 ? '' : inside.slice(bar + 1).trim()
  const hash = written.indexOf('#')
  const target = hash < 0 ? written : written.slice(0, hash).trim()
  const at = { start, end: start + length }
  if (target === '' && hash < 0) return undefined

  const note = target === '' ? place.name : place.index.findNote(place.folder, target)
  const file = note === undefined ? place.index.findFile(place.folder, target) : undefined
  if (file !== undefined) {
    const alt = label === '' || SIZE.test(label) ? baseOf(file) : label
    const head = `${embedded ? '!' : ''}[${alt}](`
    return {
      ...at,
      words: `${head}${file})`,
      asset: { from: head.length, to: head.length + file.length, path: file },
    }
  }
  if (embedded && note === undefined && MEDIA.has(endingOf(target)))
    return { ...at, words: `![[${inside}]]`, lost: { from: 3, to: 3 + inside.length } }
  const page = note ?? target
  const shown = label !== '' && !(embedded && SIZE.test(label)) ? label : hash < 0 ? '' : written
  if (shown !== '' && shown !== page) return { ...at, words: `[${shown}]([[${page}]])` }
  return { ...at, words: embedded ? `{{embed [[${page}]]}}` : `[[${page}]]` }
}

/** The page of a relative link to a note; an address on the web is none. */
function noteOf(address: string, { folder, index }: NotePlace): string | undefined {
  const plain = address.replace(/#.*$/su, '')
  return /^[a-z][a-z0-9+.-]*:/iu.test(address) || !/\.(?:md|markdown)$/iu.test(plain)
    ? undefined
    : index.findNote(folder, plain)
}

const isLocalMedia = (address: string): boolean =>
  !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/iu.test(address) && MEDIA.has(endingOf(address.replace(/[?#].*$/su, '')))

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
