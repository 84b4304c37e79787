import type { DayAnswer } from '@notegraph/contract'
import { Command } from 'commander'
import { accountOption, zoneOption } from '../arguments.ts'
import { callerOf } from '../caller.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { counted } from '../output.ts'
import { accepted } from '../service-result.ts'

export function todayCommand(): Command {
  return storeCommand<{ account: string; zone?: string }>(
    new Command('today')
      .description("print today's page as an outline")
      .addHelpText('after', examples('today --account me'))
      .addOption(accountOption())
      .addOption(zoneOption("time zone of today (default: the account's)")),
    async (run, { account, zone }) => {
      const { notesService } = await import('@notegraph/service')
      const caller = await callerOf(run, {
        accountId: account,
        scope: 'read',
        name: 'notegraph today',
        ...(zone !== undefined && { zone }),
      })
      const notes = notesService(run.store, Date.now)
      const read = await accepted(notes.readDay(caller, 'today', { limit: Infinity, offset: 0 }))
      run.out.answer(read, await outline(read.value()))
    },
  )
}

async function outline({ date, page, blocks, total }: DayAnswer): Promise<string[]> {
  const { entriesInOrder } = await import('@notegraph/contract')
  const { blockLines } = await import('@notegraph/block-text')
  if (page === null) return [`No notes for ${date} yet.`]
  const depths = new Map<string | null, number>([[null, -1]])
  const lines = blocks.flatMap(({ id, parentId, content }) => {
    const depth = depths.get(parentId)! + 1
    depths.set(id, depth)
    return blockLines(content, depth)
  })
  const more = total - blocks.length
  return [
    ...entriesInOrder(page.props).map(([key, value]) => `${key}:: ${value}`),
    ...lines,
    ...(more > 0 ? [`${counted(more, 'block is', 'blocks are')} not shown.`] : []),
  ]
}
