/**
 * A server sends digests by itself, and its log has nothing of them. @see events 3
 *
 * @module-tag both-stores
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBlock, makePage } from '@notegraph/graph'
import { makeLog, openStore, readSettings, type Settings } from '@notegraph/host'
import { operator } from '@notegraph/service'
import type { DigestWay, Store } from '@notegraph/store'
import { makeTestData } from '@notegraph/store/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDigestSender } from '../src/digest/sender-timer.ts'
import { smtpMail } from '../src/digest/smtp-mail.ts'
import { serve } from '../src/index.ts'
import { openMailServer, type MailServer } from './mail-server.ts'

const HOUR = 3_600_000

let folder: string
let mails: MailServer
let settings: Settings
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-digest-'))
  mails = await openMailServer()
  const { env } = await makeTestData(folder)
  settings = readSettings({
    ...env,
    NOTEGRAPH_PORT: '0',
    NOTEGRAPH_LOG_LEVEL: 'silent',
    NOTEGRAPH_SMTP_URL: mails.url,
    NOTEGRAPH_SMTP_FROM: 'notes@notes.example',
  })
})
afterEach(async () => {
  await mails.close()
  rmSync(folder, { recursive: true })
})

/** An account with a task that is due, whose digest is due since less than an hour. */
async function addAccount(store: Store, operators: ReturnType<typeof operator>) {
  const now = Date.now()
  await operators.createAccount('me', {})
  await store.digests.save({ accountId: 'me', isOn: true, hour: new Date(now).getUTCHours() })
  const way: DigestWay = {
    id: 'w1',
    accountId: 'me',
    kind: 'email',
    address: 'ada@example.org',
    createdAt: now,
    version: 0,
    confirmedAt: now,
    endKey: 'nge_x',
    dueAt: now - HOUR,
    reportedUntil: now,
    attempts: 0,
  }
  await store.digests.addWay(way, 1)
  const page = makePage({ id: 'p1', name: 'Garden', now })
  const content = 'TODO Sow rye\nDEADLINE: <2026-01-02 Fri>'
  const block = makeBlock({ id: 'b1', content, rev: 'r1', pageId: 'p1', parentId: null, order: 1, now })
  await store.graph('me').commits.commit({ puts: [page, block].map((record) => ({ record, from: 0 })) })
}

test('[V3] a server sends the digests that are due when it starts', async () => {
  const { store, blobs } = await openStore(settings)
  await addAccount(store, operator(store, blobs, Date.now))
  await store.close()
  const served = await serve(settings, () => {})
  await expect.poll(() => mails.received.length).toBe(1)
  expect(mails.received[0]).toMatchObject({ from: 'notes@notes.example', to: ['ada@example.org'] })
  expect(mails.received[0]!.body).toContain(`${served.baseUrl}/digest/end/nge_x`)
  await served.stop()
})

test.each<[string, () => Promise<string>, string | undefined]>([
  ['has no address, no reason and no text', async () => 'tag', 'tag'],
  [
    'has no account if no key for its hash can be read',
    async () => Promise.reject(new Error('away')),
    undefined,
  ],
])('[V3] the log of a digest that is switched off %s', async (_, accountTag, account) => {
  const lines: string[] = []
  const { store, blobs } = await openStore(settings)
  await addAccount(store, operator(store, blobs, Date.now))
  const [way] = await store.digests.ways('me')
  const failingSince = Date.now() - 80 * HOUR
  await store.digests.updateWay({ ...way!, attempts: 9, failingSince })
  mails.refuse({ code: 550, words: 'No such user ada', at: 'recipient' })
  const stop = startDigestSender({
    store,
    mail: smtpMail({ url: mails.url, from: 'notes@notes.example' }),
    push: async () => 'sent',
    baseUrl: () => 'https://notes.example',
    clock: Date.now,
    log: makeLog('trace', { write: (line: string) => void lines.push(line) }),
    audit: { accountTag },
  })
  await expect.poll(() => lines.length).toBe(1)
  await stop()
  const line = JSON.parse(lines[0]!) as Record<string, unknown>
  expect(line['account']).toBe(account)
  expect(line).toMatchObject({
    way: 'w1',
    kind: 'email',
    msg: 'a digest was switched off',
  })
  expect(lines.join('')).not.toMatch(/ada|rye|Garden|550/)
  await store.close()
})
