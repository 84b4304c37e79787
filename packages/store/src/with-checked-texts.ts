/**
 * A wrapper for the drivers. It refuses texts that no store keeps, and finds nothing by them, so that all stores answer
 * alike.
 * @see texts.ts
 */
import { createHash, randomUUID } from 'node:crypto'
import { isRecordId } from '@notegraph/graph'
import { withCommitSteps, type CommitStep } from './commit-steps.ts'
import type { Change } from './graph/commits.ts'
import type { GraphStore } from './graph/graph-store.ts'
import type { PageFilter } from './graph/pages.ts'
import { HOLD } from './history-rules.ts'
import type { RateStore, RateUse } from './rates.ts'
import type { Store } from './store.ts'
import { isStorable, refuse, refuseEntry, refuseRecord, refuseTexts } from './texts.ts'

/** The parts of a store beside its graphs. */
export type AccountParts = Omit<Store, 'graph' | 'hasGraph' | 'removeGraph'>

/** A text that nothing has. A search by a text that no store keeps searches by this one. */
const NOWHERE = randomUUID()

type Find = <T>(given: T) => T

/** Replaces each text that is not kept. */
const finding = (isKept: (text: string) => boolean): Find => {
  const find = (given: unknown): unknown => {
    if (typeof given === 'string') return isKept(given) ? given : NOWHERE
    if (typeof given !== 'object' || given === null) return given
    if (Array.isArray(given)) return given.map(find)
    return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, find(one)]))
  }
  return find as Find
}
const findAccount = finding(isRecordId)
const findKey = finding(isStorable)
/** Names and words of notes may contain NUL. */
const findName = finding((text) => text.isWellFormed())

type Method = (...given: unknown[]) => unknown

/**
 * Wraps a port. A method that is not among `finds` refuses texts.
 * @param finds the methods that only look for what they are given
 * @param names the names of what a method gets, if they matter
 */
function checked<P extends object>(
  port: P,
  finds: readonly (keyof P & string)[],
  names: { readonly [M in keyof P]?: readonly string[] } = {},
): P {
  const wrapped = Object.entries(port).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [name, value]
    const method = value as Method
    const members = names[name as keyof P] ?? []
    const find: Method = async (...given) =>
      method(...given.map((one, i) => (members[i] === 'accountId' ? findAccount(one) : findKey(one))))
    const write: Method = async (...given) => {
      for (const [i, one] of given.entries()) refuseTexts(one, members[i] ?? 'text')
      return method(...given)
    }
    return [name, (finds as readonly string[]).includes(name) ? find : write]
  })
  return Object.fromEntries(wrapped) as P
}

type Call = (...given: never[]) => unknown
/** The ports of a store that are wrapped here. Rates are wrapped apart, and rows with secrets are as the store has them. */
type Port = Exclude<
  { [P in keyof AccountParts]-?: NonNullable<AccountParts[P]> extends Call ? never : P }[keyof AccountParts],
  'rates' | 'secrets'
>

/** The methods of each port that only look for what they are given. */
const FINDS: { readonly [P in Port]: readonly (keyof AccountParts[P] & string)[] } = {
  accounts: ['find', 'remove', 'endAccess', 'planChanges', 'delivery'],
  tokens: ['findByHash', 'list', 'revoke', 'setRights', 'touch'],
  sessions: ['findByHash', 'list', 'end', 'confirm', 'touch'],
  browsers: ['findByHash', 'list', 'end', 'endByProvider', 'confirm', 'touch'],
  identities: ['list'],
  signInLinks: ['find', 'take'],
  passkeys: ['find', 'list', 'use', 'remove', 'answer'],
  connectedApps: [
    'find',
    'list',
    'extend',
    'setRights',
    'touch',
    'end',
    'findSecret',
    'useSecret',
    'removeSecret',
    'findRecord',
    'removeRecord',
  ],
  shares: ['find', 'list', 'listOpen', 'renewPassword', 'end', 'reopen'],
  sites: ['find', 'list', 'findPublication', 'findAddresses', 'keepAddresses', 'keepRule', 'end', 'reopen'],
  webhooks: [
    'find',
    'list',
    'keepFilter',
    'renewSecret',
    'switchOff',
    'switchOn',
    'remove',
    'release',
    'pending',
    'deliveries',
    'findDelivery',
    'removeDeliveries',
  ],
  plugins: ['find', 'findByUrl', 'list', 'remove'],
  looks: ['last'],
  digests: ['find', 'pushKeys', 'ways', 'removeWay', 'findByConfirmHash', 'findByEndKey'],
  imports: ['find'],
  restores: ['find'],
  sweeps: ['begin', 'end'],
  audit: ['list', 'latest'],
}

