/**
 * Archives that are imported while whoever sent them does something else: one at a time for an account. How far it has come
 * is noted where anybody who asks finds it, and whoever runs it notes it every few seconds; one that nobody spoke of for a while
 * was cut off with its process. What it had landed stays, and importing again adds the rest.
 */
import { setInterval } from 'node:timers'
import { ARCHIVE_LIMITS, LIMITS, type ImportJob, type ImportReport as ShownReport } from '@notegraph/contract'
import type { Account, ImportRow, Store } from '@notegraph/store'
import { attempts } from '../import/attempts.ts'
import type { Importer, ImporterOptions, ImportFrom } from '../import/importer.ts'
import type { ImportResult } from '../import/report.ts'
import { planAt } from '../plan.ts'
import { ok, refuse, type Refusal, type Result } from '../refusal.ts'
import { toErrorBody } from '../error-messages.ts'
import type { StagedArchive, ArchiveStaging } from './archive-staging.ts'
import { slots } from './slots.ts'
import { BAD_REQUESTS } from '../request-errors.ts'

export interface ImportsService {
  /** The one that is under way, or the last. */
  read(accountId: string): Promise<ImportJob | undefined>
  /**
   * Takes an archive in and begins to import it.
   * @param bytes as they come; what they throw is thrown on
   * @param dryRun whether it only reports what it would do
   * @returns 402 but on an active plan; 409 where one is under way; 413; 400 for what is no archive, or holds too much
   */
  start(account: Account, bytes: AsyncIterable<Uint8Array>, dryRun?: boolean): Promise<Result<ImportJob>>
  /** Cuts off what is under way, and says so. */
  stop(): Promise<void>
}

export interface ImportsDeps {
  readonly importer: Importer
  readonly incoming: ArchiveStaging
  /** Now, in milliseconds since 1970. */
  readonly clock: () => number
  /** A new random UUID (v4). */
  readonly newId: () => string
  /** Is told what ended, for the log. */
  readonly tell: (event: ImportEvent) => void
}

/** How an import ended; `error` is what failed inside. */
export interface ImportEvent {
  readonly account: string
  readonly state: 'done' | 'failed' | 'cut_off'
  readonly error?: unknown
}

/** Whoever runs an import notes this often how far it is, in milliseconds: each note waits for the disk, and so does everybody. */
const SAID_EVERY = 5_000
/** After so long without a word it is over, in milliseconds. */
const SILENT = 30_000
/** As often as something else may change what it is about to write. */
const MOST_TRIES = 3
const MINUTE = 60_000
/** So many places are told of one kind; of the rest, how many there are. */
const TOLD = 200

interface Outcome {
  readonly state: 'done' | 'failed' | 'cut_off'
  readonly came?: Came
  readonly error?: unknown
}

interface Run {
  row: ImportRow
  readonly ended: Promise<void>
}

