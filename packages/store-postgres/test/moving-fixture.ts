/** An account in a data folder with a row of everything that moves. */
import { createHash } from 'node:crypto'
import { importFolder } from '@notegraph/service'
import type { Blobs, Store } from '@notegraph/store'

export const NOW = Date.UTC(2026, 10, 20)
/** The name of the client that the account's app registered. */
const CLIENT = createHash('sha256').update('c').digest('hex')

const NOTES: Readonly<Record<string, string>> = {
  'pages/Ada.md': '- see [[Grace]] and ![](../assets/a.png)\n- TODO write\n'.repeat(20),
  'pages/Grace.md': '- #tagged\n  - nested ünï 日本\n',
  'assets/a.png': 'bytes',
}

export async function fillAccount(store: Store, blobs: Blobs, id = 'ada'): Promise<void> {
  await store.accounts.create({
    id,
    plan: 'active',
    allowed: true,
    zone: 'Asia/Tokyo',
    quota: 1e9,
    isAdmin: true,
    createdAt: NOW,
  })
  const account = (await store.accounts.find(id))!
  const change = { accountId: id, at: NOW, from: 'grace', to: 'active', by: 'operator' } as const
  await store.accounts.update(account, account, { change })
  const of = (name: string) => ({ id: `${id}-${name}`, accountId: id, hash: `hash of ${id}-${name}` })
  await store.tokens.create({ ...of('t1'), name: 'n', scope: 'write', createdAt: NOW, expiresAt: NOW + 1e9 })
  await store.tokens.create({ ...of('t2'), name: 'n', scope: 'read', zone: 'UTC', createdAt: NOW })
  await store.tokens.revoke(`${id}-t2`, NOW + 1)
  await store.tokens.touch(`${id}-t1`, NOW + 2)
  await store.sessions.create({ ...of('s1'), device: 'phone', createdAt: NOW })
  const browser = { name: 'n', signedInBy: 'provider', createdAt: NOW, lastUsedAt: NOW } as const
  await store.browsers.create({ ...of('b1'), ...browser, issuer: 'i', subject: id, sid: 's' }, 0)
  const { hash, ...app } = of('a1')
  const times = { createdAt: NOW, expiresAt: NOW * 2 }
  await store.connectedApps.create(
    { ...app, clientId: 'c', name: 'n', host: 'h', scope: 'read', ...times },
    9,
  )
  const client = { kind: 'client', hash: CLIENT, payload: '{"ü":2}', expiresAt: NOW * 2 } as const
  await store.connectedApps.putRecord(client, { now: NOW, most: 9 })
  const secret = { kind: 'refresh', hash, appId: app.id, payload: '{"ü":1}', expiresAt: NOW * 2 } as const
  await store.connectedApps.addSecret(secret, { now: NOW, most: 9, replaces: false })
  await store.connectedApps.useSecret('refresh', hash, NOW + 1)
  const share = { id: `${id}-share`, accountId: id, pageId: 'p', createdAt: NOW }
  await store.shares.create({ ...share, quotes: true, password: 'h' }, { open: 9, closed: 9 })
  const site = { slug: `${id}-site`, accountId: id, title: 'Notes', createdAt: NOW, publishedAt: NOW }
  await store.sites.create(
    { ...site, rule: { pages: ['p'], journals: true } },
    { open: 9, closed: 9 },
    '["p"]',
  )
  const webhook = {
    id: `${id}-hook`,
    accountId: id,
    url: 'https://hook.example/',
    secret: 'whsec_aaaa',
    createdAt: NOW,
  }
  const position = { epoch: 1, seq: 0, part: 0 }
  await store.webhooks.create({ ...webhook, filter: { tag: 'ü' }, withBlocks: true, position, dueAt: 0 }, 9)
  const hold = { accountId: id, id: webhook.id, holder: 'h' }
  await store.webhooks.hold(hold, { now: NOW, until: NOW + 1 })
  const message = { id: `${id}-msg`, webhookId: webhook.id, seq: 1, body: '{"ü":1}', createdAt: NOW }
  await store.webhooks.prepare(hold, position, { ...message, state: 'pending', attempts: 0 }, 9)
  const plugin = { id: `${id}-plugin`, accountId: id, url: 'https://p.example/ü', manifest: '{"ü":3}' }
  await store.plugins.put({ ...plugin, createdAt: NOW, agreedAt: NOW + 1 }, undefined, {
    plugins: 9,
    webhooks: 9,
    scope: 'write',
  })
  await store.looks.note(id, NOW)
  await store.digests.save({ accountId: id, isOn: true, hour: 6 })
  await store.digests.keepPushKeys(id, { publicKey: `${id}-public`, privateKey: 'private' })
  const way = { id: `${id}-way`, accountId: id, endKey: `${id}-end`, version: 0, createdAt: NOW }
  const push = {
    kind: 'push',
    address: 'https://push.example/ü',
    name: 'ü',
    dueAt: NOW,
    day: 20261120,
  } as const
  const browserKeys = { p256dh: 'p', auth: 'a' }
  await store.digests.addWay({ ...way, ...push, browserKeys, reportedUntil: NOW, attempts: 0 }, 9)
  await store.identities.assign({ issuer: 'i', subject: id }, id, NOW)
  const passkey = { id: `${id}-passkey`, accountId: id, publicKey: 'key', counter: 3, transports: 'usb' }
  await store.passkeys.create({ ...passkey, name: 'ü', createdAt: NOW }, 9)
  await store.signInLinks.create({
    accountId: id,
    hash: `link of ${id}`,
    createdAt: NOW,
    expiresAt: NOW + 1e12,
  })
  const job = { accountId: id, id: 'j', startedAt: NOW, seenAt: NOW, done: 1, total: 1 }
  await store.imports.begin({ ...job, state: 'done', endedAt: NOW, result: '{}' }, 0)
  await store.restores.begin({ ...job, state: 'cut_off', result: '{"seq":1}' }, 0)
  const bounds = { before: 0, most: 100, mostRefused: 100, mostOfSites: 100 }
  for (const event of ['token_made', 'device_refused'] as const)
    await store.audit.add({ at: NOW, accountId: id, event, by: 'operator', detail: 'ü' }, bounds)
  const notes = {
    paths: async () => Object.keys(NOTES),
    read: async (path: string) => ({ bytes: Buffer.from(NOTES[path]!), modifiedAt: NOW }),
  }
  const imported = await importFolder(store, blobs, { id, quota: Infinity }, notes, { now: NOW })
  if (!imported.ok) throw new Error(imported.why)
  const graph = store.graph(id)
  const [page] = await graph.records.listPages(undefined, 1)
  const entry = (name: string, at: number) => ({
    entry: { id: name, at, token: 't', action: 'a', summary: 's\0', page: 'A\0da', pageId: 'p', touched: [] },
    most: 0,
    since: 0,
  })
  const bytes = Buffer.from('loose bytes')
  const received = (await blobs.receive(id, chunks(bytes), 1e6))!
  await received.keep()
  await received.drop()
  await graph.commits.commit({
    puts: [{ record: { ...page!.record, deleted: NOW }, from: page!.seq }],
    files: [
      {
        id: `f1-${id}`,
        hash: received.hash,
        name: 'b.png',
        type: 'image/png',
        size: bytes.length,
        createdAt: NOW,
      },
    ],
    device: 'phone',
    entry: entry('c2', NOW),
    idempotency: { key: 'k', request: 'r', at: NOW, since: 0, answer: () => 'é' },
  })
  const by = { kind: 'device', id: `${id}-s1`, name: 'Ünï', at: NOW } as const
  await graph.history.addSnapshot({ id: 'named', name: 'Before', at: NOW }, 9)
  for (const [i, known] of [by, undefined, by, by].entries()) {
    const [held] = await graph.records.listPages(undefined, 1)
    const record = { ...held!.record, updatedAt: NOW + i }
    await graph.commits.commit({ puts: [{ record, from: held!.seq }], ...(known && { by: known }) })
  }
  await graph.history.addSnapshot({ id: 'day', at: NOW }, 9)
  await graph.commits.commit({ puts: [], reverts: 'c2', entry: entry('c1', NOW + 1) })
  await graph.feed.collectTombstones(NOW, 1e12)
  await graph.files.clearUnused(NOW, 0)
}

