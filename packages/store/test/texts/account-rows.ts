/** The rows of the ports beside the graphs, for the law of texts. */
import type { Account, AuditEntry, Delivery, JobRow, PlanChange } from '../../src/index.ts'
import { T0 } from '../builder.ts'
import {
  tokens,
  sessions,
  browsers,
  signOuts,
  identities,
  passkeys,
  passkeyChallenges,
  signInLinks,
  connectedApps,
  appSecrets,
  authorizationRecords,
} from './access-rows.ts'
import {
  shares,
  sites,
  webhooks,
  holds,
  webhookDeliveries,
  plugins,
  pushKeys,
  digestWays,
  browserKeys,
} from './outgoing-rows.ts'
import { ACCOUNT, MOST, ALL, plain, at, inOrder, addAccount } from './row-parts.ts'
import { lawOf, type TextLaw } from './law.ts'

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
    event: plain('event', n),
    by: 'browser',
    subject: plain('subject', n),
    detail: plain('detail', n),
    address: plain('address', n),
  }),
  texts: { accountId: 'account', event: 'text', subject: 'key', detail: 'text', address: 'address' },
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
