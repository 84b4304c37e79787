/** The rows of the ports beside the graphs, for the law of texts. */
import type {
  Account,
  AppSecret,
  AuditEntry,
  AuthorizationRecord,
  Browser,
  ConnectedApp,
  Delivery,
  DigestWay,
  Hold,
  JobRow,
  KnownIdentity,
  Passkey,
  PasskeyChallenge,
  PlanChange,
  Plugin,
  PushKeys,
  Session,
  Share,
  SignInLink,
  Site,
  Store,
  Token,
  Webhook,
  WebhookDelivery,
} from '../../src/index.ts'
import { T0 } from '../builder.ts'
import { lawOf, without, type TextLaw } from './law.ts'

/** The account of the rows. */
export const ACCOUNT: Account = { id: 'one', plan: 'active', allowed: true, quota: 100, createdAt: T0 }
/** More than the rows of a law. */
const MOST = 1_000
const ALL = { limit: MOST, offset: 0 }
const plain = (member: string, n: number): string => `${member} ${n}`
/** A row of each number is younger than the row before. */
const at = (n: number): number => T0 + n
const LATER = T0 + 100_000

const inOrder = async <T>(texts: readonly T[], read: (one: T) => Promise<T | undefined>) =>
  Promise.all(texts.map(async (one) => read(one)))

/** Adds an account that a row needs. If its id is refused, so is the row. */
async function addAccount({ accounts }: Store, id: string): Promise<void> {
  await accounts.create({ ...ACCOUNT, id }).catch(() => false)
}

const accounts = lawOf<Account>({
  name: 'accounts',
  row: (n) => ({ ...ACCOUNT, id: `account-${String(n).padStart(3, '0')}`, zone: plain('zone', n) }),
  texts: { id: 'account', zone: 'text' },
  put: async (store, row) => store.accounts.create(row),
  all: async (store) => (await store.accounts.list()).filter(({ id }) => id.startsWith('account-')),
  finds: { find: async (store, { id }) => store.accounts.find(id) },
  changes: {
    update: {
      run: async (store, row) => store.accounts.update(row, { ...row, quota: 7 }),
      after: (row) => ({ ...row, quota: 7 }),
      isWrite: true,
    },
    remove: { run: async (store, { id }) => store.accounts.remove(id), after: () => undefined },
  },
})

const planChanges = lawOf<PlanChange>({
  name: 'plan changes',
  row: (n) => ({ accountId: 'one', at: at(n), from: 'active', to: 'grace', by: 'time' }),
  texts: { accountId: 'account' },
  put: async (store, change) => store.accounts.update(ACCOUNT, ACCOUNT, { change }),
  all: async (store) => store.accounts.planChanges('one'),
})

const deliveries = lawOf<Delivery>({
  name: 'deliveries of the billing service',
  row: (n) => ({ id: plain('id', n), signedAt: n, takenAt: T0 }),
  texts: { id: 'key' },
  put: async (store, delivery) => store.accounts.update(ACCOUNT, ACCOUNT, { delivery }),
  all: async (store, put) => inOrder(put, async ({ id }) => store.accounts.delivery(id)),
  finds: { delivery: async (store, { id }) => store.accounts.delivery(id) },
})

const tokens = lawOf<Token>({
  name: 'tokens',
  row: (n) => ({
    id: plain('id', n),
    accountId: 'one',
    hash: plain('hash', n),
    name: plain('name', n),
    scope: 'read',
    zone: plain('zone', n),
    createdAt: at(n),
  }),
  texts: { id: 'key', accountId: 'account', hash: 'key', name: 'text', zone: 'text' },
  put: async ({ tokens }, row) => tokens.create(row),
  all: async ({ tokens }) => tokens.list('one'),
  finds: { findByHash: async ({ tokens }, { hash }) => (await tokens.findByHash(hash))?.token },
  changes: {
    touch: {
      run: async ({ tokens }, { id }) => tokens.touch(id, LATER),
      after: (row) => ({ ...row, lastUsedAt: LATER }),
    },
    revoke: {
      run: async ({ tokens }, { id, accountId }) => tokens.revoke(id, LATER, accountId),
      after: (row) => ({ ...row, revokedAt: LATER }),
    },
    setRights: {
      run: async ({ tokens }, { id, accountId }) => tokens.setRights(id, accountId, ['publish']),
      after: (row) => ({ ...row, may: ['publish'] }),
    },
  },
})

