/** Tests of encrypted values for every driver. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  changeSecretKey,
  OtherSecretKey,
  secretKey,
  SECRET_KEY_BYTES,
  useSecretKey,
  type Digest,
  type DigestWay,
  type Share,
  type Store,
  type Webhook,
} from '../../src/index.ts'
import { T0 } from '../builder.ts'

const keyOf = (text: string) => secretKey(Buffer.alloc(SECRET_KEY_BYTES, text))
const [KEY, NEXT] = [keyOf('one'), keyOf('two')]
const ALL = { limit: 10, offset: 0 }

const LINK = 'aaaaaaaaaaaaaaaaaaaaaa'
const WORDS = ['whsec_secret', 'whsec_renewed', 'private words', 'private-key', 'nge_end', LINK]
const PROOF = createHash('sha256').update('proof').digest()
/** As earlier releases stored it: the text opened the page. */
const OLD_PASSWORD = `scrypt$15$8$1$c2FsdA$${PROOF.toString('base64url')}`
const NEW_PASSWORD = `scrypt-sha256$15$8$1$c2FsdA$${createHash('sha256').update(PROOF).digest('base64url')}`

const share: Share = { id: LINK, accountId: 'one', pageId: 'p1', quotes: false, createdAt: T0 }
const webhook: Webhook = {
  id: 'w1',
  accountId: 'one',
  url: 'https://hook.example',
  secret: 'whsec_secret',
  filter: {},
  withBlocks: true,
  createdAt: T0,
  position: { epoch: 1, seq: 1, part: 0 },
  dueAt: 0,
}
const way: DigestWay = {
  id: 'd1',
  accountId: 'one',
  kind: 'email',
  address: 'ada@example.org',
  createdAt: T0,
  version: 0,
  endKey: 'nge_end',
  dueAt: T0,
  reportedUntil: T0,
  attempts: 0,
}
const digest: Digest = { accountId: 'one', isOn: true, hour: 7 }

/**
 * Test the port of secrets, and a store under a key.
 * @param open opens an empty store without a key
 */
