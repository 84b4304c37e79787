/** The rows of what leaves an account: shared pages, sites, webhooks, plug-ins and digests. For the law of texts. */
import type {
  DigestWay,
  Hold,
  Plugin,
  PushKeys,
  Share,
  Site,
  Store,
  Webhook,
  WebhookDelivery,
} from '../../src/index.ts'
import { T0 } from '../builder.ts'
import { MOST, ALL, plain, at, LATER, inOrder, addAccount } from './row-parts.ts'
import { lawOf, without } from './law.ts'

export const shares = lawOf<Share>({
  name: 'shared pages',
  row: (n) => ({
    id: plain('id', n),
    accountId: 'one',
    link: plain('link', n),
    pageId: plain('page', n),
    quotes: false,
    password: plain('password', n),
    createdAt: at(n),
  }),
  texts: { id: 'key', accountId: 'account', link: 'text', pageId: 'text', password: 'text' },
  put: async ({ shares }, row) => shares.create(row, { open: MOST, closed: MOST }),
  all: async ({ shares }) => shares.list('one'),
  finds: {
    find: async ({ shares }, { id }) => (await shares.find(id))?.share,
    listOpen: async ({ shares }, { accountId, id }) =>
      (await shares.listOpen(accountId, T0)).find((share) => share.id === id),
  },
  changes: {
    update: {
      run: async ({ shares }, row) => shares.update({ ...row, quotes: true }),
      after: (row) => ({ ...row, quotes: true }),
      isWrite: true,
    },
    renewPassword: {
      run: async ({ shares }, { accountId, id, password }) =>
        shares.renewPassword(accountId, id, password!, 'renewed'),
      after: (row) => ({ ...row, password: 'renewed' }),
    },
    reopen: {
      run: async ({ shares }, { accountId, id }) => shares.reopen(accountId, id, MOST, T0),
      after: (row) => row, // it is open
    },
    end: {
      run: async ({ shares }, { accountId, id }) => shares.end(accountId, id, LATER),
      after: (row) => ({ ...row, endedAt: LATER }),
    },
  },
})

type PublishedSite = Site & { readonly publication?: string | undefined }

export const sites = lawOf<PublishedSite>({
  name: 'published sites',
  row: (n) => ({
    slug: plain('slug', n),
    accountId: 'one',
    title: plain('title', n),
    rule: { pages: [], journals: false },
    createdAt: at(n),
    publishedAt: at(n),
    publication: plain('publication', n),
  }),
  texts: { slug: 'key', accountId: 'account', title: 'text', publication: 'text' },
  json: (text) => ({
    rule: { pages: [text], tag: text, query: text, except: text, start: text, lang: text, journals: true },
  }),
  put: async ({ sites }, { publication, ...site }) =>
    sites.create(site, { open: MOST, closed: MOST }, publication),
  all: async ({ sites }) => {
    const list = await sites.list('one')
    return Promise.all(list.map(async (site) => withPublication(sites, site)))
  },
  finds: {
    find: async ({ sites }, { slug }) => {
      const found = (await sites.find(slug))?.site
      return found && withPublication(sites, found)
    },
  },
  changes: {
    update: {
      run: async ({ sites }, { publication, ...site }) =>
        sites.update({ ...site, publishedAt: LATER }, publication),
      after: (row) => ({ ...row, publishedAt: LATER }),
      isWrite: true,
    },
    keepAddresses: {
      run: async ({ sites }, { accountId, slug }) => sites.keepAddresses(accountId, slug, undefined, '{}'),
      after: (row) => Object.assign(row, { addresses: '{}' }),
    },
    keepRule: {
      run: async ({ sites }, { accountId, slug, rule }) => sites.keepRule(accountId, slug, rule, rule),
      after: (row) => row,
    },
    reopen: {
      run: async ({ sites }, { accountId, slug }) => sites.reopen(accountId, slug, MOST),
      after: (row) => row, // it is open
    },
    end: {
      run: async ({ sites }, { accountId, slug }) => sites.end(accountId, slug, LATER),
      after: (row) => ({ ...without(row, 'publication'), endedAt: LATER }),
    },
  },
})

async function withPublication(sites: Store['sites'], site: Site): Promise<PublishedSite> {
  const publication = await sites.findPublication(site.slug)
  const addresses = await sites.findAddresses(site.slug)
  return { ...site, ...(publication !== undefined && { publication }), ...(addresses !== undefined && { addresses }) } // prettier-ignore
}

