/**
 * New access to the account is shown to its owner: a notice until the security log is opened, and an e-mail.
 *
 * @module-tag both-stores
 */
import { noticesService, siteSets, type Mail } from '@notegraph/service'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '@notegraph/contract'
import { openApi, type Api } from './api.ts'
import { codeOf, exchangeCode, openOauth, verifier } from './oauth.ts'
import { signedIn } from './web-browser.ts'

let api: Api
let mails: Mail[]
let session: string
beforeEach(async () => {
  mails = []
  api = await openApi({
    mail: async (mail) => {
      mails.push(mail)
      return 'sent'
    },
  })
  ;({ session } = await api.operators.createSession('me', { device: 'Phone' }))
})

const send = async (path: string, body: object) =>
  api.call(`/api/v1/settings${path}`, {
    method: 'POST',
    token: session,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  })
const notices = async () => {
  const { body } = await api.call('/api/v1/settings/notices', { token: session })
  return (body['notices'] as { kind: string; event?: string; app?: string }[])
    .filter(({ kind }) => kind === 'new_access' || kind === 'secret_reused')
    .map(({ event, app }) => event ?? app)
}
const confirm = async () =>
  api.store.digests.addWay(
    {
      id: 'w',
      accountId: 'me',
      kind: 'email',
      address: 'ada@example.org',
      createdAt: 1,
      confirmedAt: 2,
      endKey: 'k',
      version: 1,
      dueAt: 9e12,
      reportedUntil: 0,
      attempts: 0,
    },
    1,
  )

test('[D9.9] each new token, device, shared page and webhook is a notice, until the log is opened', async () => {
  await api.post('/pages', { name: 'Quay' })
  await send('/tokens', { name: 'x' })
  await send('/shares', { page: 'Quay' })
  await send('/webhooks', { url: 'https://hook.example' })
  const browser = await signedIn(api)
  await browser.post('/settings/devices', { device: 'Tablet' })
  const all = ['device_added', 'webhook_made', 'page_shared', 'token_made']
  expect(await notices()).toEqual(all)
  expect(await (await browser.get('/settings/notices')).text()).toContain('Webhook created')
  await browser.get('/settings/security')
  expect(await notices()).toEqual([])
})

test('[D9.9] what the operator makes on the machine is in the log alone', async () => {
  await api.operators.createToken('me', { name: 'x', scope: 'read' })
  expect(await notices()).toEqual([])
})

test('[D9.9] an app whose code was used twice is named', async () => {
  const oauth = await openOauth()
  const asked = { verifier: verifier() }
  const code = await codeOf(oauth, asked)
  await exchangeCode(oauth, code, asked)
  await exchangeCode(oauth, code, asked)
  const { entries } = await oauth.store.audit.list('me', { limit: 9, offset: 0 })
  expect(entries[0]).toMatchObject({ event: 'app_ended', detail: expect.stringMatching(/^reused: ./) })
  const clock = () => entries[0]!.at
  const { notices } = await noticesService(oauth.store, clock, siteSets(oauth.store, clock)).read(
    (await oauth.store.accounts.find('me'))!,
  )
  expect(notices[0]).toMatchObject({ kind: 'secret_reused', app: entries[0]!.detail!.slice(8) })
})

test('[D9.9] a confirmed address of the digest gets an e-mail, at most some a day', async () => {
  await send('/tokens', { name: 'x' })
  expect(mails).toEqual([])
  await confirm()
  for (let n = 0; n < LIMITS.accessMailsPerDay + 3; n++) {
    await send('/tokens', { name: `x${n}` })
    await expect.poll(() => mails.length).toBe(Math.min(n + 1, LIMITS.accessMailsPerDay - 1))
  }
  expect(mails[0]).toMatchObject({
    to: 'ada@example.org',
    subject: 'A new token has access to your notes',
    text: expect.stringContaining('/settings/security'),
  })
})
