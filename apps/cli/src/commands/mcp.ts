import type { Right } from '@notegraph/contract'
import type { Settings } from '@notegraph/host'
import { Command, Option } from 'commander'
import { mayOption, portArgument, zoneOption } from '../arguments.ts'
import { storeCommand, type Run } from '../command.ts'
import { examples } from '../examples.ts'
import { UsageError } from '../output.ts'
import { stopSignal } from '../stop-signal.ts'

interface Options {
  readonly account?: string
  readonly readOnly?: boolean
  readonly may?: readonly Right[]
  readonly zone?: string
  readonly port?: number
}

/** The author that the change list shows for an assistant without a token. */
const NAME = 'notegraph mcp'

export function mcpCommand(): Command {
  return storeCommand<Options>(
    new Command('mcp')
      .description('serve the tools for assistants on standard input and output, or over HTTP with --port')
      .addHelpText('after', examples('mcp --account me --zone Europe/Berlin --read-only', 'mcp --port 8788'))
      .option('--account <id>', 'id of the account, on standard input and output')
      .option('--read-only', 'refuse every write')
      .addOption(mayOption())
      .addOption(zoneOption('time zone of today'))
      .addOption(
        new Option('--port <port>', 'serve over HTTP on this port; 0 picks a free port').argParser(
          portArgument,
        ),
      ),
    async (run, { account, port, ...who }) => {
      if (port === undefined) return onLines(run, account, who)
      if (account !== undefined || who.readOnly === true || who.zone !== undefined || who.may)
        throw new UsageError(
          'With --port, tokens decide the access. Leave out --account, --read-only, --may and --zone.',
        )
      return onPort(run, port)
    },
  )
}

async function onLines(
  { store, blobs, settings, operators }: Run,
  accountId: string | undefined,
  { readOnly, may, zone }: Pick<Options, 'readOnly' | 'may' | 'zone'>,
): Promise<void> {
  if (accountId === undefined) throw new UsageError('Use --account or --port. See notegraph mcp --help.')
  const { makeLog } = await import('@notegraph/host')
  const { serveStdio } = await import('@notegraph/mcp')
  await operators.account(accountId)
  const served = serveStdio({
    store,
    blobs,
    settings,
    log: makeLog(levelOf(settings), process.stderr),
    who: {
      accountId,
      name: NAME,
      scope: readOnly === true ? 'read' : 'write',
      ...(may && { may }),
      ...(zone !== undefined && { zone }),
    },
    input: process.stdin,
    output: process.stdout,
  })
  await Promise.race([served, stopSignal()])
}

/** Many clients show standard error as errors, so the default level is `warn`. */
const levelOf = ({ logLevel }: Settings): Settings['logLevel'] =>
  process.env['NOTEGRAPH_LOG_LEVEL'] ? logLevel : 'warn'

async function onPort({ store, blobs, settings, out }: Run, port: number): Promise<void> {
  const { makeLog } = await import('@notegraph/host')
  const { serveHttp } = await import('@notegraph/mcp')
  const stopped = stopSignal()
  const served = await serveHttp({ store, blobs, settings, log: makeLog(settings.logLevel), port })
  out.result({ url: served.url }, [`Serving the tools for assistants at ${served.url}`])
  await stopped
  await served.stop()
}
