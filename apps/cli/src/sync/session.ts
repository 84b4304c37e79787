/**
 * One run of `notegraph sync`, and the order of its steps. Edits in files are read before each pull, so that a pull
 * never overwrites an unread edit.
 */
import { MassRemoval, type Report } from '@notegraph/folder-sync'
import type { State } from '@notegraph/sync'
import { watch } from 'chokidar'
import { CommandError } from '../output.ts'
import { applyPicks, type Device } from './device.ts'
import type { SyncPaths } from './sync-paths.ts'
import { FileStability } from './file-stability.ts'

const SETTLE = 500
const MINUTE = 60_000
const DAY = 86_400_000
/** How long replaced and removed files are kept. */
const KEPT_FOR = 30 * DAY
const LOOK_FOR_PICKS = 1_000
const MOST_ROUNDS = 12

export interface Outcome extends Report {
  readonly pages: number
  readonly conflicts: number
  readonly pending: number
  /** The reason why the server is unreachable or refuses to sync. */
  readonly problem?: string
  readonly refused: readonly { readonly id: string; readonly error: string }[]
}

export class SyncSession {
  readonly #place: SyncPaths
  readonly #device: Device
  readonly #mayRemoveAll: boolean
  readonly #stillness = new FileStability()
  readonly #changed = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(place: SyncPaths, device: Device, mayRemoveAll: boolean) {
    this.#place = place
    this.#device = device
    this.#mayRemoveAll = mayRemoveAll
    device.engine.on('change', (ids) => {
      for (const id of ids) this.#changed.add(id)
    })
  }

  /** One complete sync: reads edits, pulls, pushes and writes files. @throws {CommandError} if that fails */
  async first(): Promise<void> {
    const { engine, folder, isNew } = this.#device
    await folder.open()
    await this.#prune()
    await applyPicks(this.#place, engine)
    // The first sync of a folder needs to know the account's notes before it reads edits.
    if (!isNew) await this.#take()
    await engine.start()
    await this.#synced()
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const later = await this.#take()
      await this.#synced()
      await folder.writeChanges(round === 0 ? undefined : this.#takeChanged())
      if (later.length === 0 && (await engine.pending()).waiting === 0) return
      if (later.length > 0) await sleep(SETTLE)
    }
  }

  /** Syncs until asked to stop. @throws {CommandError} if a person must decide something */
  async stay(stopped: Promise<void>, report: (outcome: Outcome) => void): Promise<void> {
    let fail: (error: unknown) => void = () => {}
    const failed = new Promise<never>((_, reject) => {
      fail = reject
    })
    failed.catch(() => {})
    const soon = later(SETTLE, () => {
      this.#inTurn(() => this.#step(report, soon)).catch(fail)
    })
    const watcher = watch(this.#place.folder, {
      ignoreInitial: true,
      // The targets of links in the folder are watched at their own paths, and others are looked at every minute.
      followSymlinks: false,
      ignored: (path) => /[\\/]\./.test(path.slice(this.#place.folder.length)),
    })
    watcher.on('all', () => soon())
    // Finds edits made before the watcher started.
    watcher.on('ready', () => soon())
    // A watcher may miss changes, and network folders may have no watcher.
    const every = setInterval(() => {
      this.#device.folder.askAgain()
      soon()
    }, MINUTE)
    const prunes = setInterval(() => void this.#prune(), DAY)
    const picks = setInterval(() => {
      this.#inTurn(() => applyPicks(this.#place, this.#device.engine)).catch(fail)
    }, LOOK_FOR_PICKS)
    let said: string | undefined
    const unlisten = [
      this.#device.engine.on('change', () => soon()),
      this.#device.engine.on('state', () => {
        const fault = this.#fault()
        if (fault) return fail(fault)
        const { problem } = problemOf(this.#device.engine.state)
        if (problem === said || isPassing(this.#device.engine.state)) return
        said = problem
        this.outcome().then(report, fail)
      }),
    ]
    try {
      await Promise.race([stopped, failed])
    } finally {
      for (const stop of unlisten) stop()
      clearInterval(every)
      clearInterval(picks)
      clearInterval(prunes)
      soon.cancel()
      await watcher.close()
      await this.#turn.catch(() => {})
    }
  }

  async outcome(): Promise<Outcome> {
    const { engine, folder } = this.#device
    const { waiting, refused } = await engine.pending()
    return {
      pages: (await engine.pages()).length,
      ...folder.report,
      conflicts: (await engine.conflicts()).length,
      pending: waiting,
      ...problemOf(engine.state),
      refused: refused.map(({ id, reason }) => ({ id, error: reason.error })),
    }
  }

  /** If a copy cannot be deleted, the next day tries again; sync goes on. */
  async #prune(): Promise<void> {
    await this.#device.prune(Date.now() - KEPT_FOR).catch(() => {})
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  async #step(report: (outcome: Outcome) => void, soon: () => void): Promise<void> {
    const before = JSON.stringify(this.#device.folder.report)
    const left = await this.#take()
    await this.#device.folder.writeChanges(this.#takeChanged())
    if (left.length > 0) soon()
    if (JSON.stringify(this.#device.folder.report) !== before) report(await this.outcome())
  }

  async #take(): Promise<string[]> {
    const { folder } = this.#device
    try {
      return await folder.importEdits(
        (path, mark, isEmptied) => this.#stillness.isStable(path, mark, isEmptied, Date.now()),
        this.#mayRemoveAll,
      )
    } catch (error) {
      if (error instanceof MassRemoval)
        throw new CommandError(
          `${error.gone} of ${error.known} notes are missing from ${this.#place.folder}. Restore them, or use --allow-deletion to delete their pages everywhere.`,
        )
      if ((error as { readonly code?: unknown }).code === 'ENOENT')
        throw new CommandError(
          `${this.#place.folder} is missing. Restore the folder, then run this command again.`,
        )
      throw error
    }
  }

  #takeChanged(): string[] {
    const ids = [...this.#changed]
    this.#changed.clear()
    return ids
  }

  async #synced(): Promise<void> {
    const { engine } = this.#device
    await engine.sync()
    if (engine.state.status === 'error' && engine.state.reason.code === 'mass_deletion' && this.#mayRemoveAll)
      await engine.allowDeletion()
    if (engine.state.status === 'offline')
      throw new CommandError(
        `${engine.state.reason.error} ${engine.state.reason.hint} Your edits are kept. Run this command again later.`,
      )
    if (engine.state.status === 'error') throw this.#fault() ?? new CommandError(engine.state.reason.error)
  }

  /** An error that needs a person. */
  #fault(): CommandError | undefined {
    const { state } = this.#device.engine
    if (state.status !== 'error') return undefined
    const { code, error, hint } = state.reason
    if (code === 'mass_deletion')
      return new CommandError(
        `A pull would delete nearly all notes in ${this.#place.folder}. To accept this, use --allow-deletion.`,
      )
    if (code === 'other_account')
      return new CommandError(
        `${this.#place.folder} syncs with another account than that of this session. Use a session of that account, or another folder.`,
      )
    if (code === 'unauthorized') return new CommandError(`${error} ${hint} Run this command with --sign-in.`)
    return code === 'store' || code === 'store_taken' ? new CommandError(`${error} ${hint}`) : undefined
  }
}

const isPassing = ({ status }: State): boolean => status === 'pulling' || status === 'pushing'

function problemOf(state: State): { readonly problem?: string } {
  if (state.status !== 'error' && state.status !== 'offline') return {}
  const problem = `${state.reason.error} ${state.reason.hint}`.trim()
  return { problem: state.status === 'offline' ? `${problem} Trying again.` : problem }
}

const sleep = async (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Delays a call. Requests during the delay share it. */
function later(ms: number, run: () => void): (() => void) & { cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, ms)
  }
  return Object.assign(soon, { cancel: () => clearTimeout(timer) })
}
