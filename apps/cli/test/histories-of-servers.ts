/** Histories of reads and writes over servers of one store. */
import { checkLinearizable, recordHistory } from '@notegraph/store/contract'
import { expect, test } from 'vitest'
import { textOf, type Server, type Servers } from './servers.ts'

const [CLIENTS, CALLS, BLOCKS] = [6, 12, 3]

/** Defines the test. */
export function testHistories(servers: Servers): void {
  test('run reads and writes at once of a few blocks so that they are linearizable', async () => {
    const [first, second] = servers.all as [Server, Server]
    const ids: string[] = []
    for (let n = 0; n < BLOCKS; n++)
      ids.push((await servers.addBlock(first, 'today', 'start')).body['block'].id)
    const history = recordHistory()
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const server = servers.all[client % servers.all.length]!
        for (let n = 0; n < CALLS; n++) {
          const id = ids[(client + n) % ids.length]!
          if ((client + n) % 3 === 0) await write(server, id, `${client}.${n}`)
          else await history.read(id, async () => textOf(server, id))
        }
      }),
    )
    const initial = () => 'start'
    expect(checkLinearizable(history.operations, { initial })).toEqual({ ok: true })

    // A server that answers from a cache would be found.
    const [id, cached] = [ids[0]!, await textOf(second, ids[0]!)]
    await write(first, id, 'newest')
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
}
