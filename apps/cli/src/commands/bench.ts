import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { CommandError } from '../output.ts'

const BENCH = join(import.meta.dirname, '../../../bench/main.ts')

/** The benchmarks stand beside the source, and are run from it. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('run the benchmarks, as ratios against a floor measured in the same run')
    .argument('[names...]', 'only these; without any, all')
    .option('--json', 'print one JSON value')
    .action(async (names: string[], options: { json?: boolean }) => {
      if (!existsSync(BENCH)) throw new CommandError('The benchmarks run from a checkout of the source only.')
      const args = [
        '--conditions=source',
        '--expose-gc',
        BENCH,
        ...names,
        ...(options.json ? ['--json'] : []),
      ]
      const child = spawn(process.execPath, args, { stdio: 'inherit' })
      process.exitCode = await new Promise<number>((resolve) =>
        child.on('exit', (code) => resolve(code ?? 1)),
      )
    })
}
