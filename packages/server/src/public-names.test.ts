/** Names that callers give, at a name server that answers, refuses or keeps silent. @see assistants 9.4; events 2 */
import { lookup } from 'node:dns/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openNameServer } from '../test/name-server.ts'
import { nameResolver } from './public-names.ts'

/** A busy machine may take longer than the second that is usual. */
const WAIT = { timeout: 120_000 }

async function servedBy(answer: Parameters<typeof openNameServer>[0]) {
  const server = await openNameServer(answer)
  onTestFinished(async () => server.close())
  return { asked: server.asked, servers: [server.address] }
}

const NEVER = new AbortController().signal

test('[A9.4] a name has the addresses that its name servers give', async () => {
  const { asked, servers } = await servedBy(() => ['192.0.2.1', '192.0.2.2'])
  expect(await nameResolver({ servers })('app.example', NEVER)).toEqual(['192.0.2.1', '192.0.2.2'])
  expect(asked.toSorted()).toEqual(['A app.example', 'AAAA app.example'])
})

test('[A9.4] a name server that is silent for one kind of address is enough', async () => {
  const { servers } = await servedBy((_, kind) => (kind === 'A' ? ['192.0.2.1'] : undefined))
  expect(await nameResolver({ servers, patience: 100 })('app.example', NEVER)).toEqual(['192.0.2.1'])
})

test('[A9.4] a lookup is given up, and its name is not asked for again within a minute', async () => {
  const { asked, servers } = await servedBy(() => undefined)
  let now = 0
  const resolve = nameResolver({ servers, patience: 50, clock: () => now })
  await expect(resolve('slow.example', NEVER)).rejects.toMatchObject({ code: 'ECANCELLED' })
  const questions = asked.length
  now = 59_999
  await expect(resolve('slow.example', NEVER)).rejects.toMatchObject({ code: 'ECANCELLED' })
  expect(asked).toHaveLength(questions)
  now = 60_000
  await expect(resolve('slow.example', NEVER)).rejects.toMatchObject({ code: 'ECANCELLED' })
  expect(asked.length).toBeGreaterThan(questions)
})

test('[A9.4] a name without an address is not asked for again within a minute', async () => {
  const { asked, servers } = await servedBy(() => [])
  const resolve = nameResolver({ servers })
  for (let n = 0; n < 2; n++)
    await expect(resolve('gone.example', NEVER)).rejects.toMatchObject({ code: 'ENODATA' })
  expect(asked).toHaveLength(2)
})

test('[A9.4] a lookup ends with its request, which says nothing about the name', async () => {
  let addresses: readonly string[] | undefined
  const { asked, servers } = await servedBy(() => addresses)
  const resolve = nameResolver({ servers })
  const request = new AbortController()
  const pending = resolve('app.example', request.signal)
  await vi.waitFor(() => expect(asked).toHaveLength(2), WAIT)
  request.abort(new Error('the request was given up'))
  await expect(pending).rejects.toThrow('the request was given up')
  addresses = ['192.0.2.1']
  expect(await resolve('app.example', NEVER)).toEqual(addresses)
})

test('[A9.4] lookups at a silent name server hold no thread that others need', async () => {
  const { servers } = await servedBy(() => undefined)
  const request = new AbortController()
  const resolve = nameResolver({ servers })
  const lookups = Array.from({ length: 20 }, async (_, n) => resolve(`h${n}.slow.example`, request.signal))
  expect((await lookup('localhost')).address).toMatch(/^(?:127\.|::1$)/)
  request.abort()
  expect((await Promise.allSettled(lookups)).map(({ status }) => status)).not.toContain('fulfilled')
})
