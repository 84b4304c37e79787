/** Builds the report of an import: additions, places that were not read, and findings. */
import type { NoteDraft, ReadResult } from '@notegraph/folder'
import type { ImportGraph } from './dry-run-graph.ts'
import { findings, targets, type Findings } from './findings.ts'
import { emptyReport, type AddedCounts, type ImportPlan, type ImportReport } from './report.ts'

type Places = Pick<ImportReport, 'unread' | 'missing'>

export class ReportBuilder {
  readonly report: ReturnType<typeof emptyReport> = emptyReport()
  /** The numbers of places that the report leaves out. */
  readonly omitted = { unread: 0, missing: 0 }
  /** The number of notes that were read. */
  notes = 0
  readonly findings: Findings = findings()
  readonly #targets = targets()
  readonly #mostPlaces: number

  /** @param mostPlaces the most places of each kind in the report */
  constructor(mostPlaces: number = Infinity) {
    this.#mostPlaces = mostPlaces
  }

  addPlaces<K extends keyof Places>(kind: K, places: Readonly<Places[K]>): void {
    const list: Places[K][number][] = this.report[kind]
    for (const place of places) {
      if (list.length < this.#mostPlaces) list.push(place)
      else this.omitted[kind]++
    }
  }

  unreadable(file: string, why: string): void {
    this.findings.add('file_unreadable', file, 1)
    this.addPlaces('unread', [{ file, line: 1, why }])
  }

  unreadNote({ unread, kind = 'file_unreadable' }: ReadResult & { ok: false }): void {
    this.addPlaces('unread', unread)
    for (const { file, line } of unread) this.findings.add(kind, file, line)
  }

  /** Adds what the reader reports about a note. */
  note({ path, unread, missing, findings: found, wanted = [] }: NoteDraft): void {
    this.notes++
    this.addPlaces('unread', unread)
    this.addPlaces('missing', missing)
    if (found) this.findings.addAll(path, found)
    else for (const { file, line } of unread) this.findings.add('part_unreadable', file, line)
    for (const { line } of missing) this.findings.add('file_missing', path, line)
    this.#targets.add(path, wanted)
  }

  committed({ pages, journals, blocks, files }: AddedCounts): void {
    const { report } = this
    report.pages += pages
    report.journals += journals
    report.blocks += blocks
    report.files += files
  }

  /** @param count pages, blocks and files that already existed */
  skipped(count: number): void {
    this.report.skipped += count
  }

  /**
   * Completes the findings, after the last note.
   * @param isKnown whether a note of the folder has the id
   */
  async finish(graph: ImportGraph, isKnown: (id: string) => boolean): Promise<void> {
    await this.#targets.report(this.findings, graph, isKnown)
    this.report.findings = this.findings.list()
  }

  plan(plan: ImportPlan): void {
    this.report.plan = plan
  }
}