const OF_ACCOUNT = ['accountId']
/** The names of what methods get, where they matter. */
const NAMES: { readonly [P in Port]?: { readonly [M in keyof AccountParts[P]]?: readonly string[] } } = {
  accounts: {
    create: ['account'],
    update: ['account', 'account'],
    find: OF_ACCOUNT,
    remove: OF_ACCOUNT,
    endAccess: OF_ACCOUNT,
  },
  identities: { claim: ['identity', 'account'], assign: ['identity', 'accountId'] },
  looks: { note: OF_ACCOUNT },
  digests: { keepPushKeys: OF_ACCOUNT },
  sweeps: { note: OF_ACCOUNT },
  audit: { list: OF_ACCOUNT, latest: OF_ACCOUNT },
}

const checkedPort = <P extends Port>(store: AccountParts, port: P): AccountParts[P] =>
  checked(store[port], FINDS[port], NAMES[port])

/**
 * Wraps the parts of a store beside its graphs.
 * @example
 * const accounts = withCheckedAccountTexts(bare)
 */
export function withCheckedAccountTexts<S extends AccountParts>(store: S): S {
  const ports = (Object.keys(FINDS) as Port[]).map((port) => [port, checkedPort(store, port)])
  return {
    ...store,
    ...(Object.fromEntries(ports) as Pick<AccountParts, Port>),
    rates: withShortKeys(store.rates),
    accountOfFile: async (fileId) => store.accountOfFile(findKey(fileId)),
    watch: (accountId, listener) => (isRecordId(accountId) ? store.watch(accountId, listener) : () => {}),
  }
}

/**
 * Wraps a store.
 * @example
 * const store = withCheckedTexts(openBare('data'))
 */
export function withCheckedTexts(store: Store): Store {
  const graphs = new WeakMap<GraphStore, GraphStore>()
  return {
    ...withCheckedAccountTexts(store),
    graph(accountId) {
      refuseTexts(accountId, 'accountId')
      const graph = store.graph(accountId)
      const known = graphs.get(graph)
      if (known) return known
      const wrapped = checkedGraph(graph, accountId)
      graphs.set(graph, wrapped)
      return wrapped
    },
    hasGraph: async (accountId) => isRecordId(accountId) && store.hasGraph(accountId),
    removeGraph: async (accountId) => {
      if (isRecordId(accountId)) await store.removeGraph(accountId)
    },
  }
}

/** A longer key is counted by its hash. A rate refuses no text, because it protects the server. */
const LONGEST_RATE_KEY = 200

/** Wraps rates so that each key is a short text that every store keeps. Names have no space, which may separate them from keys. */
function withShortKeys(rates: RateStore): RateStore {
  const hashOf = (text: string): string =>
    createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex')
  const short = (text: string): string =>
    text.length <= LONGEST_RATE_KEY && isStorable(text) ? text : hashOf(text)
  const toShort = ({ rate, key }: RateUse): RateUse => ({
    rate: { ...rate, name: rate.name.includes(' ') ? hashOf(rate.name) : short(rate.name) },
    key: short(key),
  })
  return {
    count: async (use, ...rest) => rates.count(toShort(use), ...rest),
    take: async (uses, ...rest) => rates.take(uses.map(toShort), ...rest),
    rooms: async (uses, now) => rates.rooms(uses.map(toShort), now),
  }
}