const sessions = lawOf<Session>({
  name: 'sessions',
  row: (n) => ({
    id: plain('id', n),
    accountId: 'one',
    hash: plain('hash', n),
    device: plain('device', n),
    createdAt: at(n),
  }),
  texts: { id: 'key', accountId: 'account', hash: 'key', device: 'text' },
  put: async ({ sessions }, row) => sessions.create(row),
  all: async ({ sessions }) => sessions.list('one'),
  finds: { findByHash: async ({ sessions }, { hash }) => (await sessions.findByHash(hash))?.session },
  changes: {
    touch: {
      run: async ({ sessions }, { id }) => sessions.touch(id, LATER),
      after: (row) => ({ ...row, lastUsedAt: LATER }),
    },
    confirm: {
      run: async ({ sessions }, { accountId, id }) => sessions.confirm(accountId, id, LATER),
      after: (row) => ({ ...row, confirmedAt: LATER }),
    },
    end: {
      run: async ({ sessions }, { id }) => sessions.end(id, LATER),
      after: (row) => ({ ...row, endedAt: LATER }),
    },
  },
})

const browsers = lawOf<Browser>({
  name: 'browsers',
  row: (n) => ({
    id: plain('id', n),
    accountId: 'one',
    hash: plain('hash', n),
    name: plain('name', n),
    signedInBy: 'provider',
    issuer: plain('issuer', n),
    subject: plain('subject', n),
    sid: plain('sid', n),
    createdAt: at(n),
    lastUsedAt: at(n),
  }),
  texts: {
    id: 'key',
    accountId: 'account',
    hash: 'key',
    name: 'text',
    issuer: 'key',
    subject: 'key',
    sid: 'key',
  },
  put: async ({ browsers }, row) => browsers.create(row, 0),
  all: async ({ browsers }) => browsers.list('one'),
  finds: { findByHash: async ({ browsers }, { hash }) => (await browsers.findByHash(hash))?.browser },
  changes: {
    confirm: {
      run: async ({ browsers }, { accountId, id }) => browsers.confirm(accountId, id, LATER),
      after: (row) => ({ ...row, authenticatedAt: LATER }),
    },
    touch: {
      run: async ({ browsers }, { id }) => browsers.touch(id, LATER),
      after: (row) => ({ ...row, lastUsedAt: LATER }),
    },
    end: {
      run: async ({ browsers }, { accountId, id }) => browsers.end(accountId, id, LATER),
      after: (row) => ({ ...row, endedAt: LATER }),
    },
  },
})

/** The sign-outs that a provider reports, each for a browser of its own. */
const signOuts = (['subject', 'sid'] as const).map((by) =>
  lawOf<Pick<Browser, 'id' | 'issuer' | 'subject' | 'sid' | 'endedAt'>>({
    name: `sign-outs by ${by}`,
    row: (n) => ({
      id: plain(by, n),
      issuer: plain('issuer', n),
      subject: plain('subject', n),
      sid: plain('sid', n),
    }),
    texts: { id: 'key', issuer: 'key', subject: 'key', sid: 'key' },
    put: async ({ browsers }, row) =>
      browsers.create(
        {
          accountId: 'one',
          hash: row.id,
          name: '',
          signedInBy: 'provider',
          createdAt: T0,
          lastUsedAt: T0,
          ...row,
        },
        0,
      ),
    all: async ({ browsers }, put) => {
      const found = new Map((await browsers.list('one')).map((browser) => [browser.id, browser]))
      return put.map(({ id }) => {
        const { issuer, subject, sid, endedAt } = found.get(id)!
        return { id, issuer, subject, sid, ...(endedAt !== undefined && { endedAt }) } as Browser
      })
    },
    changes: {
      endByProvider: {
        run: async ({ browsers }, { issuer, subject, sid }) =>
          browsers.endByProvider(
            by === 'sid'
              ? { issuer: issuer!, subject: subject!, sid: sid! }
              : { issuer: issuer!, subject: subject! },
            LATER,
          ),
        after: (row) => ({ ...row, endedAt: LATER }),
      },
    },
  }),
)

