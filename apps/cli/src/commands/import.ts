import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import { parse, resolve } from 'node:path'
import type {
  AddedCounts,
  ImportFrom,
  ImportPlan,
  ImportReport,
  OnImportCommit,
  Verified,
} from '@notegraph/service'
import { Command, Option } from 'commander'
import { accountOption } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, counted } from '../output.ts'
import { withProgress } from '../progress.ts'
import { untilStopped } from '../stop-signal.ts'

const WHY = {
  quota_full:
    "The account's storage is full. Notes imported so far are kept. Raise --quota with `account set`, then import again.",
  changed_meanwhile: 'Another write changed the account at the same time. Import again to add the rest.',
} as const
const DRY_RUN_FULL =
  "The notes exceed the account's storage. Nothing was written. Raise --quota with `account set` before the import."

interface ImportFlags {
  readonly account: string
  readonly dryRun?: boolean
  readonly followLinks?: boolean
  readonly verify?: boolean
}

export function importCommand(): Command {
  return storeCommand<ImportFlags>(
    new Command('import')
      .description(
        'import a Logseq folder, a folder of Markdown notes or a file; a second import changes nothing',
      )

      .addHelpText(
        'after',
        examples(
          'import ~/notes --account me',
          'import ~/notes --account me --dry-run',
          'import ~/notes --account me --verify',
        ),
      )
      .argument('<path>', 'folder, zip archive, JSON export of Roam or OPML outline')
      .addOption(accountOption())
      .option('--dry-run', 'report the changes without writing anything')
      .addOption(
        new Option(
          '--verify',
          'then look for each word of the notes on its page, and list those that are neither there nor in the report',
        ).conflicts('dryRun'),
      )
      .option('--follow-links', 'follow symbolic links that lead out of the folder'),
    async (
      { store, importer, operators, audit, out, now, settings },
      { account, dryRun = false, followLinks = false, verify = false },
      path,
    ) => {
      const { FOLDER_LIMITS } = await import('@notegraph/contract')
      const { originOf } = await import('@notegraph/host')
      const { COMMAND_LINE, importEntry, verifyImport } = await import('@notegraph/service')
      const to = await operators.account(account)
      const { from, close } = await openFrom(path, followLinks)
      const kept: AddedCounts = { pages: 0, journals: 0, blocks: 0, files: 0 }
      const entry = dryRun
        ? undefined
        : await importEntry(store.graph(to.id), {
            clock: Date.now,
            newId: randomUUID,
            origin: originOf(settings),
            by: COMMAND_LINE,
          })
      const onCommit: OnImportCommit = (added, commits) => {
        for (const key of KINDS) kept[key] += added[key]
        entry?.onCommit(added, commits)
      }
      let changeId: string | undefined
      const result = await untilStopped(
        async (signal) => {
          const options = {
            now,
            limits: FOLDER_LIMITS,
            signal,
            onCommit,
            dryRun,
            ...(entry && { changeId: entry.changeId }),
          }
          const imported = await withProgress(
            dryRun ? 'Reading' : 'Importing',
            out.json,
            async (progress) => {
              try {
                return await importer.run(to, from, { ...options, progress })
              } finally {
                changeId = await entry?.list()
              }
            },
          )
          if (dryRun) return imported
          // A search indexes the remaining blocks, so a stop does not wait for the index.
          const indexed = withProgress('Indexing', out.json, (progress) =>
            store.graph(to.id).search.index(progress),
          )
          indexed.catch(() => {})
          await Promise.race([indexed, once(signal, 'abort')])
          signal.throwIfAborted()
          if (!verify || !imported.ok) return imported
          const { report } = imported
          const verified = await withProgress('Verifying', out.json, (progress) =>
            verifyImport(store.graph(to.id), from.source, report, {
              limits: FOLDER_LIMITS,
              signal,
              progress,
            }),
          )
          return { ...imported, verified }
        },
        () =>
          dryRun
            ? 'Stopped. Nothing was written.'
            : `Stopped. ${amounts(kept)} were imported. Run the same command again to add the rest.`,
      ).finally(close)
      if (!result.ok)
        throw new CommandError(dryRun && result.why === 'quota_full' ? DRY_RUN_FULL : WHY[result.why])
      if (!dryRun) await audit.note({ event: 'import', accountId: account })
      if (from.place?.kind === 'file' && result.notes === 0)
        throw new CommandError(`${path} has no notes to import. ${result.report.unread[0]?.why ?? NO_NOTES}`)
      const verified = 'verified' in result ? result.verified : undefined
      out.result(
        { ...result.report, ...(changeId !== undefined && { changeId }), ...(verified && { verified }) },
        [
          ...lines(result.report),
          ...(changeId === undefined
            ? []
            : [`Undo with \`${settings.commandLine} revert ${changeId} --account ${account}\`.`]),
          ...(verified ? verifiedLines(verified) : []),
        ],
      )
      if (verified && verified.missing > 0)
        throw new CommandError(
          `${counted(verified.missing, 'word is', 'words are')} missing from ${account}.`,
        )
    },
  )
}