function checkedGraph(graph: GraphStore, accountId: string): GraphStore {
  const { pages, blocks, search, records, files, changes, history, feed } = graph
  const { commits } = withCommitSteps(graph, accountId, { texts: checkTexts })
  return {
    ...graph,
    pages: {
      ...pages,
      list: async (filter, window) => pages.list(findPages(filter), window),
      listNaming: async (name, window) => pages.listNaming(findName(name), window),
      findByName: async (folded) => pages.findByName(findName(folded)),
      find: async (id) => pages.find(findKey(id)),
    },
    blocks: {
      ...blocks,
      find: async (id) => blocks.find(findKey(id)),
      findMany: async (ids) => blocks.findMany(findKey(ids)),
      listByPage: async (pageId, window, part) =>
        blocks.listByPage(findKey(pageId), window, part && findKey(part)),
      subtree: async (id, ...rest) => blocks.subtree(findKey(id), ...rest),
      nested: async (ids, window) => blocks.nested(findKey(ids), window),
      ancestors: async (ids, levels) => blocks.ancestors(findKey(ids), levels),
      listParents: async (pageId) => blocks.listParents(findKey(pageId)),
      orderRange: async (pageId) => blocks.orderRange(findKey(pageId)),
    },
    search: {
      ...search,
      find: async (query, ...rest) => search.find(findName(query), ...rest),
      listTasks: async (query, window) => search.listTasks(findName(query), window),
    },
    records: {
      ...records,
      find: async (id) => records.find(findKey(id)),
      findMany: async (ids) => records.findMany(findKey(ids)),
      listByPage: async (pageId) => records.listByPage(findKey(pageId)),
      latestOnPage: async (pageId) => records.latestOnPage(findKey(pageId)),
    },
    files: {
      ...files,
      find: async (id) => files.find(findKey(id)),
      findByHash: async (hash) => files.findByHash(findKey(hash)),
      async renew(id, path) {
        refuseTexts(path, 'path')
        await files.renew(findKey(id), path)
      },
      removeUnlinked: async (ids) => files.removeUnlinked(findKey(ids)),
    },
    changes: {
      ...changes,
      list: async (filter, window) => changes.list(findKey(filter), window),
      listWithItems: async (filter, window) => changes.listWithItems(findKey(filter), window),
      find: async (id) => changes.find(findKey(id)),
      keep: async (which, at) => changes.keep(findKey(which), at),
      see: async (ids, at) => changes.see(findKey(ids), at),
    },
    history: {
      ...checked(history, [
        'listByPage',
        'listByRecords',
        'pageAt',
        'recordAt',
        'recordsAt',
        'lastAuthorship',
        'release',
        'removeSnapshot',
        'forget',
      ]),
      async addSnapshot(snapshot, most) {
        refuseTexts(snapshot, 'snapshot')
        if (snapshot.name === HOLD) refuse('the name of a snapshot is empty')
        return history.addSnapshot(snapshot, most)
      },
    },
    feed: {
      ...feed,
      page: async (pageId, most) => feed.page(findKey(pageId), most),
      writtenByOthers: async (pageIds, after, most) => feed.writtenByOthers(pageIds, findKey(after), most),
    },
    commits: {
      ...commits,
      findIdempotencyRecord: async (key) => commits.findIdempotencyRecord(findKey(key)),
    },
  }
}

const findPages = (filter: PageFilter): PageFilter => ({
  ...findName(filter),
  ...(filter.ids && { ids: findKey(filter.ids) }),
})

const checkTexts: CommitStep = async (write, next) =>
  next({ ...write, changes: write.changes.map(checkedChange) })

/** @throws UnstorableText */
function checkedChange(change: Change): Change {
  const { puts, files, by, device, writer, entry, reverts, drops, idempotency } = change
  for (const { record } of puts) refuseRecord(record)
  if (entry) refuseEntry(entry.entry)
  for (const [member, value] of Object.entries({ files, by, device, writer, idempotency }))
    refuseTexts(value, member)
  return {
    ...change,
    ...(reverts !== undefined && { reverts: findKey(reverts) }),
    ...(drops !== undefined && { drops: findKey(drops) }),
    ...(idempotency && {
      idempotency: {
        ...idempotency,
        answer(shown) {
          const answer = idempotency.answer(shown)
          refuseTexts(answer, 'answer')
          return answer
        },
      },
    }),
  }
}
