/** Compares each word of a folder with the pages of an account, after an import of that folder. */
import {
  decodeText,
  LEFT_OUT,
  lostWords,
  readSource,
  wordsOf,
  type FolderSource,
  type NoteDraft,
} from '@notegraph/folder'
import { journalId, type Json } from '@notegraph/graph'
import type { ImportGraph } from './dry-run-graph.ts'
import type { ImportOptions } from './options.ts'
import { outlineNames } from './outline-names.ts'
import type { ImportReport } from './report.ts'
import { storedPageRecords } from './stored-records.ts'

/** A word of the folder that is neither on the page of its note nor in the report. */
export interface MissingWord {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** In lower case. */
  readonly word: string
}

/** The answer of a check after an import. */
export interface Verified {
  /** Files whose words were compared. */
  readonly files: number
  /** Words that are missing; `words` has the first of them. */
  readonly missing: number
  readonly words: readonly MissingWord[]
}

/** The most missing words in an answer. */
const MOST_WORDS = 1_000

type Graph = Pick<ImportGraph, 'pages' | 'records'>

/** The words of the pages of one file. */
interface OpenFile {
  readonly path: string
  readonly kept: Set<string>
  readonly reported: Set<number>
  readonly findings: Set<string>
}

/**
 * Reads the folder again, and looks for each word of a note on its page.
 *
 * @param report the report of the import; lines that it names as left out are not compared
 * @throws the reason of the signal if aborted
 *
 * @example
 * ```ts
 * const { missing } = await verifyImport(store.graph('me'), diskFolder('./notes'), report, {})
 * ```
 */
export async function verifyImport(
  graph: Graph,
  source: FolderSource,
  report: ImportReport,
  { limits, signal, progress }: Pick<ImportOptions, 'limits' | 'signal' | 'progress'>,
): Promise<Verified> {
  const { plan, notes } = await readSource(source, limits)
  const reportedIn = reportedLines(report)
  const named = outlineNames(plan)
  const words: MissingWord[] = []
  let files = 0
  let missing = 0
  let open: OpenFile | undefined

  async function close(): Promise<void> {
    if (!open) return
    const { path, ...read } = open
    files++
    const decoded = decodeText((await source.read(path)).bytes)
    if (!('text' in decoded)) return
    for (const lost of lostWords(path, decoded.text, read)) {
      missing++
      if (words.length < MOST_WORDS) words.push({ file: path, ...lost })
    }
  }

  for await (const read of notes()) {
    signal?.throwIfAborted()
    if (!read.ok) continue // The report names the file.
    if (open?.path !== read.path) {
      await close()
      open = {
        path: read.path,
        kept: new Set(),
        reported: new Set(reportedIn.get(read.path)),
        findings: new Set(),
      }
      progress?.(files, plan.notes.length)
    }
    await addPage(graph, named(read.note), open)
  }
  await close()
  return { files, missing, words }
}

async function addPage(graph: Graph, note: NoteDraft, { kept, reported, findings }: OpenFile): Promise<void> {
  for (const { line } of note.unread) reported.add(line)
  for (const { kind, lines } of note.findings ?? []) {
    findings.add(kind)
    if (LEFT_OUT.has(kind)) for (const line of lines) reported.add(line)
  }
  const add = (text: string): void => {
    for (const word of wordsOf(text)) kept.add(word)
  }
  for (const asset of note.assets) add(asset)
  const id = note.day === undefined ? note.id : journalId(note.day)
  const { page, records } = await storedPageRecords(graph, note, id === undefined ? [] : [id])
  for (const { record } of page ? [page, ...records] : []) {
    add(record.id)
    if (record.kind !== 'page') add(record.words.text)
    for (const [key, { v }] of Object.entries(record.props)) {
      add(key)
      for (const text of textsIn(v)) add(text)
    }
  }
}

function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const one of value as readonly Json[]) yield* textsIn(one)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value as { readonly [key: string]: Json })) {
      yield key
      yield* textsIn(one)
    }
  else yield String(value)
}

function reportedLines({ unread, findings }: ImportReport): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>()
  const left = findings.filter(({ kind }) => LEFT_OUT.has(kind)).flatMap(({ examples }) => examples)
  for (const { file, line } of [...unread, ...left]) lines.set(file, [...(lines.get(file) ?? []), line])
  return lines
}
