/**
 * Two servers over one data folder.
 *
 * @module-tag process
 */
import { describe, expect, test } from 'vitest'
import { archive, importedPages, importOf, startImport } from './imports-of-servers.ts'
import { testHistories } from './histories-of-servers.ts'
import { LIMITS_ENV, testLimits } from './limits-of-servers.ts'
import { testPrograms } from './programs-of-servers.ts'
import { numberOf, useServers } from './servers.ts'

describe('two servers over one data folder', () => {
  const servers = useServers({ count: 2, env: () => LIMITS_ENV })

  testHistories(servers)
  testPrograms(servers)

  test('list an import that one of them runs, and refuse a second', async () => {
    const zip = await archive(400, 1)
    const replies = await Promise.all(servers.all.map(async (server) => startImport(server, zip, servers)))
    expect([numberOf(replies, 200), numberOf(replies, 409)]).toEqual([1, 1])
    const { id } = replies.find(({ status }) => status === 200)!.body['import']
    for (const server of servers.all) expect(await importOf(server, servers)).toMatchObject({ id })
    for (const server of servers.all)
      await expect
        .poll(async () => (await importOf(server, servers))['state'], { interval: 250 })
        .toBe('done')
    expect(await importedPages(servers.all[1]!)).toHaveLength(400)
  })

  testLimits(servers)
})
