/**
 * Imports archives in the background, one at a time for an account. The commits of an interrupted import stay, and importing
 * again adds the rest.
 */
import { ARCHIVE_LIMITS, LIMITS, type ImportJob, type ImportReport as ShownReport } from '@notegraph/contract'
import type { Account, JobRow, Store } from '@notegraph/store'
import { backgroundJobs, type JobControl, type JobEnd } from '../jobs.ts'
import { attempts } from '../import/attempts.ts'
import type { Importer, ImporterOptions, ImportFrom } from '../import/importer.ts'
import type { ImportResult } from '../import/report.ts'
import { BROWSER_NAME } from '../access.ts'
import { importEntry, type ImportEntry } from '../import/import-entry.ts'
import type { OnImportCommit } from '../import/options.ts'
import { planAt } from '../plan.ts'
import type { SessionCaller } from '../session.ts'
import { ok, refuse, type Refusal, type Result } from '../refusal.ts'
import { toErrorBody } from '../error-messages.ts'
import type { StagedArchive, ArchiveStaging } from './archive-staging.ts'
import { slots } from './slots.ts'
import { BAD_REQUESTS } from '../request-errors.ts'

/** Imports of uploaded archives. */
export interface ImportsService {
  /** The running import, or the last one. */
  read(accountId: string): Promise<ImportJob | undefined>
  /**
   * Stores an archive and starts its import.
   * @param bytes a stream; its errors are passed on
   * @param dryRun whether to report only
   * @param session the device that asks; the owner in a browser if left out
   * @returns 402 without an active plan; 409 if one is running; 413; 400 for an invalid or too large archive
   */
  start(
    account: Account,
    bytes: AsyncIterable<Uint8Array>,
    dryRun?: boolean,
    session?: Pick<SessionCaller, 'device' | 'isBrowser'>,
  ): Promise<Result<ImportJob>>
  /** Imports of this process that run or wait for their turn. */
  running(): number
  /** Stops running imports, and notes that. */
  stop(): Promise<void>
}

export interface ImportsDeps {
  readonly importer: Importer
  readonly incoming: ArchiveStaging
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID (v4). */
  readonly newId: () => string
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin?: string
  /** Milliseconds between two notes of progress; a test shortens them. */
  readonly noteEvery?: number
  /** Called at the end of each import, for the log. */
  readonly onEvent: (event: ImportEvent) => void
}

/** The end of an import; `error` is an internal error. */
export interface ImportEvent {
  readonly account: string
  readonly state: 'done' | 'failed' | 'cut_off'
  readonly error?: unknown
}

/** Attempts, since other writes may change the same pages. */
const MOST_TRIES = 3
const MINUTE = 60_000
/** The most places of one kind in the report; the rest is counted. */
const MOST_PLACES = 200

