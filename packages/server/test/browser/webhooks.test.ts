/**
 * Webhooks in a real browser: a person creates one, a program hears of a change, and a message is sent again.
 *
 * @module-tag browser
 */
import { browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { openReceiver } from '../webhook-receiver.ts'
import { looksRight } from './looks-right.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed({ NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1' })

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 240_000

browserTest(
  '[V2] a webhook is created, hears of a change, and its message is sent again',
  { timeout: PATIENCE },
  async ({ page }) => {
    const receiver = await openReceiver()
    await signIn(page, it)
    await page.goto(`${it.served.baseUrl}/settings/webhooks`)
    await looksRight(page)
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Webhook created').waitFor()
    await expect.poll(async () => page.locator('#secret').innerText()).toMatch(/^whsec_/)

    const answer = await fetch(`${it.served.baseUrl}/api/v1/notes/pages/today/blocks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${it.served.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'from a program' }),
    })
    expect(answer.status).toBe(200)
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(receiver.received[0]!.message.data.by).toMatchObject({ kind: 'token' })
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByText('Delivered').count()
      })
      .toBe(1)
    await looksRight(page)
    await page.getByRole('button', { name: /Send again/ }).click()
    await page.getByText('Message delivered.').waitFor()
    const [first, second] = receiver.received
    expect([receiver.received.length, second!.id]).toEqual([2, first!.id])

    await page.getByRole('link', { name: 'Delete webhook' }).click()
    await looksRight(page)
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
  },
)