async function* chunks(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** The commits that the fixture makes. */
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8]

/** All that the ports of a store say about an account. The epoch of the graph is left out: each move raises it. */
export async function contentsOf(store: Store, id = 'ada'): Promise<Record<string, unknown>> {
  const graph = store.graph(id)
  const all = { limit: Infinity, offset: 0 }
  const { epoch: _, ...feed } = await graph.feed.read({ seq: 0, n: 0 }, { records: 1e6, bytes: 1e9 })
  return {
    account: await store.accounts.find(id),
    plans: await store.accounts.planChanges(id),
    tokens: await store.tokens.list(id),
    sessions: await store.sessions.list(id),
    browsers: await store.browsers.list(id),
    identities: await store.identities.list(id),
    apps: await store.connectedApps.list(id, NOW),
    client: await store.connectedApps.findRecord('client', CLIENT),
    secret: (await store.connectedApps.findSecret('refresh', `hash of ${id}-a1`))?.secret,
    shares: await store.shares.list(id),
    sites: await store.sites.list(id),
    publication: await store.sites.findPublication(`${id}-site`),
    addresses: await store.sites.findAddresses(`${id}-site`),
    plugins: await store.plugins.list(id),
    look: await store.looks.last(id),
    digest: await store.digests.find(id),
    pushKeys: await store.digests.pushKeys(id),
    digestWays: await store.digests.ways(id),
    webhooks: await store.webhooks.list(id),
    deliveries: await store.webhooks.deliveries(id, `${id}-hook`, { limit: 9, offset: 0 }),
    jobs: [await store.imports.find(id), await store.restores.find(id)],
    audit: await store.audit.list(id, all),
    homes: await Promise.all((await graph.files.list()).map(async (file) => store.accountOfFile(file.id))),
    feed,
    files: await graph.files.list(),
    backlog: await graph.files.sweepBacklog(),
    changes: await graph.changes.listWithItems({ since: 0 }, all),
    answer: await graph.commits.findIdempotencyRecord('k'),
    others: await graph.feed.writtenByOthers(['p1'], { seq: 0, device: 'phone' }, 1e6),
    history: {
      states: await Promise.all(NUMBERS.map(async (seq) => (await graph.history.listAt(seq, 0, 100)).states)),
      authors: await graph.history.authorships(NUMBERS),
      snapshots: await graph.history.snapshots(),
      oldest: await graph.history.oldest(),
    },
    storage: await graph.storage.usage(),
    problems: await graph.maintenance.check(),
  }
}