const webhookOf = (id: string, n: number): Webhook => ({
  id,
  accountId: 'one',
  url: plain('url', n),
  secret: plain('secret', n),
  filter: {},
  withBlocks: false,
  createdAt: at(n),
  position: { epoch: 1, seq: 1, part: 0 },
  dueAt: 0,
})

export const webhooks = lawOf<Webhook>({
  name: 'webhooks',
  row: (n) => ({ ...webhookOf(plain('id', n), n), formerSecret: plain('former', n), formerUntil: LATER }),
  texts: { id: 'key', accountId: 'account', url: 'address', secret: 'text', formerSecret: 'text' },
  json: (text) => ({ filter: { page: text, tag: text, query: text, by: { token: text } } }),
  put: async ({ webhooks }, row) => webhooks.create(row, MOST),
  all: async ({ webhooks }) => webhooks.list('one'),
  finds: { find: async ({ webhooks }, { accountId, id }) => webhooks.find(accountId, id) },
  changes: {
    update: {
      run: async ({ webhooks }, row) => webhooks.update({ ...row, withBlocks: true }),
      after: (row) => ({ ...row, withBlocks: true }),
      isWrite: true,
    },
    keepFilter: {
      run: async ({ webhooks }, { accountId, id, filter }) =>
        webhooks.keepFilter(accountId, id, filter, filter),
      after: (row) => row,
    },
    renewSecret: {
      run: async ({ webhooks }, { accountId, id }) => webhooks.renewSecret(accountId, id, 'renewed', LATER),
      after: (row) => ({ ...row, secret: 'renewed', formerSecret: row.secret, formerUntil: LATER }),
    },
    switchOff: {
      run: async ({ webhooks }, { accountId, id }) => webhooks.switchOff(accountId, id, LATER),
      after: (row) => ({ ...row, offAt: LATER, offWhy: 'owner' }),
    },
    switchOn: {
      run: async ({ webhooks }, { accountId, id }) =>
        webhooks.switchOn(accountId, id, { epoch: 2, seq: 3, part: 4 }),
      after: (row) => ({
        ...without(without(row, 'offAt'), 'offWhy'),
        position: { epoch: 2, seq: 3, part: 4 },
      }),
    },
    remove: {
      run: async ({ webhooks }, { accountId, id }) => webhooks.remove(accountId, id),
      after: () => undefined,
    },
  },
})

const NOW = { now: T0, until: LATER }

export const holds = lawOf<Hold>({
  name: 'holders of webhooks',
  row: (n) => ({ id: plain('held', n), accountId: 'one', holder: plain('holder', n) }),
  texts: { id: 'key', accountId: 'account', holder: 'key' },
  put: async ({ webhooks }, hold) => {
    await webhooks.create(webhookOf(hold.id, 0), MOST).catch(() => false) // if its id is refused, so is the hold
    return webhooks.hold(hold, NOW)
  },
  all: async ({ webhooks }, put) =>
    inOrder(put, async (hold) => ((await webhooks.extend(hold, LATER)) ? hold : undefined)),
  changes: {
    extend: {
      run: async ({ webhooks }, hold) => webhooks.extend(hold, LATER),
      after: (hold) => hold,
      isWrite: true,
    },
    release: { run: async ({ webhooks }, hold) => webhooks.release(hold), after: () => undefined },
  },
})

const SENDER: Hold = { accountId: 'one', id: 'sender', holder: 'me' }

export const webhookDeliveries = lawOf<WebhookDelivery>({
  name: 'deliveries of webhooks',
  row: (n) => ({
    id: plain('id', n),
    webhookId: SENDER.id,
    seq: n,
    body: plain('body', n),
    createdAt: at(n),
    state: 'pending',
    attempts: 0,
  }),
  texts: { id: 'key', webhookId: 'reference', body: 'text' },
  put: async ({ webhooks }, row) => {
    await webhooks.create(webhookOf(SENDER.id, 0), MOST).catch(() => false) // every delivery has the same webhook
    await webhooks.hold(SENDER, NOW)
    return webhooks.prepare(SENDER, { epoch: 1, seq: row.seq, part: 0 }, row, MOST)
  },
  all: async ({ webhooks }) => (await webhooks.deliveries('one', SENDER.id, ALL)).deliveries.toReversed(),
  finds: { findDelivery: async ({ webhooks }, { id }) => webhooks.findDelivery('one', id) },
  changes: {
    note: {
      run: async ({ webhooks }, row) =>
        webhooks.note(SENDER, { ...row, state: 'failed', last: { at: LATER, fault: row.body, took: 1 } }),
      after: (row) => ({ ...row, state: 'failed', last: { at: LATER, fault: row.body, took: 1 } }),
      isWrite: true,
    },
  },
})