const identities = lawOf<KnownIdentity>({
  name: 'identities',
  row: (n) => ({
    issuer: plain('issuer', n),
    subject: plain('subject', n),
    accountId: 'one',
    createdAt: at(n),
  }),
  texts: { issuer: 'key', subject: 'key', accountId: 'account' },
  put: async ({ identities }, { accountId, createdAt, ...identity }) =>
    identities.assign(identity, accountId, createdAt),
  all: async ({ identities }) => identities.list('one'),
  changes: {
    claim: {
      run: async ({ identities }, { issuer, subject, accountId }) =>
        identities.claim({ issuer, subject }, { ...ACCOUNT, id: accountId }),
      after: (row) => row,
      isWrite: true,
    },
    assign: {
      run: async ({ identities }, { issuer, subject, accountId }) =>
        identities.assign({ issuer, subject }, accountId === 'one' ? 'two' : accountId, T0),
      after: () => undefined,
      isWrite: true,
    },
  },
})

const passkeys = lawOf<Passkey>({
  name: 'passkeys',
  row: (n) => ({
    id: plain('id', n),
    accountId: 'one',
    publicKey: plain('key', n),
    counter: 0,
    transports: plain('transports', n),
    name: plain('name', n),
    createdAt: at(n),
  }),
  texts: { id: 'key', accountId: 'account', publicKey: 'text', transports: 'text', name: 'text' },
  put: async ({ passkeys }, row) => passkeys.create(row, MOST),
  all: async ({ passkeys }) => passkeys.list('one'),
  finds: { find: async ({ passkeys }, { id }) => passkeys.find(id) },
  changes: {
    use: {
      run: async ({ passkeys }, { id }) => passkeys.use(id, 7, LATER),
      after: (row) => ({ ...row, counter: 7, lastUsedAt: LATER }),
    },
    remove: {
      run: async ({ passkeys }, { accountId, id }) => passkeys.remove(accountId, id),
      after: () => undefined,
    },
  },
})

const passkeyChallenges = lawOf<PasskeyChallenge>({
  name: 'challenges of passkeys',
  row: (n) => ({ hash: plain('hash', n), expiresAt: LATER }),
  texts: { hash: 'key' },
  put: async ({ passkeys }, row) => passkeys.ask(row, T0),
  all: async ({ passkeys }, put) =>
    inOrder(put, async (row) => {
      if (!(await passkeys.answer(row.hash, T0))) return undefined
      await passkeys.ask(row, T0)
      return row
    }),
  changes: {
    answer: { run: async ({ passkeys }, { hash }) => passkeys.answer(hash, T0), after: () => undefined },
  },
})

const signInLinks = lawOf<SignInLink>({
  name: 'sign-in links',
  row: (n) => ({ hash: plain('hash', n), accountId: 'one', createdAt: T0, expiresAt: LATER }),
  texts: { hash: 'key', accountId: 'account' },
  put: async ({ signInLinks }, row) => signInLinks.create(row),
  all: async ({ signInLinks }, put) =>
    inOrder(put, async (row) => ((await signInLinks.find(row.hash, T0)) === 'one' ? row : undefined)),
  finds: {
    find: async ({ signInLinks }, row) =>
      (await signInLinks.find(row.hash, T0)) === 'one' ? row : undefined,
  },
  changes: {
    take: { run: async ({ signInLinks }, { hash }) => signInLinks.take(hash, T0), after: () => undefined },
  },
})

