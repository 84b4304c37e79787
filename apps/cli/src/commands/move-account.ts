import type { MoveReport } from '@notegraph/host'
import { Command, InvalidArgumentError, Option } from 'commander'
import { checkData, withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, counted, output, UsageError } from '../output.ts'
import { withProgress } from '../progress.ts'
import { settingsOf, withData, type GivenSettings } from '../settings.ts'

type Options = GivenSettings & {
  readonly to: string
  readonly files?: 'bucket' | 'data'
  readonly json?: boolean
}

function placeArgument(text: string): string {
  if (text !== 'embedded' && text !== 'postgres' && !/^postgres(?:ql)?:\/\//.test(text))
    throw new InvalidArgumentError(
      'Use embedded, postgres, or an address such as postgres://db.example/notes.',
    )
  return text
}

export function moveAccountCommand(): Command {
  const command = new Command('move')
    .description('move an account to PostgreSQL, or back to the data folder, while servers use both')
    .addHelpText(
      'after',
      examples('account move ada --to postgres://db.example/notes', 'account move ada --to embedded'),
    )
    .argument('<id>')
    .addOption(
      new Option(
        '--to <place>',
        'address of the database, or postgres (the one in NOTEGRAPH_DATABASE_URL), or embedded',
      )
        .argParser(placeArgument)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--files <place>',
        'where the target keeps the bytes of files (default: bucket if one is set, else data)',
      ).choices(['bucket', 'data']),
    )
  return withData(withJson(command)).action(async (id: string, { to, files, json, ...given }: Options) => {
    const { besideServer, moveAccount, MoveError } = await import('@notegraph/host')
    const settings = besideServer(await settingsOf(given))
    await checkData({ ...settings, databaseUrl: undefined })
    const place = to === 'postgres' ? settings.databaseUrl : to
    if (place === undefined) throw new UsageError('--to postgres requires NOTEGRAPH_DATABASE_URL.')
    const out = output(json === true, (text) => process.stdout.write(text))
    try {
      const report = await withProgress('Copying', out.json, (progress) =>
        moveAccount(settings, {
          accountId: id,
          to: place,
          files,
          onRecords: (done, total) => progress(done, Math.max(done, total)),
        }),
      )
      out.result({ ok: true, id, ...report }, lines(id, to, report))
    } catch (error) {
      throw error instanceof MoveError ? new CommandError(error.message) : error
    }
  })
}

const FOUND = {
  untouched: [],
  interrupted: ['An earlier move was interrupted before the switch. This one started the copy again.'],
  switched: ['An earlier move had switched already. This one finished the rest.'],
} as const

function lines(id: string, to: string, { found, records, files, refusedFor }: MoveReport): string[] {
  const copied =
    found === 'switched' ? '' : `: ${counted(records, 'record')} and ${counted(files, 'file')} copied`
  return [
    ...FOUND[found],
    `Moved ${id} to ${to === 'embedded' ? 'the data folder' : 'PostgreSQL'}${copied}.`,
    ...(refusedFor === undefined
      ? []
      : [`Writes were refused for ${(refusedFor / 1_000).toFixed(1)} seconds.`]),
  ]
}
