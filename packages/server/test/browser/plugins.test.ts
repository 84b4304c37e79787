/** Plug-ins in a real browser: a person looks at a manifest, installs it, accepts a change, and stops it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browserTest } from '@notegraph/browser-tests'
import { expect, onTestFinished } from 'vitest'
import { MANIFEST, NOTEGRAPH } from '../plugins.ts'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { followSignInLink, signInLink } from './sign-in-link.ts'

const it = useServed({ NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1', NOTEGRAPH_OAUTH: 'on' })

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 300_000

/** Publishes a manifest on this machine. @returns its address */
async function publish(more: () => object): Promise<string> {
  const server = createServer((_, response) => {
    const { port } = server.address() as AddressInfo
    const at = `http://127.0.0.1:${port}`
    const { page_types } = NOTEGRAPH
    const notegraph = { ...NOTEGRAPH, page_types, events: { url: `${at}/events` } }
    const uris = {
      client_uri: `${at}/`,
      initiate_login_uri: `${at}/connect`,
      redirect_uris: [`${at}/callback`],
    }
    response.end(
      JSON.stringify({ ...MANIFEST, client_id: `${at}/manifest.json`, ...uris, notegraph, ...more() }),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`
}

browserTest(
  '[V5] a plug-in is installed, accepted again after a change, and stopped',
  { timeout: PATIENCE },
  async ({ page }) => {
    let more = {}
    const url = await publish(() => more)
    await followSignInLink(page, await signInLink(it))
    await page.goto(`${it.served.baseUrl}/settings/plugins`)
    await looksRight(page)
    await page.getByLabel('Address of the manifest').fill(url)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Install Recipes?' }).waitFor()
    await looksRight(page)
    await page.getByRole('button', { name: 'Install' }).click()
    await page.getByText('Connect it now').waitFor()
    expect(await page.getByRole('link', { name: 'Connect at' }).getAttribute('href')).toContain(
      '/connect?iss=',
    )
    await looksRight(page)

    more = { scope: 'notes:read' }
    await page.getByRole('button', { name: 'Look for changes' }).click()
    await page.getByText('changed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Accept changes' }).click()
    await page.getByText('Reads all your notes').waitFor()

    await page.getByRole('link', { name: 'Stop plug-in' }).click()
    await looksRight(page)
    await page.getByRole('button', { name: 'Stop plug-in' }).click()
    await page.getByText('No plug-ins yet').waitFor()
  },
)
