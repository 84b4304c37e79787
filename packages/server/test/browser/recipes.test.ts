/**
 * A new token in a real browser: the lines for each client by keyboard, and the line that waits for the first call.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()

for (const javaScriptEnabled of [true, false])
  browserTest(
    `a client is chosen by keyboard, and the first call is seen, ${javaScriptEnabled ? 'with' : 'without'} a script`,
    async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
      const page = await context.newPage()
      await signIn(page, it)
      await page.goto(`${it.served.baseUrl}/settings/assistants`)
      await page.getByLabel('Name', { exact: true }).fill('Laptop')
      await page.getByRole('button', { name: 'Create token', exact: true }).click()
      const token = await page.locator('#token').innerText()

      const shown = page.locator('.tab:visible pre')
      await expect.poll(async () => shown.innerText()).toMatch(/^claude mcp add /)
      await page.getByRole('radio', { name: 'Claude Code' }).focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect.poll(async () => shown.innerText()).toMatch(/^\[mcp_servers\.notegraph\]/)
      if (javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
      await expect.poll(async () => page.evaluate('document.documentElement.scrollWidth')).toBe(360)

      const line = page.locator('[data-waits]')
      await expect.poll(async () => line.innerText()).toBe('Waiting for the first call…')
      if (!javaScriptEnabled) await line.getByRole('link').click()
      const headers = { Authorization: `Bearer ${token}` }
      await fetch(`${it.served.baseUrl}/api/v1/notes/pages`, { headers })
      await page.getByText('The first call has arrived.').waitFor()
      await context.close()
    },
  )