interface Outcome {
  readonly state: 'done' | 'failed' | 'cut_off'
  readonly came?: Came
  readonly error?: unknown
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const imports = importsService(store, { importer, incoming, clock: Date.now, newId: randomUUID, onEvent })
 * ```
 */
export function importsService(store: Store, deps: ImportsDeps): ImportsService {
  const { clock } = deps
  const arriving = new Set<string>()
  const inSlot = slots(LIMITS.importsAtOnce)
  const jobs = backgroundJobs(store.imports, {
    clock,
    noteEvery: deps.noteEvery,
    onLost: (account, error) => deps.onEvent({ account, state: 'failed', error }),
  })

  /** The change has the id of the job. @returns the end of the import for the store */
  async function work(
    account: Account,
    arrived: StagedArchive & { readonly ok: true },
    { id, isDry, by }: { readonly id: string; readonly isDry: boolean; readonly by: string },
    { stop, progress }: JobControl,
  ): Promise<JobEnd> {
    const { clock, origin } = deps
    const run = async (): Promise<Outcome> => {
      const entry = isDry
        ? undefined
        : await importEntry(store.graph(account.id), { clock, newId: () => id, origin, by })
      const ended = await outcome(account, arrived, entry, stop, progress)
      const changeId = await entry?.list()
      return { ...ended, came: { ...ended.came, ...(changeId !== undefined && { changeId }) } }
    }
    const { error, state, came } = await inOrder(run, stop)
    return {
      state,
      result: JSON.stringify({ ...came, ...(isDry && DRY) }),
      announce: () => deps.onEvent({ account: account.id, state, ...(error !== undefined && { error }) }),
    }
  }

  /** Waits for the turn of an import, in the order of the calls. The start time is that of the turn. */
  async function inOrder(run: () => Promise<Outcome>, stop: AbortSignal): Promise<Outcome> {
    let hasBegun = false
    const begin = async (): Promise<Outcome> => {
      hasBegun = true
      return run()
    }
    return inSlot(begin, stop).catch((error: unknown) => {
      if (hasBegun) throw error
      return { state: 'cut_off' }
    })
  }

  async function outcome(
    account: Account,
    from: ImportFrom,
    entry: ImportEntry | undefined,
    stop: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<Outcome> {
    const late = AbortSignal.timeout(ARCHIVE_LIMITS.minutes * MINUTE)
    const signal = AbortSignal.any([stop, late])
    const dryRun = entry === undefined
    const options = {
      now: clock(),
      ...(entry && { changeId: entry.changeId }),
      progress,
      mostPlaces: MOST_PLACES,
      limits: ARCHIVE_LIMITS,
      signal,
      dryRun,
    }
    try {
      const result = await tried(entry?.onCommit, (more) =>
        deps.importer.run(account, from, { ...options, ...more }),
      )
      if (result.ok) return { state: 'done', came: { report: shown(result) } }
      const refusal: Refusal =
        result.why === 'quota_full'
          ? { code: 'quota_full', quota: account.quota }
          : { code: 'conflict', why: 'meanwhile' }
      return failed(refusal)
    } catch (error) {
      if (stop.aborted) return { state: 'cut_off' }
      if (!late.aborted) return { ...failed({ code: 'internal' }), error }
      return failed(dryRun ? BAD_REQUESTS.dryRunTooSlow : BAD_REQUESTS.importTooSlow)
    }
  }

  return {
    async read(accountId) {
      const row = await jobs.read(accountId)
      return row && jobOf(row)
    },

    async start(account, bytes, dryRun = false, session) {
      const plan = planAt(account, clock())
      if (plan !== 'active')
        return refuse({ code: 'payment_required', ...(plan === 'grace' && { why: plan }) })
      if (arriving.has(account.id)) return UNDER_WAY
      arriving.add(account.id)
      let arrived: StagedArchive | undefined
      try {
        if ((await jobs.read(account.id))?.state === 'running') return UNDER_WAY
        arrived = await deps.incoming.stage(bytes, LIMITS.importBytes)
      } finally {
        arriving.delete(account.id)
      }
      if (!arrived) return refuse({ code: 'too_large', limit: LIMITS.importBytes })
      if (!arrived.ok) return refuse({ code: 'bad_request', error: arrived.why, hint: A_ZIP })
      const now = clock()
      const row: JobRow = {
        accountId: account.id,
        id: deps.newId(),
        state: 'running',
        startedAt: now,
        seenAt: now,
        done: 0,
        total: 0,
        ...(dryRun && { result: JSON.stringify(DRY) }),
      }
      const staged = arrived
      const by = session && session.isBrowser !== true ? session.device : BROWSER_NAME
      if (
        await jobs.begin(row, async (control) =>
          work(account, staged, { id: row.id, isDry: dryRun, by }, control).finally(() => staged.close()),
        )
      )
        return ok(jobOf(row))
      arrived.close()
      return UNDER_WAY
    },

    running: () => jobs.running(),
    stop: async () => jobs.stop(),
  }
}

const UNDER_WAY = refuse({ code: 'conflict', why: 'import_running' })
const A_ZIP =
  'Send a zip archive of Markdown files (a Logseq folder, or a folder of notes), a JSON export of Roam, or an outline in OPML.'

/** The JSON of a row: the end of an import, and from its start whether it is a dry run. */
type Came = Pick<ImportJob, 'report' | 'changeId' | 'error' | 'dryRun'>

const DRY: Came = { dryRun: true }

const cameOf = ({ result }: JobRow): Came => (result === undefined ? {} : (JSON.parse(result) as Came))

const failed = (refusal: Refusal): { state: 'failed'; came: Came } => ({
  state: 'failed',
  came: { error: toErrorBody(refusal) },
})

/** If another write committed meanwhile, the next attempt continues after the last commit. */
async function tried(
  onCommit: OnImportCommit | undefined,
  attempt: (options: Pick<ImporterOptions, 'onCommit'>) => Promise<ImportResult>,
): Promise<ImportResult> {
  const all = attempts(onCommit)
  for (let tries = 1; ; tries++) {
    const result = await all.run(() => attempt({ onCommit: all.add }))
    if (result.ok || result.why !== 'changed_meanwhile' || tries === MOST_TRIES) return result
  }
}

const shown = ({ report, omitted }: ImportResult & { readonly ok: true }): ShownReport => ({
  ...report,
  unreadTotal: report.unread.length + omitted.unread,
  missingTotal: report.missing.length + omitted.missing,
})

function jobOf(row: JobRow): ImportJob {
  const { id, state, startedAt, endedAt, done, total } = row
  return { id, state, startedAt, ...(endedAt !== undefined && { endedAt }), done, total, ...cameOf(row) }
}
