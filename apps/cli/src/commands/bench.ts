import { Command } from 'commander'
import { withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { runFromCheckout } from '../from-checkout.ts'

interface Options {
  readonly blocks?: string
  readonly data?: string
  readonly only?: string
  readonly json?: boolean
}

export function benchCommand(): Command {
  const bench = new Command('bench')
    .description('run the benchmarks, as ratios against a floor measured in the same run')
    .addHelpText('after', examples('bench http search --blocks 100000'))
    .argument('[names...]', 'only these; without any, all')
    .option('--blocks <count>', 'that of search on one size alone: 100000 or 1000000')
    .option('--data <folder>', 'where that of search keeps its graphs for the next time')
    .option('--only <words>', 'the rows of load whose names hold the words')
  return withJson(bench).action(async (names: string[], { blocks, data, only, json }: Options) =>
    runFromCheckout('The benchmarks run', 'bench/main.ts', [
      ...names,
      ...(blocks === undefined ? [] : [`--blocks=${blocks}`]),
      ...(data === undefined ? [] : [`--data=${data}`]),
      ...(only === undefined ? [] : [`--only=${only}`]),
      ...(json ? ['--json'] : []),
    ]),
  )
}
