/**
 * The daily digest in a real browser: its settings, the links of its e-mails, and a notification. @see events 3
 *
 * @module-tag browser
 */
import { browserTest, type BrowserContext, type Page } from '@notegraph/browser-tests'
import { openStore, readSettings } from '@notegraph/host'
import { digestSender } from '@notegraph/service'
import { expect } from 'vitest'
import { smtpMail } from '../../src/digest/smtp-mail.ts'
import { webPushSender } from '../../src/digest/web-push.ts'
import { messagePoster } from '../../src/webhooks/post-message.ts'
import type { MailServer } from '../mail-server.ts'
import { openPushService, type PushService } from '../push-service.ts'
import { useServedWithMail } from '../served-with-mail.ts'
import { looksRight } from './looks-right.ts'
import { signIn } from './sign-in-link.ts'

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 240_000

const { it, mails } = useServedWithMail({ NOTEGRAPH_WEBHOOK_HOSTS: '127.0.0.1' })

/** Writes with a token, and runs the sender of another process when the next digest is due. */
async function sendDigests() {
  const answer = await fetch(`${it.served.baseUrl}/api/v1/notes/pages/today/blocks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${it.served.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: 'TODO Sow rye\nSCHEDULED: <2026-01-02 Fri>' }),
  })
  expect(answer.status).toBe(200)
  const { store } = await openStore(readSettings(it.data.env))
  const ways = await store.digests.ways('me')
  const due = Math.min(...ways.filter(({ offAt }) => offAt === undefined).map(({ dueAt }) => dueAt))
  const sender = digestSender(store, {
    mail: smtpMail({ url: mails().url, from: 'notes@notes.example' }),
    push: webPushSender(messagePoster({ ownHosts: ['127.0.0.1'] }), () => 'https://notes.example'),
    clock: () => due,
    baseUrl: () => it.served.baseUrl,
  })
  await sender.look()
  await store.close()
}

const linkIn = (mail: MailServer['received'][number] | undefined, part: string): string =>
  new RegExp(`(http://\\S+/digest/${part}/\\w+)`).exec(mail?.body ?? '')![1]!

browserTest(
  '[V3] an address is confirmed with a link, and one click ends its digest',
  { timeout: PATIENCE },
  async ({ page }) => {
    const settings = `${it.served.baseUrl}/settings/digest`
    await signIn(page, it)
    await page.goto(settings)
    await looksRight(page)
    await page.getByLabel('Hour').selectOption('06:00')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByRole('button', { name: 'Save time' }).click()
    await page.getByText('Digest saved.').waitFor()
    // The keyboard alone.
    await page.getByLabel('Address').focus()
    await page.keyboard.type('ada@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for you to open the link').waitFor()
    await page.goto(linkIn(mails().received[0], 'confirm'))
    await looksRight(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Address confirmed').first().waitFor()
    await page.goto(settings)
    await page.getByText('Next:').waitFor()
    await looksRight(page)

    await sendDigests()
    expect(mails().received[1]!.headers['subject']).toMatch(/overdue, .*1 change by assistants$/)
    await page.goto(linkIn(mails().received[1], 'end'))
    await looksRight(page)
    await page.getByRole('button', { name: 'Stop the digest' }).click()
    await page.getByText('Digest stopped').first().waitFor()
    await page.goto(settings)
    await page.getByText('Stopped by the link').waitFor()
    await page.getByRole('button', { name: 'Switch on again' }).click()
    await page.getByText('Next:').waitFor()
  },
)

browserTest('[V3] without a script the address and the time are set', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/settings/digest`)
  await expect.poll(async () => page.getByRole('button', { name: 'Send to this browser' }).count()).toBe(0)
  await page.getByText('it must allow scripts').waitFor()
  await page.getByRole('button', { name: 'Pause digest' }).click()
  await page.getByText('The digest is paused.').waitFor()
  await page.getByRole('button', { name: 'Resume digest' }).click()
  await page.getByText('Digest resumed.').waitFor()
  await context.close()
})

/** Gives the page the subscription of a service on this machine, which the browser's own would give it. */
const subscribesWith = async (page: Page, { subscription }: PushService) =>
  page.addInitScript(
    `PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify(subscription)}) })`,
  )

const NOTIFICATIONS = `navigator.serviceWorker.getRegistrations()
  .then(([registration]) => registration.getNotifications())
  .then((all) => all.map(({ title, body }) => [title, body]))`
const CLICK_END = `registration.getNotifications().then(([notification]) =>
  dispatchEvent(new NotificationEvent('notificationclick', { notification, action: 'end' })))`

browserTest(
  '[V3] a browser subscribes, shows a digest, and ends it',
  { timeout: PATIENCE },
  async ({ page, context }) => {
    const service = await openPushService()
    const { baseUrl } = it.served
    await context.grantPermissions(['notifications'], { origin: baseUrl })
    await subscribesWith(page, service)
    await signIn(page, it)
    await page.goto(`${baseUrl}/settings/digest`)
    await page.getByRole('button', { name: 'Send to this browser' }).click()
    await page.getByText('This browser gets the digest.').waitFor()
    await looksRight(page)

    await sendDigests()
    expect(service.received).toHaveLength(1)
    await deliver(context, page, service.received[0]!.payload)
    await expect
      .poll(() => page.evaluate(NOTIFICATIONS))
      .toEqual([['Notegraph', service.received[0]!.payload.body]])
    await context.serviceWorkers()[0]!.evaluate(CLICK_END)
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByText('Stopped by the link').count()
      })
      .toBe(1)
    await page.getByRole('button', { name: /^Remove\s?:/ }).click()
    await page.getByText('No browser gets the digest.').waitFor()
  },
)

/** Hands a message to the service worker, as the service of the browser does once it is decrypted. */
async function deliver(context: BrowserContext, page: Page, payload: object) {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: it.served.baseUrl,
    registrationId: await registered,
    data: JSON.stringify(payload),
  })
}
