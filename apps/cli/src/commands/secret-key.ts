import type { DeletedSecret } from '@notegraph/host'
import { Command } from 'commander'
import { checkData, withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, output } from '../output.ts'
import { settingsOf, withData, type GivenSettings } from '../settings.ts'

type Options = GivenSettings & { readonly json?: boolean; readonly lost?: boolean }

export function secretKeyCommand(): Command {
  const secretKey = new Command('secret-key').description('manage the key under which secrets are kept')
  const create = new Command('new')
    .description('make another key and encrypt all secrets again; stop the servers first')
    .addHelpText('after', examples('secret-key new', 'secret-key new --lost'))
    .option('--lost', 'the present key is lost: delete webhooks, links and digests that it encrypted')
  secretKey.addCommand(
    withData(withJson(create)).action(async ({ json, lost, ...given }: Options) => {
      const { newSecretKey, openRawStore } = await import('@notegraph/host')
      const settings = await settingsOf(given)
      await checkData(settings)
      const out = output(json === true, (text) => process.stdout.write(text))
      const { isInUse } = await import('@notegraph/store/sqlite')
      if (settings.databaseUrl === undefined && isInUse(settings.data))
        throw new CommandError(`${settings.data} is in use. Stop the programs that use it first.`)
      const store = await openRawStore(settings)
      try {
        const change = await newSecretKey(store, settings, lost === true, Date.now())
        out.result(change, [
          `The new key is in ${change.path}. Keep a copy apart from the backups of the data.`,
          ...(change.previous === undefined
            ? []
            : [`Earlier backups need the previous key, in ${change.previous}. Delete it with them.`]),
          ...(change.deleted.length === 0 ? [] : ['Deleted, because nobody can read it:']),
          ...deletedLines(change.deleted),
        ])
      } finally {
        await store.close()
      }
    }),
  )
  return secretKey
}

/** A line for each kind of an account, or for each id. */
export function deletedLines(deleted: readonly DeletedSecret[]): string[] {
  const lines = deleted.map(
    ({ what, account, id }) =>
      `${what}${id === undefined ? '' : ` ${id}`}${account === undefined ? '' : ` of ${account}`}`,
  )
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return Array.from(counts, ([line, count]) => `- ${line}${count === 1 ? '' : `, ${count} times`}`)
}