export function secretsContract(open: () => Promise<Store>): void {
  let raw: Store
  beforeEach(async () => {
    raw = await open()
    await raw.accounts.create({ id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 })
  })
  afterEach(() => raw.close())

  /** One of each, written through a store. */
  async function fill({ webhooks, shares, digests, audit }: Store, password: string): Promise<void> {
    await webhooks.create(webhook, 9)
    const hold = { accountId: 'one', id: 'w1', holder: 'me' }
    await webhooks.hold(hold, { now: T0, until: T0 + 9 })
    const delivery = { id: 'x1', webhookId: 'w1', seq: 2, body: 'private words', createdAt: T0 } as const
    const position = { epoch: 1, seq: 2, part: 0 }
    expect(await webhooks.prepare(hold, position, { ...delivery, state: 'pending', attempts: 0 }, 9)).toBe(
      true,
    )
    await webhooks.release(hold)
    await webhooks.renewSecret('one', 'w1', 'whsec_renewed', T0 + 9)
    await shares.create({ ...share, password }, { open: 9, closed: 9 })
    await digests.save(digest)
    await digests.keepPushKeys('one', { publicKey: 'public', privateKey: 'private-key' })
    await digests.addWay({ ...way, confirmedAt: T0, confirmHash: 'confirm' }, 1)
    await audit.key()
  }

  /** Everything that a store shows of them. */
  const shown = async ({ webhooks, shares, digests, audit }: Store): Promise<unknown[]> => [
    await webhooks.find('one', 'w1'),
    await webhooks.list('one'),
    (await webhooks.pending('one', 'w1'))?.body,
    (await webhooks.findDelivery('one', 'x1'))?.body,
    (await webhooks.deliveries('one', 'w1', ALL)).deliveries.map(({ body }) => body),
    (await shares.find(LINK))?.share,
    await shares.list('one'),
    await shares.listOpen('one', T0),
    await digests.pushKeys('one'),
    await digests.ways('one'),
    await digests.findByEndKey('nge_end'),
    await digests.findByConfirmHash('confirm'),
    await digests.due(T0, 9),
    Buffer.from(await audit.key()).toString('hex'),
  ]

  const stored = async (): Promise<string> => {
    const rows: string[] = []
    await raw.secrets.rewrite(await raw.secrets.fingerprint(), (await raw.secrets.fingerprint())!, (row) => {
      rows.push(JSON.stringify(row))
      return row.columns
    })
    expect(rows).toHaveLength(6)
    return rows.join('\n')
  }

  test('[D9.7] a store under a key shows what it was given, and has none of the words', async () => {
    const store = await useSecretKey(raw, KEY)
    await fill(store, NEW_PASSWORD)
    const all = JSON.stringify(await shown(store))
    for (const word of WORDS) expect(all).toContain(word)
    expect(all).not.toContain('sealed')
    const rows = await stored()
    for (const word of WORDS) expect(rows).not.toContain(word)
    expect((await raw.shares.find(LINK))?.share).toBeUndefined()
  })

  test('[D9.7] a link and a webhook change and end under a key', async () => {
    const { shares, webhooks, digests } = await useSecretKey(raw, KEY)
    await fill({ ...raw, shares, webhooks, digests }, NEW_PASSWORD)
    expect(await shares.update({ ...share, quotes: true, password: 'h' })).toBe(true)
    expect(await shares.renewPassword('one', LINK, 'g', 'i')).toBe(false)
    expect(await shares.renewPassword('one', LINK, 'h', 'i')).toBe(true)
    expect(await shares.end('one', LINK, T0 + 1)).toEqual({
      ...share,
      quotes: true,
      password: 'i',
      endedAt: T0 + 1,
    })
    expect(await shares.renewPassword('one', LINK, 'i', 'j')).toBe(false)
    const renewed = { secret: 'whsec_other', formerSecret: 'whsec_renewed', formerUntil: T0 + 9 }
    expect(await webhooks.renewSecret('one', 'w1', 'whsec_other', T0 + 9)).toMatchObject(renewed)
    expect(await webhooks.update({ ...webhook, withBlocks: true })).toBe(true)
    expect(await webhooks.find('one', 'w1')).toMatchObject({ ...renewed, withBlocks: true })
    expect(await digests.updateWay({ ...way, attempts: 3 })).toBe(true)
    expect(await digests.findByEndKey('nge_end')).toMatchObject({ attempts: 3, endKey: 'nge_end' })
  })

  test('[D9.7] the first start with a key encrypts what earlier releases stored', async () => {
    await fill(raw, OLD_PASSWORD)
    const before = await shown(raw)
    const store = await useSecretKey(raw, KEY)
    expect(JSON.parse(JSON.stringify(await shown(store)).replaceAll(NEW_PASSWORD, OLD_PASSWORD))).toEqual(
      JSON.parse(JSON.stringify(before)),
    )
    const rows = await stored()
    for (const word of [...WORDS, OLD_PASSWORD]) expect(rows).not.toContain(word)
  })

  test('[D9.7] the key is noted, and another one is refused and writes nothing', async () => {
    const store = await useSecretKey(raw, KEY)
    await fill(store, NEW_PASSWORD)
    expect(await raw.secrets.fingerprint()).toBe(KEY.fingerprint)
    const rows = await stored()
    await expect(useSecretKey(raw, NEXT)).rejects.toThrow(OtherSecretKey)
    expect([await stored(), await raw.secrets.fingerprint()]).toEqual([rows, KEY.fingerprint])
    expect(await changeSecretKey(raw, NEXT, KEY)).toBeUndefined()
  })

  test('[D9.7] a change of the key encrypts everything again', async () => {
    const store = await useSecretKey(raw, KEY)
    await fill(store, NEW_PASSWORD)
    const before = await shown(store)
    expect(await changeSecretKey(raw, KEY, NEXT)).toEqual([])
    expect(await shown(await useSecretKey(raw, NEXT))).toEqual(before)
    await expect(store.webhooks.find('one', 'w1')).rejects.toThrow(OtherSecretKey)
  })

  test('[D9.7] without the old key, what it encrypted is deleted and named', async () => {
    const store = await useSecretKey(raw, KEY)
    await fill(store, NEW_PASSWORD)
    const deleted = await changeSecretKey(raw, undefined, NEXT)
    expect(deleted?.map(({ table, accountId }) => [table, accountId]).toSorted()).toEqual([
      ['digest_way', 'one'],
      ['keyring', ''],
      ['push_key', 'one'],
      ['share', 'one'],
      ['webhook', 'one'],
      ['webhook_delivery', 'one'],
    ])
    expect(deleted?.find(({ table }) => table === 'share')?.columns).toMatchObject({ page_id: 'p1' })
    const after = await useSecretKey(raw, NEXT)
    expect(await after.webhooks.list('one')).toEqual([])
    expect(await after.shares.list('one')).toEqual([])
    await fill(after, NEW_PASSWORD)
  })
}
