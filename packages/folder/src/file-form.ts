/**
 * The form of a page's file: its path, line ends, bullets, blank lines and everything else that an import does not take
 * as words. A page keeps the form of the Logseq file from which it came, and an export writes the same file again.
 *
 * The pieces of a file are its head and each block. The form lists how a piece differs from the piece of a new file, under
 * the hash of the latter. So a changed block is written as a new one, and the others keep their form.
 */
import { isoDay, normalizeLines } from '@notegraph/block-text'
import { addressFrom, replaceSpans } from './address.ts'
import type { DraftText, NoteDraft } from './draft.ts'
import type { NoteLines } from './note-lines.ts'
import { assetAddress } from './file-name.ts'
import type { TextFile } from './folder-reader.ts'
import { textHash } from './hash.ts'
import { isObject } from './json-object.ts'
import { isKey } from './key.ts'
import { pathFor } from './new-path.ts'
import { noteOutline } from './note-outline.ts'
import { orgToMarkdown } from './org.ts'
import { flatten, walk } from './outline-draft.ts'
import type { TextBlock } from './outline-text.ts'
import { readProperty } from './head-property.ts'
import type { PageHead } from './page-head.ts'
import { pageLines } from './page-lines.ts'
import { endingOf, folderOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { applyEdits, textEdits, type TextEdit } from './text-edits.ts'

/** How the blocks of a file are written. */
interface Style {
  /** Whether the file is an Org file. */
  readonly org?: true
  /** The white space by which a child is indented; a tab if absent. */
  readonly unit?: string
  /** The bullet; `-` if absent. */
  readonly bullet?: string
  /** Blank lines between two blocks; none if absent. */
  readonly gap?: number
  /** Whether the id of a block is its last property, as Logseq writes highlights of a PDF. */
  readonly idLast?: true
}

/** The form of a page's file. */
export interface FileForm extends Style {
  /** Maybe one that an export cannot write, as it is the name of no file on Windows. @see isOwnPath */
  readonly path: string
  /** The hash of the name that the page had. A renamed page gets a new path. */
  readonly name: string
  /** Whether lines end in CR LF. */
  readonly crlf?: true
  /** Whether the file begins with a byte order mark. */
  readonly mark?: true
  /** Whether the last line has no line break. */
  readonly open?: true
  /** The first characters of the ids that the file contains. Empty if it has highlights without ids. */
  readonly ids?: readonly string[]
  /** Properties of the head without a value, which a page cannot have. */
  readonly empty?: readonly string[]
  /** Paths of files that the page shows and that are not right in `assets/`, by the id of the file. */
  readonly files?: { readonly [id: string]: string }
  /** Paths of files that have the bytes of a file with another name, by the id of that file. */
  readonly copies?: { readonly [id: string]: readonly string[] }
  /** The hash of all pieces. An Org file is only written again if nothing of it changed. */
  readonly all?: string
  /** Edits of each piece of a hash in order; 0 for a piece as in a new file. */
  readonly pieces?: { readonly [hash: string]: readonly (readonly TextEdit[] | 0)[] }
}

/** The most characters of a form. A longer one keeps no pieces. */
const LONGEST = 32_768
/** Characters of an id, which tell the ids of one page apart. */
const ID_START = 8
const MOST_GAP = 3

/**
 * Returns the form of a note's file as a text, for the page that comes from it. Only notes of Logseq folders have a form. To keep
 * the file of another folder, write its changes with `patchNote`.
 *
 * @param file the text of the file
 * @param idOf returns the id of a file in the account by its path in the folder
 * @param isCopy whether a file has the bytes of another one, under whose name the account has them
 * @returns `undefined` if the file has the form of a new file, or one that cannot be kept, or is no Logseq folder's
 * @example
 * const plan = planFolder(['pages/Home.md'])
 * const text = '* Hi'
 * JSON.parse(fileForm(plan, readNote(plan, 'pages/Home.md', text).note, { text })).path // 'pages/Home.md'
 */
export function fileForm(
  plan: FolderPlan,
  note: NoteDraft,
  { text, mark }: Pick<TextFile, 'text' | 'mark'>,
  idOf: (asset: string) => string | undefined = () => undefined,
  isCopy: (asset: string) => boolean = () => false,
): string | undefined {
  const { path } = note
  const files = new Map<string, string>()
  const copies = new Map<string, string[]>()
  for (const asset of note.assets) {
    const id = isFilePath(asset) ? idOf(asset) : undefined
    if (id === undefined) continue
    if (isCopy(asset)) copies.set(id, [...(copies.get(id) ?? []), asset])
    else if (folderOf(asset) !== 'assets' && !files.has(id)) files.set(id, asset)
  }
  const kept = new Set(files.values())
  /** The path that a new file of the page would name: of several with the same bytes always one. */
  const shown = (asset: string): string => copies.get(idOf(asset) ?? '')?.[0] ?? asset
  const exported = (text: DraftText): DraftText => ({
    text: replaceSpans(text, (written) => {
      const asset = shown(written)
      return kept.has(asset) || asset !== written || isCopy(asset)
        ? addressFrom(path, asset)
        : `../assets/${assetAddress(asset.replace(/^assets\//u, ''))}`
    }),
    assets: [],
  })
  const org = endingOf(path) === 'org'
  if (plan.style !== 'logseq' || note.kind === 'whiteboard' || text.includes('\0')) return undefined
  if (!['md', 'markdown', 'org'].includes(endingOf(path)) || /\r(?!\n)/u.test(text)) return undefined
  const bare = text.replace(/^\uFEFF/u, '')
  const crlf = bare.includes('\r\n') && !/(?:^|[^\r])\n/u.test(bare)
  const lines = (crlf ? normalizeLines(bare) : bare).split('\n')
  const isOpen = lines.at(-1) !== ''
  if (!isOpen) lines.pop()
  const outline: TextBlock[] = []
  const depths: number[] = []
  const read = normalizeLines(bare)
  const { blocks, head } = noteOutline(plan, path, org ? orgToMarkdown(read) : read)
  walk(blocks, (block, depth) => {
    outline.push(block)
    depths.push(depth)
  })
  const flat = flatten(note.blocks)
  const heads = flat.length - outline.length
  const style = { ...(org && { org }), ...(!org && styleOf(lines, outline, depths)) }
  const starts = [0, ...Array.from({ length: Math.max(0, heads) }, () => outline[0]?.at ?? lines.length)]
  for (const { at } of outline) starts.push(at)
  const written = starts.map((at, i) => lines.slice(at, starts[i + 1] ?? lines.length))
  const seen = new Set<string>()
  const withIds = flat.map(({ id, depth, content, assets }, i) => {
    const isFirst = id !== undefined && !seen.has(id)
    if (isFirst) seen.add(id)
    const isWritten = isFirst && written[i + 1]?.some((line) => hasId(line, id)) === true
    return { depth, content: exported({ text: content, assets }), ...(isWritten && { id }) }
  })
  const page = {
    name: note.name,
    day: note.day,
    props: note.props.map(
      ([key, value]) => [key, exported({ text: value, assets: note.propAssets.get(key) ?? [] })] as const,
    ),
    blocks: withIds,
  }
  const empty = emptyKeys(head)
  const noted = pageLines(page, plan, path, true, (key) => note.spelled?.get(key) ?? key)
  const fresh = piecesOf(withEmpty(noted, empty), style)
  const ids = withIds.flatMap(({ id }) => (id === undefined ? [] : [id.slice(0, ID_START)]))
  const pieces = heads < 0 ? {} : differences(fresh, written)
  const form: FileForm = {
    path,
    name: textHash(note.name),
    ...style,
    ...(crlf && { crlf }),
    ...((mark ?? bare !== text) && { mark: true as const }),
    ...(isOpen && lines.length > 0 && { open: true }),
    ...((ids.length > 0 ||
      (heads >= 0 && withIds.some(({ id, content }) => id === undefined && isHighlight(content.text)))) && {
      ids,
    }),
    ...(empty.length > 0 && { empty }),
    ...(files.size > 0 && { files: Object.fromEntries(files) }),
    ...(copies.size > 0 && { copies: Object.fromEntries(copies) }),
    ...(org && { all: textHash(fresh.join('\n')) }),
    ...(Object.keys(pieces).length > 0 && { pieces }),
  }
  const isFresh =
    Object.keys(form).length === 2 &&
    path === pathFor(note.name, note.day, plan.config) &&
    (note.day === undefined || note.name === isoDay(note.day))
  if (isFresh) return undefined
  const json = JSON.stringify(form)
  if (json.length <= LONGEST) return json
  const { pieces: _, ids: __, files: ___, copies: ____, ...short } = form
  return org ? undefined : JSON.stringify(short)
}

/** The spellings of properties without a value. The outliner's own are no properties. */
const emptyKeys = ({ properties }: PageHead): string[] => [
  ...new Set(
    properties.flatMap(({ key, written, value }) =>
      value === '' && key !== 'id' && key !== 'collapsed' && isKey(key) ? [written] : [],
    ),
  ),
]

/** Adds properties without a value to the head, unless the page has a value by now. */
function withEmpty({ head, blocks }: NoteLines, empty: readonly string[] = []): NoteLines {
  const given = new Set(head.map(([key]) => key))
  const added = empty
    .map((written) => [written.toLowerCase(), `${written}::`] as const)
    .filter(([key]) => !given.has(key))
  return { head: [...head, ...added], blocks }
}

const hasId = (line: string, id: string): boolean =>
  line.includes(id) && /(?:^|[\s:-])\w*id::?\s/iu.test(line)

function styleOf(lines: readonly string[], blocks: readonly TextBlock[], depths: readonly number[]): Style {
  let unit: string | undefined
  let bullet: string | undefined
  let late = 0
  const gaps = Array.from({ length: MOST_GAP + 1 }, () => 0)
  for (const [i, { at, kind, lines: own }] of blocks.entries()) {
    if (own[1] !== undefined && ID.test(own[1]) && isProperty(own[2])) late--
    else if (isProperty(own[1]) && own.some((line, i) => i > 1 && ID.test(line) && !isProperty(own[i + 1])))
      late++
    const next = blocks[i + 1]?.at
    if (next !== undefined) {
      let gap = 0
      while (gap < MOST_GAP && next - gap - 1 > at && lines[next - gap - 1]!.trim() === '') gap++
      gaps[gap]!++
    }
    if (kind !== 'item') continue
    const indent = /^[ \t]*/u.exec(lines[at]!)![0]
    bullet ??= lines[at]![indent.length]
    const depth = depths[i]!
    if (unit === undefined && depth > 0 && indent.length > 0 && indent.length % depth === 0) {
      const one = indent.slice(0, indent.length / depth)
      if (one.repeat(depth) === indent) unit = one
    }
  }
  const gap = gaps.indexOf(Math.max(...gaps))
  return {
    ...(unit !== undefined && unit !== '\t' && { unit }),
    ...(bullet !== undefined && bullet !== '-' && '*+'.includes(bullet) && { bullet }),
    ...(gap > 0 && { gap }),
    ...(late > 0 && { idLast: true as const }),
  }
}

const ID = /^id::[ \t]/u
const isProperty = (line: string | undefined): boolean =>
  line !== undefined && readProperty(line) !== undefined

/** Puts the id behind the properties after it. */
function withIdLast(lines: readonly string[]): readonly string[] {
  if (!ID.test(lines[0] ?? '')) return lines
  let end = 1
  while (isProperty(lines[end]) && !ID.test(lines[end]!)) end++
  return [...lines.slice(1, end), lines[0]!, ...lines.slice(end)]
}

/** The head and each block as in a new file of a style. */
function piecesOf(
  { head, blocks }: NoteLines,
  { org, unit = '\t', bullet = '-', gap = 0, idLast }: Style,
): string[] {
  const body = blocks.map(({ depth, words }, i) => {
    const indent = org ? '' : unit.repeat(depth)
    const [first = '', ...rest] = words.split('\n')
    const sign = org ? '*'.repeat(depth + 1) : bullet
    const blanks = i < blocks.length - 1 ? gap : 0
    return [
      `${indent}${sign}${first === '' ? '' : ` ${first}`}`,
      ...(idLast === true ? withIdLast(rest) : rest).map((line) => `${indent}${org ? '' : '  '}${line}`),
      ...Array.from({ length: blanks }, () => ''),
    ]
  })
  const top = [...head.map(([, line]) => line), ...(head.length > 0 && body.length > 0 ? [''] : [])]
  return [top, ...body].map(textOf)
}

/** Lists the edits of pieces that differ. Most files have few, so only pieces with their text are counted. */
function differences(
  fresh: readonly string[],
  written: readonly (readonly string[])[],
): NonNullable<FileForm['pieces']> {
  const own = written.map(textOf)
  const differing = new Set(fresh.filter((piece, i) => own[i] !== piece))
  const found = new Map<string, (readonly TextEdit[] | 0)[]>()
  for (const [i, piece] of fresh.entries()) {
    if (!differing.has(piece)) continue
    const key = keyOf(piece)
    const edits = own[i] === piece ? 0 : textEdits(piece, own[i] ?? '')
    const others = found.get(key)
    if (others) others.push(edits)
    else found.set(key, [edits])
  }
  for (const list of found.values()) while (list.at(-1) === 0) list.pop()
  return Object.fromEntries(found)
}

const textOf = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`)

const keyOf = (piece: string): string => textHash(piece).slice(-8)

/**
 * Reads the form that a page keeps. Any value is accepted, because another device can write it.
 *
 * @returns `undefined` if there is none
 */
export function readForm(value: unknown): FileForm | undefined {
  if (typeof value !== 'string' || value.length > LONGEST) return undefined
  let form: unknown
  try {
    form = JSON.parse(value)
  } catch {
    return undefined
  }
  return isForm(form) ? form : undefined
}

function isForm(value: unknown): value is FileForm {
  if (!isObject(value) || typeof value['name'] !== 'string' || typeof value['path'] !== 'string') return false
  const {
    unit = '\t',
    bullet = '-',
    gap = 0,
    ids = [],
    empty = [],
    pieces = {},
    files = {},
    copies = {},
    all = '',
  } = value
  return (
    (isOwnPath(value['path']) || value['org'] !== true) &&
    (endingOf(value['path']) === 'org') === (value['org'] === true) &&
    ['org', 'crlf', 'mark', 'open', 'idLast'].every(
      (key) => value[key] === undefined || value[key] === true,
    ) &&
    typeof unit === 'string' &&
    /^[ \t]{1,16}$/u.test(unit) &&
    typeof bullet === 'string' &&
    /^[-*+]$/u.test(bullet) &&
    typeof gap === 'number' &&
    [0, 1, 2, MOST_GAP].includes(gap) &&
    typeof all === 'string' &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string') &&
    Array.isArray(empty) &&
    empty.every((key) => typeof key === 'string' && readProperty(`${key}::`)?.written === key) &&
    isObject(files) &&
    Object.values(files).every(isFile) &&
    isObject(copies) &&
    Object.values(copies).every((paths) => Array.isArray(paths) && paths.every(isFile)) &&
    isObject(pieces) &&
    Object.values(pieces).every(
      (list) => Array.isArray(list) && list.every((one) => one === 0 || areEdits(one)),
    )
  )
}

const isFile = (path: unknown): boolean => typeof path === 'string' && isFilePath(path)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const areEdits = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (edit) => Array.isArray(edit) && isCount(edit[0]) && isCount(edit[1]) && typeof edit[2] === 'string',
  )

/** Whether a path is that of a note which an export may write: inside the folder, and neither hidden nor the app's. */
export const isOwnPath = (path: string): boolean =>
  isNotePath(path) && !/^(?:logseq|assets|whiteboards)\//iu.test(path) && isPlainPath(path)

/** Whether a path is that of a file beside the notes which an export may write. */
const isFilePath = (path: string): boolean =>
  (!isNotePath(path) || path.startsWith('assets/')) &&
  !/^(?:logseq|whiteboards)\//iu.test(path) &&
  isPlainPath(path)

const isNotePath = (path: string): boolean => ['md', 'markdown', 'org'].includes(endingOf(path))

const isPlainPath = (path: string): boolean =>
  path.length <= 1_024 &&
  !/[\\:*?"<>|\p{Cc}]/u.test(path) &&
  path.isWellFormed() &&
  path
    .split('/')
    .every((part) => part !== '' && !part.startsWith('.') && !/[. ]$/u.test(part) && !DEVICE.test(part))

const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu

/** Logseq finds a PDF highlight by the id of its block, from a file beside the PDF. */
export const isHighlight = (text: string): boolean => /^[ \t]*ls-type::[ \t]+annotation[ \t]*$/m.test(text)

/** Whether the file contained the id of a block. */
export const hadId = (form: FileForm | undefined): ((id: string) => boolean) => {
  const ids = new Set(form?.ids)
  return (id) => ids.has(id.slice(0, ID_START))
}

/** Writes the lines of a page as a new file. */
export const freshText = (lines: NoteLines): string => piecesOf(lines, {}).join('')

/**
 * Writes the lines of a page in the form of its file.
 *
 * @returns `undefined` if the page came from an Org file and changed
 */
export function formedText(lines: NoteLines, form: FileForm): string | undefined {
  const pieces = piecesOf(withEmpty(lines, form.empty), form)
  if (form.org === true && textHash(pieces.join('\n')) !== form.all) return undefined
  const uses = new Map<string, number>()
  const text = pieces
    .map((piece) => {
      const key = keyOf(piece)
      const list = form.pieces && Object.hasOwn(form.pieces, key) ? form.pieces[key]! : []
      const use = uses.get(key) ?? 0
      uses.set(key, use + 1)
      const edits = list[use] ?? 0
      return edits === 0 ? piece : (applyEdits(piece, edits) ?? piece)
    })
    .join('')
  const ended = form.open === true ? text.replace(/\n$/u, '') : text
  return (form.mark === true ? '\uFEFF' : '') + (form.crlf === true ? ended.replaceAll('\n', '\r\n') : ended)
}
