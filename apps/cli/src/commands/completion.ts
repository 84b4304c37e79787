import { Argument, Command } from 'commander'
import { withJson } from '../command.ts'
import { bashScript } from '../completion/bash.ts'
import { fishScript } from '../completion/fish.ts'
import { offersOf } from '../completion/offers.ts'
import { zshScript } from '../completion/zsh.ts'
import { examples } from '../examples.ts'
import { output } from '../output.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const
type Shell = keyof typeof SCRIPTS

/** @param program the program whose commands the script completes */
export function completionCommand(program: Command): Command {
  const command = new Command('completion')
    .description('print a shell script that completes commands, options and folders')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      '\nLoad the script in the start file of the shell: `source <(notegraph completion bash)` in bash,\n`source <(notegraph completion zsh)` in zsh, `notegraph completion fish | source` in fish.',
    )
    .addHelpText('after', examples('completion bash', 'completion zsh', 'completion fish'))
  return withJson(command).action((shell: Shell, { json }: { json?: boolean }) => {
    const script = SCRIPTS[shell](offersOf(program))
    output(json === true, (text) => process.stdout.write(text)).result({ shell, script }, [script.trimEnd()])
  })
}
