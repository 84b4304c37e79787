import { Command } from 'commander'
import { countArgument } from '../arguments.ts'
import { withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { runFromCheckout } from '../from-checkout.ts'

interface Options {
  readonly agent: string
  readonly task?: readonly string[]
  readonly timeout?: number
  readonly jobs?: number
  readonly json?: boolean
}

export function evaluateCommand(): Command {
  const evaluate = new Command('evaluate')
    .description('give an assistant eighty tasks on sample notes and report the solved ones')
    .addHelpText('after', examples('evaluate --agent ~/bin/my-agent --task overdue rope-done --jobs 2'))
    .requiredOption(
      '--agent <command>',
      'command that reads a task on standard input and answers on standard output',
    )
    .option('--task <ids...>', 'tasks to run (default: all)')
    .option('--timeout <seconds>', 'time limit of a task (default: 300)', countArgument)
    .option('--jobs <count>', 'tasks that run at the same time (default: 1)', countArgument)
  return withJson(evaluate).action(async ({ agent, task = [], timeout, jobs, json }: Options) =>
    runFromCheckout('The evaluation runs', 'evaluation/main.ts', [
      `--agent=${agent}`,
      ...task.map((id) => `--task=${id}`),
      ...(timeout === undefined ? [] : [`--timeout=${timeout}`]),
      ...(jobs === undefined ? [] : [`--jobs=${jobs}`]),
      ...(json ? ['--json'] : []),
    ]),
  )
}
