/** The person at the browser, without a browser: keeps cookies, follows links, and allows what the page asks. */

export interface Person {
  /** Opens the address that connects a program, and allows it. @returns the last words of the program */
  connect(address: string): Promise<string>
}

/** @param signInLink an unused link of the person */
export async function openPerson(signInLink: string): Promise<Person> {
  const jars = new Map<string, Map<string, string>>()

  async function send(url: string, form?: Record<string, string>): Promise<Response> {
    const { host, origin } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return response
  }

  /** Follows redirects until a page shows. */
  async function open(url: string): Promise<{ readonly url: string; readonly text: string }> {
    const response = await send(url)
    const to = response.headers.get('location')
    return to === null ? { url, text: await response.text() } : open(new URL(to, url).href)
  }

  await send(signInLink, {})
  return {
    async connect(address) {
      const page = await open(address)
      const answered = await send(page.url, { answer: 'allow', scope: 'write', zone: 'UTC' })
      // The answer is a page that leads on, so that the form goes to no other site.
      const next = /url=(\S+)/.exec(answered.headers.get('refresh') ?? '')?.[1] ?? ''
      return (await open(new URL(next, page.url).href)).text
    },
  }
}
