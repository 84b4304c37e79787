/** A person who answers the page that asks, without a browser: follows links, keeps cookies and sends forms. */
import { expect } from 'vitest'

export interface Person {
  /** Opens the address that an app opened, and allows it. @returns the address of the app, with its code */
  allow(opened: string): Promise<URL>
}

/** @param signInLink an unused link of the person */
export async function signInPerson(signInLink: string): Promise<Person> {
  const cookies = new Map<string, string>()

  /** @returns the status, and the address that the answer leads to */
  async function follow(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ to: string | undefined; status: number }> {
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

  await follow(signInLink, {})
  return {
    async allow(opened) {
      const { to: page = '' } = await follow(opened)
      expect((await follow(page)).status).toBe(200)
      const answered = await follow(page, { answer: 'allow', scope: 'write', zone: 'UTC' })
      return new URL((await follow(answered.to ?? '')).to ?? '')
    },
  }
}