const appOf = (id: string, n: number): ConnectedApp => ({
  id,
  accountId: 'one',
  clientId: plain('client', n),
  name: plain('name', n),
  host: plain('host', n),
  scope: 'read',
  zone: plain('zone', n),
  createdAt: at(n),
  expiresAt: LATER,
})

const connectedApps = lawOf<ConnectedApp>({
  name: 'connected apps',
  row: (n) => appOf(plain('id', n), n),
  texts: { id: 'key', accountId: 'account', clientId: 'text', name: 'text', host: 'text', zone: 'text' },
  put: async ({ connectedApps }, row) => connectedApps.create(row, MOST),
  all: async ({ connectedApps }) => connectedApps.list('one', T0),
  finds: { find: async ({ connectedApps }, { id }) => connectedApps.find(id) },
  changes: {
    touch: {
      run: async ({ connectedApps }, { id }) => connectedApps.touch(id, LATER),
      after: (row) => ({ ...row, lastUsedAt: LATER }),
    },
    extend: {
      run: async ({ connectedApps }, { id }) => connectedApps.extend(id, LATER + 1),
      after: (row) => ({ ...row, expiresAt: LATER + 1 }),
    },
    end: {
      run: async ({ connectedApps }, { id, accountId }) => connectedApps.end(id, accountId),
      after: () => undefined,
    },
    setRights: {
      run: async ({ connectedApps }, { id, accountId }) =>
        connectedApps.setRights(id, accountId, ['publish']),
      after: (row) => ({ ...row, may: ['publish'] }),
    },
  },
})

const appSecrets = lawOf<AppSecret>({
  name: 'secrets of apps',
  row: (n) => ({
    kind: 'code',
    hash: plain('hash', n),
    appId: 'app',
    payload: plain('payload', n),
    expiresAt: LATER,
  }),
  texts: { hash: 'key', appId: 'reference', payload: 'text' },
  put: async ({ connectedApps }, row) => {
    await connectedApps.create(appOf('app', 0), MOST).catch(() => false) // every secret has the same app
    return connectedApps.addSecret(row, { now: T0, most: MOST, replaces: false })
  },
  all: async ({ connectedApps }, put) =>
    inOrder(put, async ({ hash }) => (await connectedApps.findSecret('code', hash))?.secret),
  finds: {
    findSecret: async ({ connectedApps }, { hash }) => (await connectedApps.findSecret('code', hash))?.secret,
  },
  changes: {
    useSecret: {
      run: async ({ connectedApps }, { hash }) => connectedApps.useSecret('code', hash, LATER),
      after: (row) => ({ ...row, usedAt: LATER }),
    },
    removeSecret: {
      run: async ({ connectedApps }, { hash }) => connectedApps.removeSecret('code', hash),
      after: () => undefined,
    },
  },
})

const authorizationRecords = lawOf<AuthorizationRecord>({
  name: 'records of authorizations',
  row: (n) => ({ kind: 'client', hash: plain('hash', n), payload: plain('payload', n), expiresAt: LATER }),
  texts: { hash: 'key', payload: 'text' },
  put: async ({ connectedApps }, row) => connectedApps.putRecord(row, { now: T0, most: MOST }),
  all: async ({ connectedApps }, put) =>
    inOrder(put, async ({ hash }) => connectedApps.findRecord('client', hash)),
  finds: { findRecord: async ({ connectedApps }, { hash }) => connectedApps.findRecord('client', hash) },
  changes: {
    removeRecord: {
      run: async ({ connectedApps }, { hash }) => connectedApps.removeRecord('client', hash),
      after: () => undefined,
    },
  },
})

