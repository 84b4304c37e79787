/** A wrapper for the drivers that reports the changes of an account, so that each change is reported in one place. */
import type { AccountStore, SessionStore, TokenStore } from './account.ts'
import type { ConnectedAppStore } from './connected-apps.ts'
import type { PluginStore } from './plugins.ts'

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
