import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { accountOption } from '../arguments.ts'
import { storeCommand, type Run } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, counted } from '../output.ts'
import { withProgress } from '../progress.ts'

export function exportCommand(): Command {
  return storeCommand<{ account: string }>(
    new Command('export')
      .description('write an account as a Logseq folder that imports back to the same graph')
      .addHelpText('after', examples('export ~/notes-out --account me'))
      .argument('<folder>', 'empty folder, or the folder of an earlier export')
      .addOption(accountOption()),
    async (run, { account }, folder) => {
      const { report, lines } = await exportAccount(run, account, folder)
      run.out.result(report, lines)
    },
  )
}

/** Writes an account to a folder. @returns the report, and its lines */
export async function exportAccount(
  { store, blobs, operators, audit, out, settings }: Run,
  account: string,
  folder: string,
): Promise<{ readonly report: object; readonly lines: readonly string[] }> {
  const { diskTarget, originOf } = await import('@notegraph/host')
  const { exportFolder } = await import('@notegraph/service')
  await operators.account(account)
  const at = resolve(folder)
  if (statSync(at, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`${folder} is not a folder.`)
  const origin = originOf(settings)
  const result = await withProgress('Exporting', out.json, (progress) =>
    exportFolder(store, blobs, account, diskTarget(at), {
      progress,
      ...(origin !== undefined && { origin }),
    }),
  )
  if (!result.ok)
    throw new CommandError(
      `${folder} contains ${result.why === 'not_empty' ? 'other files' : 'an export of other notes'}. Choose an empty folder or the folder of an earlier export of ${account}.`,
    )
  await audit.note({ event: 'export', accountId: account })
  const { pages, journals, blocks, files, missing, kept = [] } = result.report
  const lines = [
    `Wrote ${counted(pages, 'page')}, ${counted(journals, 'journal day')}, ${counted(blocks, 'block')}, ${counted(files, 'file')} to ${folder}.`,
    ...missing.map((name) => `The content of ${name} is missing from the store.`),
    ...kept.map((path) => `A note was edited after the earlier export. The edited file is now ${path}.`),
  ]
  return { report: result.report, lines }
}
