/**
 * A file of a folder as a draft. If the file still has the exported text, its manifest line restores ids, times and
 * everything that the text alone cannot express. Any other file is read by its text.
 */
import { journalDay } from '@notegraph/graph'
import { boardNote } from './board-note.ts'
import { linkToCanvas, readCanvas } from './canvas.ts'
import { isCanvas } from './canvas-names.ts'
import type { AssetSpan, MissingAsset, NoteDraft, ReadResult } from './draft.ts'
import { assetAddress } from './file-name.ts'
import { findingLog, type FindingKind } from './findings.ts'
import { textHash } from './hash.ts'
import {
  fromManifestText,
  type ManifestEntry,
  type ManifestItem,
  type ManifestWords,
} from './export-manifest.ts'
import { checkFlat, checkLines, TooMuch } from './limits.ts'
import type { NoteOutline } from './note-outline.ts'
import { NUL, nulsIn } from './nul.ts'
import { flatten, nest } from './outline-draft.ts'
import { readBoard } from './logseq-board.ts'
import { orgToMarkdown } from './org.ts'
import type { TargetOf } from './org-words.ts'
import { endingOf } from './path.ts'
import type { FolderPlan } from './plan.ts'
import { fileText, readMarkdown, type PartsOf } from './read-markdown.ts'
import { readWhiteboard } from './whiteboard.ts'

/**
 * Reads one note.
 *
 * @param path one of `plan.notes`
 * Reads one note.
 *
 * @param path one of `plan.notes`
 * @param text the UTF-8 text of the file
 * @param partsOf the parts of the notes that `notesWithParts` lists; an embed of an unknown part becomes a link
 * @param outline the outline of the note, if it was read before
 * @param targetOf returns the links of an Org file to other files; by default, these stay addresses
 * @returns the draft, or the reason why the note cannot be read
 * @example
 * const plan = planFolder(['pages/Home.md'])
 * readNote(plan, 'pages/Home.md', '- Hi').note.blocks[0].content // 'Hi'
 */
export function readNote(
  plan: FolderPlan,
  path: string,
  text: string,
  partsOf?: PartsOf,
  outline?: NoteOutline,
  targetOf?: TargetOf,
): ReadResult {
  try {
    const nuls = nulsIn(text, endingOf(path) === 'json' || isCanvas(path))
    const read = readWhole(plan, path, nuls ? text.replaceAll('\0', '') : text, partsOf, outline, targetOf)
    if (!read.ok || !nuls) return read
    const { unread, findings = [] } = read.note
    const { count, line } = nuls
    const left: Pick<NoteDraft, 'unread' | 'findings'> = {
      unread: [{ file: path, line, why: NUL }, ...unread],
      findings: [{ kind: 'nul', count, lines: [line] }, ...findings],
    }
    return { ok: true, note: { ...read.note, ...left } }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return { ok: false, unread: [{ file: path, line: error.line, why: error.message }], kind: 'limit' }
  }
}

/**
 * Whether a file still has the text that an export wrote.
 *
 * @param text the UTF-8 text of the file
 * @example
 * isAsExported(readManifest(manifest).get('pages/Boat.md')!, '- caulk\n')
 */
export const isAsExported = ({ hash }: Pick<ManifestEntry, 'hash'>, text: string): boolean =>
  hash === textHash(fileText(text))

/**
 * @throws TooMuch
 */
function readWhole(
  plan: FolderPlan,
  path: string,
  text: string,
  partsOf?: PartsOf,
  outline?: NoteOutline,
  targetOf?: TargetOf,
): ReadResult {
  const written = fileText(text)
  checkLines(written, plan.limits.lines ?? Infinity)
  const entry = plan.manifest.get(path)
  const known = entry !== undefined && isAsExported(entry, written) ? entry : undefined
  if (endingOf(path) === 'json') {
    const read = readWhiteboard(plan, path, written)
    return read.ok && known ? { ok: true, note: withManifest(read.note, known, plan) ?? read.note } : read
  }
  if (endingOf(path) === 'edn') {
    const board = readBoard(written, plan.limits.nesting)
    if (!board) return { ok: false, unread: [{ file: path, line: 1, why: NO_BOARD }] }
    const note = boardNote(plan, path, board.texts)
    const unread = [{ file: path, line: 1, why: DRAWN }]
    const named = { ...note, ...(board.name?.trim() ? { name: board.name } : {}), unread }
    return { ok: true, note: withFinding(named, 'drawing') }
  }
  if (isCanvas(path)) {
    const texts = readCanvas(plan, path, written)
    if (texts) return { ok: true, note: boardNote(plan, path, texts, partsOf) }
    // Embeds and links lead to a page, which has a link to the file.
    const note = boardNote(plan, path, [linkToCanvas(path)])
    const unread = [{ file: path, line: 1, why: NO_CANVAS }]
    return { ok: true, note: withFinding({ ...note, unread }, 'file_unreadable') }
  }
  if (known) {
    const plain = readMarkdown(plan, path, written, true)
    const note = withManifest(known.words ? withWords(plain, known.words, plan) : plain, known, plan)
    if (note) return { ok: true, note: { ...note, findings: [] } } // Unchanged since the export.
  }
  if (endingOf(path) !== 'org')
    return { ok: true, note: readMarkdown(plan, path, written, false, partsOf, outline) }
  const lost = lostTargets(targetOf)
  const note = readMarkdown(plan, path, orgToMarkdown(written, lost.targetOf), false, partsOf)
  return { ok: true, note: withFinding(withLost(note, written, lost.targets), 'org') }
}

