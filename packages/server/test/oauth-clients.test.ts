import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENTS, signingIn, type SigningIn } from './oauth-clients.ts'
import { signInPerson, type Person } from './oauth-person.ts'
import { useServed } from './served.ts'

const REDIRECT = 'http://127.0.0.1:1/callback' // nothing listens; the test reads the redirect
const it = useServed({ NOTEGRAPH_OAUTH: 'on' })

let person: Person
beforeAll(async () => {
  person = await signInPerson(it.served.signInLink ?? '')
})

/** @returns the address with the code */
const allow = async ({ opened }: SigningIn): Promise<URL> => person.allow(opened?.href ?? '')

describe.each(CLIENTS)('[A9.1] the client of the %s generation', (which) => {
  test('finds the server from the address of MCP, registers, asks the person, and writes', async () => {
    const client = signingIn(which, `${it.served.baseUrl}/api/mcp`, REDIRECT)
    await expect(client.connect()).rejects.toThrow(/unauthorized/i)
    expect(client.opened?.pathname).toBe('/oauth/authorize')
    expect(Object.fromEntries(client.opened?.searchParams ?? [])).toMatchObject({
      code_challenge_method: 'S256',
      resource: `${it.served.baseUrl}/api/mcp`,
      scope: 'notes:read notes:write',
    })
    await client.finish(await allow(client))
    expect(await client.call('add_block', { page: 'today', text: `from the ${which} one` })).toContain(
      'from the',
    )
    const before = client.tokens()
    client.forgetAccess()
    expect(await client.call('read_day', { date: 'today' })).toContain(`from the ${which} one`)
    expect(client.tokens()?.refresh_token).not.toBe(before?.refresh_token)
    await client.close()
  })
})

test('[A9.1] the newer client refuses an answer of another issuer', async () => {
  const client = signingIn('newer', `${it.served.baseUrl}/api/mcp`, REDIRECT)
  await expect(client.connect()).rejects.toThrow(/unauthorized/i)
  const back = await allow(client)
  back.searchParams.set('iss', 'https://evil.example')
  await expect(client.finish(back)).rejects.toThrow(/issuer/i)
})
