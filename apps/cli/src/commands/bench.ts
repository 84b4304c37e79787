import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { withJson } from '../command.ts'
import { CommandError } from '../output.ts'

/** From `src/commands`, and from `dist`, where all is in one file. */
const PLACES = ['../../../../bench/main.ts', '../../../bench/main.ts'].map((path) =>
  join(import.meta.dirname, path),
)

/** The benchmarks stand beside the source, and are run from it. */
export function benchCommand(): Command {
  const bench = new Command('bench')
    .description('run the benchmarks, as ratios against a floor measured in the same run')
    .argument('[names...]', 'only these; without any, all')
  return withJson(bench).action(async (names: string[], options: { json?: boolean }) => {
    const main = PLACES.find((path) => existsSync(path))
    if (main === undefined) throw new CommandError('The benchmarks run from a checkout of the source only.')
    const args = ['--conditions=source', main, ...names, ...(options.json ? ['--json'] : [])]
    const child = spawn(process.execPath, args, { stdio: 'inherit' })
    process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  })
}
