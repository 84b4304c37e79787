import { describe, expect, test } from 'vitest'
import { CLIENTS, signingIn, type SigningIn } from './oauth-clients.ts'
import { useServed } from './served.ts'

const REDIRECT = 'http://127.0.0.1:1/callback' // nothing listens; the test reads the redirect
const it = useServed({ NOTEGRAPH_OAUTH: 'on' })

/** Follows a link as a browser does, without a browser. @returns the answer, and where it redirects to */
function browser() {
  const cookies = new Map<string, string>()
  return async (
    url: string,
    form?: Record<string, string>,
  ): Promise<{ to: string | undefined; status: number }> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { Origin: new URL(url).origin, 'Sec-Fetch-Site': 'same-origin' }),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    await response.arrayBuffer()
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const to =
      response.headers.get('location') ?? /url=(\S+)/.exec(response.headers.get('refresh') ?? '')?.[1]
    return { to: to === undefined ? undefined : new URL(to, url).href, status: response.status }
  }
}

let person: ReturnType<typeof browser> | undefined

/** Signs in once, then answers the page that asks. @returns the address with the code */
async function allow(client: SigningIn): Promise<URL> {
  if (!person) {
    person = browser()
    await person(it.served.signInLink ?? '')
  }
  const page = await person(client.opened?.href ?? '')
  const asked = await person(page.to ?? '')
  expect(asked.status).toBe(200)
  const answered = await person(page.to ?? '', { answer: 'allow', scope: 'write', zone: 'UTC' })
  return new URL((await person(answered.to ?? '')).to ?? '')
}

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
