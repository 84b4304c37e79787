import { Command } from 'commander'
import { withJson } from '../command.ts'
import { runFromCheckout } from '../from-checkout.ts'

export function benchCommand(): Command {
  const bench = new Command('bench')
    .description('run the benchmarks, as ratios against a floor measured in the same run')
    .argument('[names...]', 'only these; without any, all')
  return withJson(bench).action(async (names: string[], options: { json?: boolean }) =>
    runFromCheckout('The benchmarks run', 'bench/main.ts', [...names, ...(options.json ? ['--json'] : [])]),
  )
}
