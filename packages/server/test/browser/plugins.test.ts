/**
 * Plug-ins in a real browser: a person looks at a manifest, installs it, accepts a change, and stops it.
 *
 * @module-tag browser
 */
import { browserTest } from '@notegraph/browser-tests'
import { expect, onTestFinished } from 'vitest'
import { publishManifest } from '../publish-manifest.ts'
import { useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed({ NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1', NOTEGRAPH_OAUTH: 'on' })

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 300_000

/** Publishes a manifest until the test ends. @returns its address */
async function publish(more: () => object): Promise<string> {
  const { url, stop } = await publishManifest(more)
  onTestFinished(stop)
  return url
}

browserTest(
  '[V5] a plug-in is installed, accepted again after a change, and stopped',
  { timeout: PATIENCE },
  async ({ page }) => {
    let more = {}
    const url = await publish(() => more)
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/settings/plugins`)
    await looksRight(page)
    await page.getByLabel('Address of the manifest').fill(url)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Install Recipes?' }).waitFor()
    await looksRight(page)
    await page.getByRole('button', { name: 'Install' }).click()
    await page.getByText('Connect it now').waitFor()
    await expect
      .poll(async () => page.getByRole('link', { name: 'Connect at' }).getAttribute('href'))
      .toContain('/connect?iss=')
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
