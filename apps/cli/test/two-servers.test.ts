/** Two servers over one data folder. */
import { checkLinearizable, recordHistory } from '@notegraph/store/contract'
import { describe, expect, test } from 'vitest'
import { archive, importedPages, importOf, startImport } from './imports-of-servers.ts'
import { LIMITS_ENV, testLimits } from './limits-of-servers.ts'
import { numberOf, textOf, useServers, type Server } from './servers.ts'

describe('two servers over one data folder', () => {
  const servers = useServers({ count: 2, env: () => LIMITS_ENV })

  test('run reads and writes at once of a few blocks so that they are linearizable', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++)
      ids.push((await servers.addBlock(servers.all[0]!, 'today', 'start')).body['block'].id)
    const history = recordHistory()
    await Promise.all(
      Array.from({ length: 6 }, async (_, client) => {
        const server = servers.all[client % 2]!
        for (let n = 0; n < 12; n++) {
          const id = ids[(client + n) % ids.length]!
          if ((client + n) % 3 === 0) await write(server, id, `${client}.${n}`)
          else await history.read(id, async () => textOf(server, id))
        }
      }),
    )
    const initial = () => 'start'
    expect(checkLinearizable(history.operations, { initial })).toEqual({ ok: true })

    // A server that answers from a cache would be found.
    const [id, cached] = [ids[0]!, await textOf(servers.all[1]!, ids[0]!)]
    await write(servers.all[0]!, id, 'newest')
    await history.read(id, async () => cached)
    expect(checkLinearizable(history.operations, { initial })).toMatchObject({ ok: false, register: id })

    async function write(server: Server, id: string, text: string): Promise<void> {
      await history.write(id, text, async () => {
        const { status } = await server.send('PATCH', `/notes/blocks/${id}`, { body: { text } })
        if (status !== 200 && status !== 409) throw new Error(`a write returned ${status}`)
        return status === 200
      })
    }
  })

  test('list an import that one of them runs, and refuse a second', async () => {
    const zip = await archive(400, 1)
    const replies = await Promise.all(servers.all.map(async (server) => startImport(server, zip, servers)))
    expect([numberOf(replies, 200), numberOf(replies, 409)]).toEqual([1, 1])
    const { id } = replies.find(({ status }) => status === 200)!.body['import']
    for (const server of servers.all) expect(await importOf(server, servers)).toMatchObject({ id })
    for (const server of servers.all)
      await expect
        .poll(async () => (await importOf(server, servers))['state'], { timeout: 60_000 })
        .toBe('done')
    expect(await importedPages(servers.all[1]!)).toHaveLength(400)
  })

  testLimits(servers)
})
