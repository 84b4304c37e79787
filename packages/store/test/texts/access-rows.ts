/** The rows of access: tokens, devices, browsers, ways to sign in, and connected apps. For the law of texts. */
import type {
  AppSecret,
  AuthorizationRecord,
  Browser,
  ConnectedApp,
  KnownIdentity,
  Passkey,
  PasskeyChallenge,
  Session,
  SignInLink,
  Token,
} from '../../src/index.ts'
import { T0 } from '../builder.ts'
import { ACCOUNT, MOST, plain, at, LATER, inOrder } from './row-parts.ts'
import { lawOf } from './law.ts'

export const tokens = lawOf<Token>({
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

export const sessions = lawOf<Session>({
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

export const browsers = lawOf<Browser>({
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
export const signOuts = (['subject', 'sid'] as const).map((by) =>
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

export const identities = lawOf<KnownIdentity>({
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

export const passkeys = lawOf<Passkey>({
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

export const passkeyChallenges = lawOf<PasskeyChallenge>({
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

export const signInLinks = lawOf<SignInLink>({
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

export const connectedApps = lawOf<ConnectedApp>({
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
    setRights: {
      run: async ({ connectedApps }, { id, accountId }) =>
        connectedApps.setRights(id, accountId, ['publish']),
      after: (row) => ({ ...row, may: ['publish'] }),
    },
    end: {
      run: async ({ connectedApps }, { id, accountId }) => connectedApps.end(id, accountId),
      after: () => undefined,
    },
  },
})

export const appSecrets = lawOf<AppSecret>({
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

export const authorizationRecords = lawOf<AuthorizationRecord>({
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
