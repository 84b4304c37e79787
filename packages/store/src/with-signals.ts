/** Wrappers for the drivers: they report the changes of an account, so that each write is reported in one place. */
import type { AccountStore, SessionStore, TokenStore } from './account.ts'
import type { ConnectedAppStore } from './connected-apps.ts'
import type { PluginStore } from './plugins.ts'
import type { GraphStore } from './graph/graph-store.ts'

/** Reports a change of an account. */
type Signal = (accountId: string) => void

interface Secrets {
  readonly accounts: AccountStore
  readonly sessions: SessionStore
  readonly tokens: TokenStore
  readonly connectedApps: ConnectedAppStore
  readonly plugins: PluginStore
}

/**
 * Wraps a graph so that each commit, and a new epoch, is reported.
 * @example
 * const graph = withGraphSignals(bare, 'ada', (accountId) => watchers.notify(accountId))
 */
export function withGraphSignals<G extends GraphStore>(graph: G, accountId: string, signal: Signal): G {
  const { commits, feed } = graph
  return {
    ...graph,
    commits: {
      ...commits,
      async commit(change) {
        const result = await commits.commit(change)
        if (result.ok && (change.puts.length > 0 || change.files)) signal(accountId)
        return result
      },
      async commitAll(all, after) {
        const result = await commits.commitAll(all, after)
        if (result.ok) signal(accountId)
        return result
      },
    },
    feed: {
      ...feed,
      async raiseEpoch(now) {
        await feed.raiseEpoch(now)
        signal(accountId)
      },
    },
  }
}

/**
 * Wraps the accounts so that changed plans, ended secrets and removed accounts are reported.
 * @example
 * const { accounts, tokens } = withAccountSignals(stores, (accountId) => watchers.notify(accountId))
 */
export function withAccountSignals<S extends Secrets>(stores: S, signal: Signal): S {
  const { accounts, sessions, tokens, connectedApps, plugins } = stores
  const noteEnd = async <T extends { readonly accountId: string }>(
    ending: Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const ended = await ending
    if (ended) signal(ended.accountId)
    return ended
  }
  return {
    ...stores,
    accounts: {
      ...accounts,
      async update(before, after, note) {
        const updated = await accounts.update(before, after, note)
        if (updated) signal(after.id)
        return updated
      },
      async remove(id) {
        const removed = await accounts.remove(id)
        if (removed) signal(id)
        return removed
      },
      async endAccess(id, ...given) {
        const ended = await accounts.endAccess(id, ...given)
        signal(id)
        return ended
      },
    },
    sessions: {
      ...sessions,
      end: async (...given) => noteEnd(sessions.end(...given)),
    },
    tokens: {
      ...tokens,
      revoke: async (...given) => noteEnd(tokens.revoke(...given)),
    },
    connectedApps: {
      ...connectedApps,
      end: async (...given) => noteEnd(connectedApps.end(...given)),
    },
    plugins: {
      ...plugins,
      remove: async (...given) => noteEnd(plugins.remove(...given)),
    },
  }
}
