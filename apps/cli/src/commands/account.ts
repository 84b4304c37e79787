import type { AccountOptions, AccountView } from '@notegraph/service'
import type { Identity } from '@notegraph/store'
import { Command, Option } from 'commander'
import { bytesArgument, newIdArgument, pastDayArgument, wordsArgument, zoneOption } from '../arguments.ts'
import { storeCommand, type Run } from '../command.ts'
import { examples } from '../examples.ts'
import { confirm } from '../confirm.ts'
import { counted, table, UsageError } from '../output.ts'
import { exportAccount } from './export.ts'
import { moveAccountCommand } from './move-account.ts'
import { raiseEpochCommand } from './raise-epoch.ts'
import { signOutCommand } from './sign-out.ts'

interface Options {
  readonly plan?: 'active' | 'grace' | 'none'
  readonly endedAt?: number
  readonly allow?: boolean
  readonly zone?: string
  readonly quota?: number
  readonly identity?: string
  readonly admin?: boolean
}

const withOptions = (command: Command): Command =>
  command
    .addOption(new Option('--plan <plan>', 'plan of the account').choices(['active', 'grace', 'none']))
    .option('--ended-at <day>', 'the day the plan ended, with --plan grace (default: today)', pastDayArgument)
    .option('--allow', "add the account to the server's list (default)")
    .option('--no-allow', "leave the account off the server's list")
    .option('--admin', 'let the person look after the accounts of this server, under Settings, People')
    .option('--no-admin', 'take that back')
    .option(
      '--identity <subject>',
      'subject at the identity provider in NOTEGRAPH_OIDC_ISSUER that signs in to the account',
      wordsArgument,
    )
    .addOption(zoneOption('time zone of the daily digest'))
    .option('--quota <bytes>', 'storage limit in bytes', bytesArgument)

/** @param before the plan of a new account; the store knows the plan of an existing one */
function toOptions({ allow, plan, endedAt, zone, quota, admin }: Options, before?: 'active'): AccountOptions {
  if (endedAt !== undefined && (plan ?? before ?? 'grace') !== 'grace')
    throw new UsageError('--ended-at requires --plan grace.')
  return {
    ...(allow !== undefined && { allowed: allow }),
    ...(plan !== undefined && { plan }),
    ...(endedAt !== undefined && { endedAt }),
    ...(zone !== undefined && { zone }),
    ...(quota !== undefined && { quota }),
    ...(admin !== undefined && { isAdmin: admin }),
  }
}

/** A person as named by the identity provider of this server. */
function identityOf({ settings }: Run, { identity: subject }: Options): Identity | undefined {
  if (subject === undefined) return undefined
  if (!settings.provider)
    throw new UsageError('--identity requires an identity provider. Set NOTEGRAPH_OIDC_ISSUER.')
  return { issuer: settings.provider.issuer, subject }
}

const MOVING = {
  leaving: 'is moving to another server',
  left: 'moved to another server',
  arriving: 'is arriving from another server',
} as const

const row = ({ id, plan, allowed, zone = '', quota, isAdmin, moving }: AccountView): string[] => [
  id,
  plan,
  allowed ? 'on the list' : 'not on the list',
  zone,
  `${quota} bytes`,
  ...(isAdmin === true ? ['looks after people'] : []),
  ...(moving === undefined ? [] : [MOVING[moving]]),
]