export const plugins = lawOf<Plugin>({
  name: 'plug-ins',
  row: (n) => ({
    id: plain('id', n),
    accountId: 'one',
    url: plain('url', n),
    manifest: plain('manifest', n),
    createdAt: at(n),
    agreedAt: at(n),
  }),
  texts: { id: 'key', accountId: 'account', url: 'address', manifest: 'text', webhookId: 'reference' },
  put: async ({ plugins }, row) =>
    plugins.put(row, undefined, { plugins: MOST, webhooks: MOST, scope: 'write' }),
  all: async ({ plugins }) => plugins.list('one'),
  finds: {
    find: async ({ plugins }, { accountId, id }) => plugins.find(accountId, id),
    findByUrl: async ({ plugins }, { accountId, url }) => plugins.findByUrl(accountId, url),
  },
  changes: {
    put: {
      run: async ({ plugins }, row) =>
        plugins.put({ ...row, agreedAt: LATER }, undefined, { plugins: MOST, webhooks: MOST, scope: 'read' }),
      after: (row) => ({ ...row, agreedAt: LATER }),
      isWrite: true,
    },
    remove: {
      run: async ({ plugins }, { accountId, id }) => plugins.remove(accountId, id),
      after: () => undefined,
    },
  },
})

export const pushKeys = lawOf<PushKeys & { readonly accountId: string }>({
  name: 'push keys',
  row: (n) => ({
    accountId: `push-${n}`,
    publicKey: plain('public', n),
    privateKey: plain('private', n),
  }),
  texts: { accountId: 'account', publicKey: 'text', privateKey: 'text' },
  put: async (store, { accountId, ...keys }) => {
    await addAccount(store, accountId)
    return store.digests.keepPushKeys(accountId, keys)
  },
  all: async ({ digests }, put) =>
    inOrder(put, async ({ accountId }) => {
      const keys = await digests.pushKeys(accountId)
      return keys && { accountId, ...keys }
    }),
})

export const digestWays = lawOf<DigestWay>({
  name: 'ways of digests',
  row: (n) => ({
    id: plain('id', n),
    accountId: 'one',
    kind: 'push',
    address: plain('address', n),
    name: plain('name', n),
    createdAt: at(n),
    version: 1,
    confirmHash: plain('confirm', n),
    endKey: plain('end', n),
    sealedEndKey: plain('sealed', n),
    dueAt: 0,
    reportedUntil: 0,
    attempts: 0,
    fault: plain('fault', n),
  }),
  texts: {
    id: 'key',
    accountId: 'account',
    address: 'address',
    name: 'text',
    confirmHash: 'key',
    endKey: 'key',
    sealedEndKey: 'text',
    fault: 'text',
  },
  put: async ({ digests }, row) => digests.addWay(row, MOST),
  all: async ({ digests }) => digests.ways('one'),
  finds: {
    findByConfirmHash: async ({ digests }, { confirmHash }) => digests.findByConfirmHash(confirmHash!),
    findByEndKey: async ({ digests }, { endKey }) => digests.findByEndKey(endKey),
  },
  changes: {
    updateWay: {
      run: async ({ digests }, row) => digests.updateWay({ ...row, attempts: 1 }),
      after: (row) => ({ ...row, attempts: 1, version: 2 }),
      isWrite: true,
    },
    removeWay: {
      run: async ({ digests }, { accountId, id }) => digests.removeWay(accountId, id),
      after: () => undefined,
    },
  },
})

export const browserKeys = lawOf<NonNullable<DigestWay['browserKeys']> & { readonly id: string }>({
  name: 'keys of browsers',
  row: (n) => ({ id: plain('keys', n), p256dh: plain('p256dh', n), auth: plain('auth', n) }),
  texts: { id: 'reference', p256dh: 'text', auth: 'text' },
  put: async ({ digests }, { id, ...keys }) => digests.addWay({ ...wayOf(id), browserKeys: keys }, MOST),
  all: async ({ digests }, put) => {
    const found = new Map((await digests.ways('one')).map((way) => [way.id, way.browserKeys!]))
    return put.map(({ id }) => ({ id, ...found.get(id)! }))
  },
})

const wayOf = (id: string): DigestWay => ({
  id,
  accountId: 'one',
  kind: 'push',
  address: id,
  createdAt: T0,
  version: 1,
  endKey: id,
  dueAt: 0,
  reportedUntil: 0,
  attempts: 0,
})
