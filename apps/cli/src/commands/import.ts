import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { diskFolder } from '@notegraph/host'
import { importFolder, type ImportReport } from '@notegraph/service'
import { Command } from 'commander'
import { accountOption } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { CommandError, counted } from '../output.ts'
import { withProgress } from '../progress.ts'

const WHY = {
  quota_full:
    "The account's storage is full; what was read before is in. Raise --quota with `account set` and import again.",
  changed_meanwhile: 'Something else changed the account at the same moment; import again to add the rest.',
} as const

export function importCommand(): Command {
  return storeCommand<{ account: string; json?: boolean }>(
    new Command('import')
      .description(
        'read a Logseq folder or a folder of Markdown notes into an account; again changes nothing',
      )
      .argument('<folder>')
      .addOption(accountOption()),
    async ({ store, blobs, operators, out, now }, { account }, folder) => {
      const to = await operators.account(account)
      const at = resolve(folder)
      if (!statSync(at, { throwIfNoEntry: false })?.isDirectory())
        throw new CommandError(`${folder} is no folder.`)
      const result = await withProgress('Importing', out.json, (progress) =>
        importFolder(store, blobs, to, diskFolder(at), { now, progress }),
      )
      if (!result.ok) throw new CommandError(WHY[result.why])
      out.result(result.report, lines(result.report))
    },
  )
}

function lines({ pages, journals, blocks, files, skipped, unread, missing }: ImportReport): string[] {
  const added = [
    counted(pages, 'page'),
    counted(journals, 'journal day'),
    counted(blocks, 'block'),
    counted(files, 'file'),
  ]
  const report = [`Added ${added.join(', ')}.`]
  if (skipped > 0)
    report.push(
      `${counted(skipped, 'page, block or file was', 'pages, blocks and files were')} there already.`,
    )
  if (unread.length > 0) report.push(`Could not read ${counted(unread.length, 'place')}:`)
  for (const { file, line, why } of unread) report.push(`  ${file}:${line}  ${why}`)
  if (missing.length > 0)
    report.push(
      `${counted(missing.length, 'link names a file', 'links name files')} that the folder does not hold:`,
    )
  for (const { file, line, asset } of missing) report.push(`  ${file}:${line}  ${asset}`)
  return report
}
