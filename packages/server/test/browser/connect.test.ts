/**
 * A person connects an app in a real browser, with a real server and the SDK clients of both generations.
 *
 * @module-tag browser
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { CLIENTS, signingIn } from '../oauth-clients.ts'
import { useServed } from '../served.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed({ NOTEGRAPH_OAUTH: 'on' })

/** The program on the person's computer that waits for the answer. */
let app: Server
let redirect: string
let came: URL | undefined
beforeAll(async () => {
  app = createServer((request, response) => {
    if (request.url?.startsWith('/callback') === true) came = new URL(request.url, redirect)
    response.setHeader('Content-Type', 'text/html').end('<title>The app</title>')
  })
  await new Promise<void>((resolve) => {
    app.listen(0, '127.0.0.1', resolve)
  })
  redirect = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`
})
afterAll(() => {
  app.closeAllConnections()
  app.close()
})

describe.each(CLIENTS)('[A9.2] a person who uses the client of the %s generation', (which) => {
  browserTest('signs in, allows it, sees it work, and disconnects it', async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (entry) => {
      if (entry.type() === 'error') complaints.push(entry.text())
    })
    const client = signingIn(which, `${it.served.baseUrl}/api/mcp`, redirect)
    await expect(client.connect()).rejects.toThrow(/unauthorized/i)
    await signIn(page, it)
    await page.goto(client.opened?.href ?? '')
    const asked = await page.locator('main').innerText()
    expect(asked).toContain(`A client of the ${which} generation`)
    expect(asked).toContain(new URL(redirect).host)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${redirect}?**`)
    await expect.poll(async () => page.title()).toBe('The app')
    await client.finish(came!)
    expect(await client.call('list_pages', {})).toContain('page')

    await page.goto(`${it.served.baseUrl}/settings/assistants`)
    expect(await axeFindings(page)).toEqual([])
    const row = page.getByRole('row', { name: `A client of the ${which} generation` })
    await expect.poll(async () => row.innerText()).toContain('Read and write')
    await row.getByRole('link', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('is disconnected').waitFor()
    await expect(client.call('list_pages', {})).rejects.toThrow('the app was disconnected')
    await client.close()
    expect(complaints).toEqual([])
  })
})
