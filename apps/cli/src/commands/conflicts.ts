import { Command } from 'commander'
import { withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { output, UsageError } from '../output.ts'
import type { Choice, ShownConflict } from '../sync/conflicts.ts'

export function conflictsCommand(): Command {
  const command = new Command('conflicts')
    .description('list the blocks of a synced folder that two devices changed')
    .addHelpText('after', examples('conflicts ~/graph', 'conflicts ~/graph --pick 3f2504e0:2'))
    .argument('<folder>')
    .option('--pick <block:number>', 'choose a version by its number in the list; 1 is the current version')
  return withJson(command).action(
    async (folder: string, { pick, json }: { pick?: string; json?: boolean }) => {
      const out = output(json === true, (text) => process.stdout.write(text))
      const choice = pick === undefined ? undefined : readChoice(pick)
      const { listConflicts, pickVersion } = await import('../sync/conflicts.ts')
      if (choice) {
        await pickVersion(folder, choice)
        return out.result({ ok: true, ...choice }, ['Version chosen.'])
      }
      const conflicts = await listConflicts(folder)
      out.result({ conflicts }, conflicts.length === 0 ? NONE : conflicts.flatMap(lines))
    },
  )
}

const NONE = ['No conflicts.']

function lines({ id, page, versions }: ShownConflict): string[] {
  return [
    `${page}  ${id}`,
    ...versions.map(
      ({ number, text, at, device }) =>
        `  ${number}  ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}${device ? `  ${device}` : ''}  ${text.replaceAll('\n', '\n     ')}`,
    ),
  ]
}

function readChoice(text: string): Choice {
  const [, block, number] = /^([\w.-]+):(\d{1,3})$/.exec(text) ?? []
  if (block === undefined) throw new UsageError('--pick requires a block and a number, such as 3f2504e0:2.')
  return { block, number: Number(number) }
}
