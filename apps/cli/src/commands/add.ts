import { Command } from 'commander'
import { accountOption, wordsArgument, zoneOption } from '../arguments.ts'
import { callerOf } from '../caller.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { accepted } from '../service-result.ts'

interface Options {
  readonly account: string
  readonly page: string
  readonly zone?: string
}

/** The author that the change list shows for the block. */
const NAME = 'notegraph add'

export function addCommand(): Command {
  return storeCommand<Options>(
    new Command('add')
      .description("add a block to the end of today's page or another page")
      .addHelpText(
        'after',
        examples(
          "add 'TODO Call [[Ada]] #phone' --account me",
          "add 'Sow the beans' --account me --page Garden",
        ),
      )
      .argument('<text>', 'text of the block, in Markdown', wordsArgument)
      .addOption(accountOption())
      .option('--page <name>', 'existing page, or a day such as tomorrow', wordsArgument, 'today')
      .addOption(zoneOption("time zone of today (default: the account's)")),
    async (run, { account, page, zone }, text) => {
      const { originOf } = await import('@notegraph/host')
      const { writeService } = await import('@notegraph/service')
      const { settings, store, out } = run
      const origin = originOf(settings)
      const writes = writeService(store, {
        clock: Date.now,
        newId: () => crypto.randomUUID(),
        revertibleChanges: settings.revertibleChanges,
        ...(origin !== undefined && { origin }),
      })
      const caller = await callerOf(run, {
        accountId: account,
        scope: 'write',
        may: ['publish'], // a person writes the command
        name: NAME,
        ...(zone !== undefined && { zone }),
      })
      const added = await accepted(writes.addBlock(caller, page, { text }))
      const { block } = added.value()
      out.answer(added, [`Added a block to ${block.page}: ${block.id}`])
    },
  )
}