export function accountCommand(): Command {
  const account = new Command('account').description('manage the accounts of this server')
  account.addCommand(
    storeCommand<Options>(
      withOptions(
        new Command('create')
          .description('create an account')
          .addHelpText(
            'after',
            examples(
              'account create ada --zone Europe/Berlin',
              'account create ada --plan grace --ended-at 2026-11-01 --quota 1000000000',
            ),
          )
          .argument('<id>', 'id of the new account', newIdArgument),
      ),
      async (run, options, id) => {
        const { operators, out } = run
        const identity = identityOf(run, options)
        const made = await operators.createAccount(id, toOptions(options, 'active'))
        if (identity) await operators.assignIdentity(id, identity)
        out.result(made, table([row(made)]))
      },
      { createsData: true },
    ),
  )
  account.addCommand(
    storeCommand<Options>(
      withOptions(
        new Command('set')
          .description('update the given settings of an account')
          .addHelpText('after', examples('account set ada --plan active --allow', 'account set ada --admin'))
          .argument('<id>'),
      ),
      async (run, options, id) => {
        const { operators, out } = run
        const identity = identityOf(run, options)
        const changed = await operators.setAccount(id, toOptions(options))
        if (identity) await operators.assignIdentity(id, identity)
        out.result(changed, table([row(changed)]))
      },
    ),
  )
  account.addCommand(
    storeCommand(
      new Command('list').description('list the accounts').addHelpText('after', examples('account list')),
      async ({ operators, out }) => {
        const accounts = await operators.listAccounts()
        out.result({ accounts }, table(accounts.map(row)))
      },
    ),
  )
  account.addCommand(
    storeCommand(
      new Command('show')
        .description('show an account and its storage use')
        .addHelpText('after', examples('account show ada'))
        .argument('<id>'),
      async ({ store, blobs, operators, out }, _, id) => {
        const { storageService } = await import('@notegraph/service')
        const view = await operators.showAccount(id)
        const storage = storageService(store, blobs, Date.now)
        const { used, pages, blocks, files } = await storage.read(await operators.account(id))
        out.result({ ...view, used, pages: pages.count, blocks: blocks.count, files: files.count }, [
          ...table([row(view)]),
          `${counted(used, 'byte')} used: ${counted(pages.count, 'page')}, ${counted(blocks.count, 'block')}, ${counted(files.count, 'file')}`,
        ])
      },
    ),
  )
  account.addCommand(
    storeCommand(
      new Command('log')
        .description('list the plan changes of an account')
        .addHelpText('after', examples('account log ada'))
        .argument('<id>'),
      async ({ operators, out }, _, id) => {
        const changes = await operators.planChanges(id)
        const rows = changes.map(({ at, from, to, by }) => [new Date(at).toISOString(), from, to, by])
        out.result({ changes }, table(rows))
      },
    ),
  )
  account.addCommand(
    storeCommand(
      new Command('identities')
        .description('list the identities that sign in to an account')
        .addHelpText('after', examples('account identities ada'))
        .argument('<id>'),
      async ({ operators, out }, _, id) => {
        const identities = await operators.identities(id)
        const rows = identities.map(({ issuer, subject, createdAt }) => [
          issuer,
          subject,
          `since ${new Date(createdAt).toISOString()}`,
        ])
        out.result({ identities }, table(rows))
      },
    ),
  )
  account.addCommand(
    storeCommand<{ yes?: boolean; export?: string; json?: boolean }>(
      new Command('remove')
        .description('permanently delete an account with its tokens, graph and files')
        .addHelpText('after', examples('account remove ada --yes', 'account remove ada --export ~/ada'))
        .argument('<id>')
        .option('--export <folder>', 'first write its notes and files to a folder, as `export` does')
        .option('--yes', 'delete without confirmation'),
      async (run, { yes, export: folder }, id) => {
        const { operators, out } = run
        await operators.account(id)
        const kept = folder === undefined ? [] : (await exportAccount(run, id, folder)).lines
        if (yes !== true)
          await confirm(
            `Permanently delete ${id} with its tokens, graph and files?${folder === undefined ? ' --export FOLDER keeps its notes.' : ''} Type the id to confirm: `,
            id,
            {
              input: process.stdin,
              output: process.stderr,
            },
          )
        await operators.removeAccount(id)
        out.result({ ok: true, id }, [...kept, `Deleted ${id}.`])
      },
    ),
  )
  account.addCommand(raiseEpochCommand())
  account.addCommand(signOutCommand())
  account.addCommand(moveAccountCommand())
  return account
}
