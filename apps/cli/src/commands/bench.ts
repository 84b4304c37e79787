import { Command } from 'commander'
import { withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { runFromCheckout } from '../from-checkout.ts'

interface Options {
  readonly blocks?: string
  readonly data?: string
  readonly only?: string
  readonly keys?: string
  readonly json?: boolean
}

export function benchCommand(): Command {
  const bench = new Command('bench')
    .description('run the benchmarks and report ratios to a floor measured in the same run')
    .addHelpText('after', examples('bench http search --blocks 100000'))
    .argument('[names...]', 'benchmarks to run (default: all)')
    .option('--blocks <count>', 'size of the search benchmark: 100000 or 1000000')
    .option('--data <folder>', 'folder where the search benchmark caches its graphs')
    .option('--only <words>', 'run only the load rows whose names contain these words')
    .option('--keys <count>', 'keys that the outliner benchmark types: 1000 by default')
  return withJson(bench).action(async (names: string[], { blocks, data, only, keys, json }: Options) =>
    runFromCheckout('The benchmarks run', 'bench/main.ts', [
      ...names,
      ...(blocks === undefined ? [] : [`--blocks=${blocks}`]),
      ...(data === undefined ? [] : [`--data=${data}`]),
      ...(only === undefined ? [] : [`--only=${only}`]),
      ...(keys === undefined ? [] : [`--keys=${keys}`]),
      ...(json ? ['--json'] : []),
    ]),
  )
}