const shares = lawOf<Share>({
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
    end: {
      run: async ({ shares }, { accountId, id }) => shares.end(accountId, id, LATER),
      after: (row) => ({ ...row, endedAt: LATER }),
    },
  },
})

type PublishedSite = Site & { readonly publication?: string | undefined }

const sites = lawOf<PublishedSite>({
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
    end: {
      run: async ({ sites }, { accountId, slug }) => sites.end(accountId, slug, LATER),
      after: (row) => ({ ...without(row, 'publication'), endedAt: LATER }),
    },
  },
})

async function withPublication(sites: Store['sites'], site: Site): Promise<PublishedSite> {
  const publication = await sites.findPublication(site.slug)
  return { ...site, ...(publication !== undefined && { publication }) }
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

const webhooks = lawOf<Webhook>({
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

const holds = lawOf<Hold>({
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

const webhookDeliveries = lawOf<WebhookDelivery>({
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

const plugins = lawOf<Plugin>({
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

const pushKeys = lawOf<PushKeys & { readonly accountId: string }>({
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

const digestWays = lawOf<DigestWay>({
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

const browserKeys = lawOf<NonNullable<DigestWay['browserKeys']> & { readonly id: string }>({
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

const zones = lawOf<{ readonly id: string; readonly zone: string }>({
  name: 'zones of digests',
  row: (n) => ({ id: `zone-${n}`, zone: plain('zone', n) }),
  texts: { id: 'account', zone: 'text' },
  put: async (store, { id, zone }) => {
    await addAccount(store, id)
    await store.digests.save({ accountId: id, isOn: true, hour: 7 }, zone)
  },
  all: async ({ accounts }, put) =>
    inOrder(put, async ({ id }) => ({ id, zone: (await accounts.find(id))!.zone! })),
})

const jobs = (['imports', 'restores'] as const).map((port) =>
  lawOf<JobRow>({
    name: port,
    row: (n) => ({
      accountId: `${port}-${n}`,
      id: plain('id', n),
      state: 'running',
      startedAt: T0,
      seenAt: T0,
      done: 0,
      total: 1,
      result: plain('result', n),
    }),
    texts: { accountId: 'account', id: 'key', result: 'text' },
    put: async (store, row) => {
      await addAccount(store, row.accountId)
      return store[port].begin(row, 0)
    },
    all: async (store, put) => inOrder(put, async ({ accountId }) => store[port].find(accountId)),
    changes: {
      update: {
        run: async (store, row) => store[port].update({ ...row, done: 1 }),
        after: (row) => ({ ...row, done: 1 }),
        isWrite: true,
      },
    },
  }),
)

const audit = lawOf<AuditEntry>({
  name: 'audit log',
  row: (n) => ({
    at: at(n),
    accountId: 'one',
    event: 'export',
    by: 'browser',
    subject: plain('subject', n),
    detail: plain('detail', n),
    address: plain('address', n),
  }),
  texts: { accountId: 'account', subject: 'key', detail: 'text', address: 'address' },
  put: async (store, row) =>
    store.audit.add(row, { before: 0, most: MOST, mostRefused: MOST, mostOfSites: MOST }),
  all: async (store) => (await store.audit.list('one', ALL)).entries.toReversed(),
})

/** The laws of all rows beside the graphs. */
export const ACCOUNT_LAWS: readonly TextLaw[] = [
  accounts,
  planChanges,
  deliveries,
  tokens,
  sessions,
  browsers,
  ...signOuts,
  identities,
  signInLinks,
  passkeys,
  passkeyChallenges,
  connectedApps,
  appSecrets,
  authorizationRecords,
  shares,
  sites,
  webhooks,
  holds,
  webhookDeliveries,
  plugins,
  pushKeys,
  digestWays,
  browserKeys,
  zones,
  ...jobs,
  audit,
]