export function importsService(store: Store, deps: ImportsDeps): ImportsService {
  const { clock } = deps
  const arriving = new Set<string>()
  const runs = new Map<string, Run>()
  const stopping = new AbortController()
  const inSlot = slots(LIMITS.importsAtOnce)

  /** What is under way here is known better than it was last noted. */
  async function current(accountId: string): Promise<ImportRow | undefined> {
    const row = runs.get(accountId)?.row ?? (await store.imports.find(accountId))
    if (row?.state !== 'running' || runs.has(accountId)) return row
    return row.seenAt < clock() - SILENT ? { ...row, state: 'cut_off', endedAt: row.seenAt } : row
  }

  function begin(account: Account, row: ImportRow, arrived: StagedArchive & { readonly ok: true }): void {
    const run: Run = { row, ended: Promise.resolve() }
    const note = () => store.imports.update({ ...run.row, seenAt: clock() })
    const timer = setInterval(() => void note().catch(() => {}), SAID_EVERY).unref()
    const work = async (): Promise<void> => {
      const isDry = wasDry(row)
      const ended = await inOrder(account, arrived, isDry, (done, total) => {
        run.row = { ...run.row, done, total }
      })
      clearInterval(timer)
      arrived.close()
      const { error, state, came } = ended
      const result = JSON.stringify({ ...came, ...(isDry && DRY) })
      run.row = { ...run.row, state, result, endedAt: clock() }
      deps.tell({ account: account.id, state: ended.state, ...(error !== undefined && { error }) })
      await note()
      runs.delete(account.id)
    }
    runs.set(
      account.id,
      Object.assign(run, { ended: work().catch((error: unknown) => lost(account.id, error)) }),
    )
  }

  /** The note of how it ended could not be made. */
  function lost(account: string, error: unknown): void {
    runs.delete(account)
    deps.tell({ account, state: 'failed', error })
  }

  /** Its time counts from when it begins. */
  async function inOrder(...what: Parameters<typeof outcome>): Promise<Outcome> {
    try {
      return await inSlot(() => outcome(...what), stopping.signal)
    } catch {
      return { state: 'cut_off' } // it never began
    }
  }

  async function outcome(
    account: Account,
    from: ImportFrom,
    dryRun: boolean,
    progress: (done: number, total: number) => void,
  ): Promise<Outcome> {
    const late = AbortSignal.timeout(ARCHIVE_LIMITS.minutes * MINUTE)
    const signal = AbortSignal.any([stopping.signal, late])
    const options = { now: clock(), progress, told: TOLD, limits: ARCHIVE_LIMITS, signal, dryRun }
    try {
      const result = await tried((more) => deps.importer.run(account, from, { ...options, ...more }))
      if (result.ok) return { state: 'done', came: { report: shown(result) } }
      const refusal: Refusal =
        result.why === 'quota_full'
          ? { code: 'quota_full', quota: account.quota }
          : { code: 'conflict', why: 'meanwhile' }
      return failed(refusal)
    } catch (error) {
      if (stopping.signal.aborted) return { state: 'cut_off' }
      return late.aborted ? failed(BAD_REQUESTS.importTooSlow) : { ...failed({ code: 'internal' }), error }
    }
  }

  return {
    async read(accountId) {
      const row = await current(accountId)
      return row && jobOf(row)
    },

    async start(account, bytes, dryRun = false) {
      const plan = planAt(account, clock())
      if (plan !== 'active')
        return refuse({ code: 'payment_required', ...(plan === 'grace' && { why: plan }) })
      if (arriving.has(account.id)) return UNDER_WAY
      arriving.add(account.id)
      let arrived: StagedArchive | undefined
      try {
        if ((await current(account.id))?.state === 'running') return UNDER_WAY
        arrived = await deps.incoming.stage(bytes, LIMITS.importBytes)
      } finally {
        arriving.delete(account.id)
      }
      if (!arrived) return refuse({ code: 'too_large', limit: LIMITS.importBytes })
      if (!arrived.ok) return refuse({ code: 'bad_request', error: arrived.why, hint: A_ZIP })
      const now = clock()
      const row: ImportRow = {
        accountId: account.id,
        id: deps.newId(),
        state: 'running',
        startedAt: now,
        seenAt: now,
        done: 0,
        total: 0,
        ...(dryRun && { result: JSON.stringify(DRY) }),
      }
      if (stopping.signal.aborted || !(await store.imports.begin(row, now - SILENT))) {
        arrived.close()
        return UNDER_WAY
      }
      begin(account, row, arrived)
      return ok(jobOf(row))
    },

    async stop() {
      stopping.abort()
      await Promise.all(Array.from(runs.values(), ({ ended }) => ended))
    },
  }
}

const UNDER_WAY = refuse({ code: 'conflict', why: 'import_running' })
const A_ZIP =
  'Send a zip archive of Markdown files (a Logseq folder, or a folder of notes), a JSON export of Roam, or an outline in OPML.'

/** What a row keeps as text: how an import ended, and from its start whether it is a dry run. */
type Came = Pick<ImportJob, 'report' | 'error' | 'dryRun'>

const DRY: Came = { dryRun: true }

const cameOf = ({ result }: ImportRow): Came => (result === undefined ? {} : (JSON.parse(result) as Came))
const wasDry = (row: ImportRow): boolean => cameOf(row).dryRun === true

const failed = (refusal: Refusal): { state: 'failed'; came: Came } => ({
  state: 'failed',
  came: { error: toErrorBody(refusal) },
})

/** Where somebody else wrote in between, another attempt goes on from what was committed. */
async function tried(
  attempt: (options: Pick<ImporterOptions, 'landed'>) => Promise<ImportResult>,
): Promise<ImportResult> {
  const all = attempts()
  for (let tries = 1; ; tries++) {
    const result = await all.run(() => attempt({ landed: all.landed }))
    if (result.ok || result.why !== 'changed_meanwhile' || tries === MOST_TRIES) return result
  }
}

const shown = ({ report, untold }: ImportResult & { readonly ok: true }): ShownReport => ({
  ...report,
  unreadTotal: report.unread.length + untold.unread,
  missingTotal: report.missing.length + untold.missing,
})

function jobOf(row: ImportRow): ImportJob {
  const { id, state, startedAt, endedAt, done, total } = row
  return { id, state, startedAt, ...(endedAt !== undefined && { endedAt }), done, total, ...cameOf(row) }
}
