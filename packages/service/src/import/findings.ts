/**
 * The findings of an import: the count of each kind, and its first few places. The size is limited, whatever a folder
 * contains.
 */
import { fold, readDay } from '@notegraph/block-text'
import {
  FINDINGS,
  MOST_EXAMPLES,
  ownText,
  type Finding,
  type FindingKind,
  type ReferenceTarget,
} from '@notegraph/folder'
import { isLive, journalId } from '@notegraph/graph'
import type { ImportGraph } from './dry-run-graph.ts'
import type { ImportFinding } from './report.ts'

export interface Findings {
  add(kind: FindingKind, file: string, line: number, count?: number): void
  /** Adds the findings of one note. */
  addAll(file: string, found: readonly Finding[]): void
  /** In the order of the table of kinds. */
  list(): ImportFinding[]
}

/** A place with a longer path is counted, but is not an example. */
const LONGEST_PATH = 1_000

export function findings(): Findings {
  const found = new Map<FindingKind, { count: number; readonly examples: { file: string; line: number }[] }>()

  function add(kind: FindingKind, file: string, count: number, lines: readonly number[]): void {
    const entry = found.get(kind) ?? { count: 0, examples: [] }
    found.set(kind, entry)
    entry.count += count
    if (file.length > LONGEST_PATH) return
    for (const line of lines) if (entry.examples.length < MOST_EXAMPLES) entry.examples.push({ file, line })
  }

  return {
    add: (kind, file, line, count = 1) => add(kind, file, count, [line]),
    addAll(file, all) {
      for (const { kind, count, lines } of all) add(kind, file, count, lines)
    },
    list: () =>
      (Object.keys(FINDINGS) as FindingKind[]).flatMap((kind) => {
        const entry = found.get(kind)
        return entry ? [{ kind, message: FINDINGS[kind], ...entry }] : []
      }),
  }
}

/** Targets of references and embeds in a folder. Whether they exist is known after the last note. */
export interface Targets {
  add(file: string, wanted: readonly ReferenceTarget[]): void
  /** Adds missing targets to the findings. @param isKnown whether a note of the folder has the id */
  report(to: Findings, graph: ImportGraph, isKnown: (id: string) => boolean): Promise<void>
}

/** The most targets that are looked up. */
const MOST_TARGETS = 50_000

export function targets(): Targets {
  const all = new Map<string, { readonly first: ReferenceTarget; readonly file: string; count: number }>()
  return {
    add(file, wanted) {
      for (const first of wanted) {
        const key = `${first.kind} ${fold(first.target)}`
        const known = all.get(key)
        if (known) known.count++
        else if (all.size < MOST_TARGETS)
          all.set(ownText(key), { first: { ...first, target: ownText(first.target) }, file, count: 1 })
      }
    },
    async report(to, graph, isKnown) {
      const isThere = async ({ kind, target }: ReferenceTarget): Promise<boolean> => {
        if (kind === 'block_missing') {
          if (isKnown(target)) return true
          return isLive((await graph.records.find(target.toLowerCase()))?.record)
        }
        const day = readDay(target)
        const journal = day === undefined ? undefined : await graph.records.find(journalId(day))
        return isLive(journal?.record) || (await graph.pages.findByName(fold(target))) !== undefined
      }
      for (const { first, file, count } of all.values())
        if (!(await isThere(first))) to.add(first.kind, file, first.line, count)
    },
  }
}
