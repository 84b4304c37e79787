import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { accountOption, webAddressArgument } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, counted } from '../output.ts'
import { withProgress } from '../progress.ts'
import { accepted } from '../service-result.ts'

interface Options {
  readonly account: string
  readonly site: string
  readonly base?: string
}

export function publishCommand(): Command {
  return storeCommand<Options>(
    new Command('publish')
      .description('write a published site as plain files that any host serves')
      .addHelpText(
        'after',
        examples('publish ~/public --account me --site garden --base https://garden.example'),
      )
      .argument('<folder>', 'the folder of the site; other files in it stay')
      .addOption(accountOption())
      .requiredOption('--site <slug>', 'slug of the site')
      .addOption(
        new Option(
          '--base <url>',
          'address of the folder on the web, for feeds and the map of the site',
        ).argParser(webAddressArgument),
      ),
    async ({ store, blobs, operators, out, settings }, { account: id, site, base }, folder) => {
      const { originOf, publishFolder } = await import('@notegraph/host')
      const { siteReaders, siteSets } = await import('@notegraph/service')
      const { writeStaticSite } = await import('@notegraph/web')
      const { programHash } = await import('../program-hash.ts')
      const { siteThreads } = await import('../site-threads.ts')
      const account = await operators.account(id)
      const at = resolve(folder)
      if (statSync(at, { throwIfNoEntry: false })?.isDirectory() === false)
        throw new CommandError(`${folder} is not a folder.`)
      const origin = originOf(settings)
      const sets = siteSets(store, Date.now)
      const readers = siteReaders(store, {
        blobs,
        clock: Date.now,
        sets,
        ...(origin !== undefined && { origin }),
      })
      // Before the pages are read, so that these are at least as new as the state.
      const state = JSON.stringify([await readers.stateOf(site), base, origin])
      const opened = await accepted(readers.openOwn(account, site))
      const threads = siteThreads()
      const options = { threads: threads.start, ...(base !== undefined && { base }) }
      const published = await withProgress('Publishing', out.json, async (progress) => {
        try {
          return await publishFolder(
            at,
            (target) =>
              writeStaticSite({ siteReaders: readers, blobs }, opened, target, { ...options, progress }),
            {
              program: programHash('@notegraph/web'),
              state,
              isLasting: ({ missing }) => missing.length === 0,
            },
          )
        } finally {
          await threads.end()
        }
      })
      if (!published.ok)
        throw new CommandError(
          `${published.inTheWay} in ${folder} is not of the site. Move the file, or choose another folder.`,
        )
      const { pages, files, missing } = published.value
      out.result(published.value, [
        `Wrote ${counted(pages, 'page')}, ${counted(files, 'file')} to ${folder}.`,
        ...missing.map((name) => `The content of ${name} is missing from the store.`),
      ])
    },
  )
}
