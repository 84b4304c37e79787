import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, counted, output, UsageError, type Output } from '../output.ts'
import { withProgress } from '../progress.ts'
import { stopSignal } from '../stop-signal.ts'
import type { Outcome } from '../sync/session.ts'

interface Options {
  readonly url?: string
  readonly session?: string
  readonly signIn?: boolean
  readonly once?: boolean
  readonly allowDeletion?: boolean
  readonly followLinks?: boolean
  readonly json?: boolean
}

export function syncCommand(): Command {
  const command = new Command('sync')
    .description("sync a folder of Markdown in Logseq's layout with an account")
    .addHelpText('after', examples('sync ~/graph --url https://notes.example'))
    .argument('<folder>')
    .addOption(new Option('--url <url>', 'address of the server').env('NOTEGRAPH_BASE_URL'))
    .addOption(
      new Option(
        '--session <session>',
        'device session; prefer the environment variable, because process lists show options',
      ).env('NOTEGRAPH_SESSION'),
    )
    .option('--sign-in', 'sign in with a browser first; later runs use the same session')
    .option('--once', 'stop after the first complete sync')
    .option('--allow-deletion', 'continue when nearly all notes were deleted, here or on the server')
    .option('--follow-links', 'follow symbolic links that lead out of the folder')
  return withJson(command).action(async (folder: string, options: Options) => {
    const { url, once = false, allowDeletion = false, followLinks = false, json = false } = options
    if (!url) throw new UsageError('Set --url or NOTEGRAPH_BASE_URL, such as https://notes.example.')
    if (!/^https?:\/\/./.test(url))
      throw new UsageError(
        `The address of the server is not valid: ${JSON.stringify(url)}. Use an address such as https://notes.example.`,
      )
    const { keptSession, signIn } = await import('../sync/sign-in.ts')
    const at = { url, folder: resolve(folder) }
    const session = options.signIn
      ? await signIn(at, (line) => process.stderr.write(`${line}\n`))
      : options.session || (await keptSession(at))
    if (session === undefined)
      throw new UsageError('Run this command once with --sign-in, or set NOTEGRAPH_SESSION.')
    const stopped = stopSignal()
    const { openDevice } = await import('../sync/device.ts')
    const { lock, makeFolder, syncPaths, prepareFolder } = await import('../sync/sync-paths.ts')
    const { SyncSession } = await import('../sync/session.ts')
    const out = output(json, (text) => process.stdout.write(text))
    const place = syncPaths(folder)
    if ((await makeFolder(place)) && !json) process.stdout.write(`Created ${folder}.\n`)
    await prepareFolder(place)
    const folderLock = lock(place)
    if (!folderLock) throw new CommandError(`Another process already syncs ${folder}.`)
    try {
      const device = await openDevice(place, { url, session }, { followLinks, wait: waitUntil(stopped) })
      try {
        const run = new SyncSession(place, device, allowDeletion)
        await withProgress('Pulling', json || !device.isNew, async (progress) => {
          const unlisten = device.engine.on('state', (state) => {
            if (state.status !== 'pulling' || !state.progress) return
            const { records, total = records } = state.progress
            progress(records, total)
          })
          await run.first().finally(unlisten)
        })
        const outcome = await run.outcome()
        printOutcome(out, folder, outcome)
        const left = leftOf(outcome)
        if (once && left > 0)
          throw new CommandError(
            `${counted(left, 'item', 'items')} could not be synced. The list above says why.`,
          )
        if (!once)
          await run.stay(stopped, (outcome) => (json ? undefined : printOutcome(out, folder, outcome)))
      } finally {
        await device.close()
      }
    } finally {
      folderLock.release()
    }
  })
}

/** The number of notes and files that could not be fetched or sent. A file that the account lacks is not among them. */
const leftOf = ({ held, missing, refused, pending }: Outcome): number =>
  pending + refused.length + held.length + missing.filter(({ isLacking }) => !isLacking).length

/** Waits for a number of milliseconds, unless the program is to stop. */
function waitUntil(stopped: Promise<void>): (ms: number) => Promise<void> {
  let isStopped = false
  void stopped.then(() => (isStopped = true))
  return async (ms) => {
    const waiting = new AbortController()
    await Promise.race([stopped, sleep(ms, undefined, { signal: waiting.signal })])
    waiting.abort()
    if (isStopped) throw new Error('the command was stopped')
  }
}

function printOutcome(out: Output, folder: string, outcome: Outcome): void {
  const {
    pages,
    taken,
    written,
    removed,
    filesSent,
    filesFetched,
    conflicts,
    pending,
    problem,
    refused,
    held,
    missing,
  } = outcome
  const left = pending === 0 ? leftOf(outcome) : 0
  const rest = left === 0 ? '' : `, ${counted(left, 'item', 'items')} left`
  const step =
    pending === 0
      ? `${left === 0 ? '' : 'nearly '}in sync${rest}`
      : `nearly in sync, ${counted(pending, 'change')} pending`
  const lines = [
    `${folder} and the account are ${step}: ${counted(pages, 'page')}; read ${counted(taken, 'note')}, wrote ${written}, moved ${removed} aside; sent ${counted(filesSent, 'file')}, fetched ${filesFetched}.`,
  ]
  if (problem !== undefined) {
    lines[0] = problem
    if (pending > 0) lines.push(`${counted(pending, 'change is', 'changes are')} pending.`)
  }
  if (conflicts > 0)
    lines.push(
      `${counted(conflicts, 'block has', 'blocks have')} conflicting versions: notegraph conflicts ${folder}`,
    )
  for (const { id, error } of refused) lines.push(`The server refused ${id}: ${error}`)
  for (const { file, line, why } of held) lines.push(`${file}${line === undefined ? '' : `:${line}`}  ${why}`)
  for (const { page, id, why } of missing) lines.push(`${page}  /api/files/${id}  ${why}`)
  out.result(outcome, lines)
}
