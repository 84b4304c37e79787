/** How every command runs: settings from the environment, the store opened, the result printed, the store closed. */
import { readIsoDay } from '@notegraph/block-text'
import { openStore, readSettings, type Opened, type Settings } from '@notegraph/host'
import { operator, type Operator } from '@notegraph/service'
import { Command, InvalidArgumentError, Option } from 'commander'
import { output, type Output } from './output.ts'

export interface Run extends Opened {
  readonly settings: Settings
  readonly operators: Operator
  readonly out: Output
  /** The time at which the command was given, in milliseconds since 1970. */
  readonly now: number
}

/** A command that works on the store. */
export function storeCommand<O extends object>(
  command: Command,
  action: (run: Run, options: O, ...args: string[]) => Promise<void>,
): Command {
  return command.option('--json', 'print one JSON value').action(async (...all: unknown[]) => {
    const options = command.opts<O & { json?: boolean }>()
    const args = all.slice(0, command.registeredArguments.length) as string[]
    const settings = readSettings(process.env)
    const opened = openStore(settings)
    try {
      const run: Run = {
        ...opened,
        settings,
        operators: operator(opened.store, opened.blobs, Date.now),
        out: output(options.json === true, (text) => process.stdout.write(text)),
        now: Date.now(),
      }
      await action(run, options, ...args)
    } finally {
      await opened.store.close()
    }
  })
}

export const accountOption = (): Option => new Option('--account <id>', 'the account').makeOptionMandatory()
export const zoneOption = (what: string): Option =>
  new Option('--zone <zone>', `${what}, an IANA name such as Europe/Berlin`)

/** A day as `YYYY-MM-DD`, as the milliseconds at which it begins in UTC. */
export function dayArgument(text: string): number {
  if (readIsoDay(text) === undefined)
    throw new InvalidArgumentError('Give a day on the calendar such as 2026-11-20.')
  return Date.parse(text)
}

export function bytesArgument(text: string): number {
  const bytes = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(bytes))
    throw new InvalidArgumentError('Give a whole number of bytes.')
  return bytes
}
