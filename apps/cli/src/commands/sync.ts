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
    .option('--once', 'stop after the first complete sync')
    .option('--allow-deletion', 'continue when nearly all notes were deleted, here or on the server')
    .option('--follow-links', 'follow symbolic links that lead out of the folder')
  return withJson(command).action(async (folder: string, options: Options) => {
    const { url, session, once = false, allowDeletion = false, followLinks = false, json = false } = options
    if (url === undefined || !/^https?:\/\/./.test(url))
      throw new UsageError('Set --url or NOTEGRAPH_BASE_URL, such as https://notes.example.')
    if (session === undefined || session === '')
      throw new UsageError(
        'Set NOTEGRAPH_SESSION or --session. `notegraph session create` creates a session.',
      )
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
      const device = await openDevice(place, { url, session }, followLinks)
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
        printOutcome(out, folder, await run.outcome())
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
  } = outcome
  const step = pending === 0 ? 'in sync' : `nearly in sync, ${counted(pending, 'change')} pending`
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
  out.result(outcome, lines)
}