/** A target of an Org link that another note or heading should have. */
const NOTE_TARGET = /^id:|^(?:file:|\.{0,2}\/)[^\n]*\.(?:org|md|markdown)(?:::[^\n]*)?$/iu

/** Collects the targets that nothing in the folder has. */
function lostTargets(targetOf: TargetOf = () => undefined): {
  readonly targetOf: TargetOf
  readonly targets: readonly string[]
} {
  const targets: string[] = []
  return {
    targets,
    targetOf(target) {
      const found = targetOf(target)
      if (found === undefined && NOTE_TARGET.test(target)) targets.push(target)
      return found
    },
  }
}

/** Reports targets that nothing has: a file is missing, and an id names no block. */
function withLost(note: NoteDraft, text: string, targets: readonly string[]): NoteDraft {
  const lines = targets.length === 0 ? [] : text.split('\n')
  const found = findingLog()
  const missing: MissingAsset[] = []
  let at = 0
  for (const target of targets) {
    at = Math.max(
      at,
      lines.findIndex((line, i) => i >= at && line.includes(`[[${target}]`)),
    )
    if (target.startsWith('id:')) found.note('block_missing', at + 1)
    else
      missing.push({
        file: note.path,
        line: at + 1,
        asset: target.replace(/^file:/u, '').replace(/::[^\n]*$/u, ''),
      })
  }
  return {
    ...note,
    missing: [...note.missing, ...missing],
    findings: [...(note.findings ?? []), ...found.list()],
  }
}

const withFinding = (note: NoteDraft, kind: FindingKind): NoteDraft => ({
  ...note,
  findings: [{ kind, count: 1, lines: [1] }, ...(note.findings ?? [])],
})

const NO_BOARD = 'The file is not a valid Logseq whiteboard and was not read.'
const DRAWN = 'Drawings on the whiteboard were left out. Their text became blocks of the page.'

const NO_CANVAS = 'The file is not a valid Obsidian canvas. The file was kept, but the text was not read.'

/**
 * Applies a line of the manifest. Returns `undefined` if the outline differs. @throws TooMuch
 */
function withManifest(
  note: NoteDraft,
  { page, blocks, shapes, favorite }: ManifestEntry,
  plan: FolderPlan,
): NoteDraft | undefined {
  const flat = flatten(note.blocks)
  checkFlat(flat, plan.limits)
  if (flat.length !== blocks.length || (note.shapes ?? []).length !== (shapes ?? []).length) return undefined
  const { day: _day, ...own } = note
  const day = journalDay(page[0])
  const kind = note.kind === 'whiteboard' ? 'whiteboard' : 'page'
  return {
    ...own,
    ...(day === undefined ? { kind } : { kind: 'journal' as const, day }),
    ...itemOf(page),
    ...(favorite === true && { favorite }),
    blocks: nest(flat.map((block, i) => withItem(block, blocks[i]!))),
    ...(note.shapes && shapes ? { shapes: note.shapes.map((shape, i) => withItem(shape, shapes[i]!)) } : {}),
  }
}

const itemOf = ([id, createdAt, updatedAt]: ManifestItem): {
  id: string
  createdAt: number
  updatedAt: number
} => ({
  id,
  createdAt,
  updatedAt,
})

const withItem = <T>(draft: T, item: ManifestItem): T & ReturnType<typeof itemOf> => ({
  ...draft,
  ...itemOf(item),
})

const address = (path: string): string => `../assets/${assetAddress(path.replace(/^assets\//u, ''))}`

function withWords(note: NoteDraft, { name, props, blocks }: ManifestWords, plan: FolderPlan): NoteDraft {
  const known = new Set([...plan.assets, ...plan.elsewhere])
  const assets = new Set<string>()
  const spans = (found: readonly AssetSpan[]): readonly AssetSpan[] => {
    const present = found.filter(({ path }) => known.has(path))
    for (const { path } of present) assets.add(path)
    return present
  }
  const readProps = props.map(([key, value]) => [key, fromManifestText(value, address)] as const)
  const propAssets = new Map(
    readProps.map(([key, value]) => [key, spans(value.assets)] as const).filter(([, s]) => s.length > 0),
  )
  const readBlocks = blocks.map(([depth, value]) => {
    const { text, assets } = fromManifestText(value, address)
    return { depth, content: text, assets: spans(assets), line: 1 }
  })
  return {
    ...note,
    name,
    props: readProps.map(([key, { text }]) => [key, text] as const),
    propAssets,
    blocks: nest(readBlocks),
    ...(plan.isFavorite([name]) ? { favorite: true as const } : {}),
    unread: [],
    assets: [...assets],
    missing: [],
  }
}