/** @throws {CommandError} if the path cannot be imported */
async function openFrom(
  path: string,
  followLinks: boolean,
): Promise<{ readonly from: ImportFrom; readonly close: () => void }> {
  const { diskFolder, openImportFile } = await import('@notegraph/host')
  const at = resolve(path)
  const found = statSync(at, { throwIfNoEntry: false })
  if (found?.isDirectory())
    return {
      from: { source: diskFolder(at, { followLinks }), place: { kind: 'folder', path: at, followLinks } },
      close: () => {},
    }
  if (!found?.isFile()) throw new CommandError(`${path} is not a folder or a file.`)
  const fd = openSync(at, 'r')
  const stem = parse(at).name
  const opened = await openImportFile(fd, stem)
  if (opened.ok)
    return { from: { source: opened.source, place: { kind: 'file', fd, stem } }, close: () => closeSync(fd) }
  closeSync(fd)
  throw new CommandError(`${path} is not a folder, and could not be read. ${opened.why} ${NO_NOTES}`)
}

function verifiedLines({ files, missing, words }: Verified): string[] {
  if (missing === 0)
    return [`Verified: every word of ${counted(files, 'file')} is in the account or in this report.`]
  return [
    'Words that are neither in the account nor in this report:',
    ...words.map(({ file, line, word }) => `  ${file}:${line}  ${word}`),
    ...(missing > words.length ? ['  …'] : []),
  ]
}

const NO_NOTES = 'Import a folder, a zip archive of notes, a JSON export of Roam or an OPML outline.'
const KINDS = ['pages', 'journals', 'blocks', 'files'] as const

const amounts = ({ pages, journals, blocks, files }: AddedCounts): string =>
  [
    counted(pages, 'page'),
    counted(journals, 'journal day'),
    counted(blocks, 'block'),
    counted(files, 'file'),
  ].join(', ')

const planned = (plan: ImportPlan): string[] =>
  (['pages', 'journals', 'blocks', 'files', 'properties'] as const).map((kind) => {
    const { created, changed, unchanged } = plan[kind]
    const title = kind === 'journals' ? 'journal days' : kind
    return `  ${title.padEnd(12)}  ${created} created, ${changed} changed, ${unchanged} unchanged`
  })

function lines(result: ImportReport): string[] {
  const { skipped, unread, missing, findings, plan } = result
  const report = plan
    ? [`An import would add ${amounts(result)}. Nothing was written.`, ...planned(plan)]
    : [`Added ${amounts(result)}.`]
  if (!plan && skipped > 0)
    report.push(`${counted(skipped, 'page, block or file', 'pages, blocks and files')} already existed.`)
  if (findings.length > 0) report.push('Changed or left out:')
  for (const { message, count, examples } of findings) {
    const places = examples.map(({ file, line }) => `${file}:${line}`).join(', ')
    report.push(
      `  ${count} × ${message}${places === '' ? '' : ` (${places}${count > examples.length ? ', …' : ''})`}`,
    )
  }
  if (unread.length > 0) report.push(`Could not read ${counted(unread.length, 'place')}:`)
  for (const { file, line, why } of unread) report.push(`  ${file}:${line}  ${why}`)
  if (missing.length > 0)
    report.push(`${counted(missing.length, 'linked file is', 'linked files are')} missing from the folder:`)
  for (const { file, line, asset } of missing) report.push(`  ${file}:${line}  ${asset}`)
  return report
}
