/** An account for its owner: signs out everywhere, and closes the account. @see decisions 9.10 */
import { quote } from '@notegraph/page-types'
import type { Account, Blobs, EndedAccess, Store } from '@notegraph/store'
import { jobNow } from './jobs.ts'
import { ok, refuse, type Result } from './refusal.ts'

/** The access that a sign-out ended. */
export type SignedOut = Omit<EndedAccess, 'shares' | 'sites'>

/** The choices of a sign-out everywhere. */
export interface SignOutEverywhere {
  /** Whether tokens are revoked too. */
  readonly tokens?: boolean
  /** The id of the browser, or of the session of the device, that asks. It stays signed in. */
  readonly except?: string
}

/** Commands of an owner on the whole account. */
export interface OwnAccountService {
  /** Ends browsers, sessions of devices, apps and sign-in links. */
  signOut(accountId: string, how: SignOutEverywhere): Promise<SignedOut>
  /**
   * Permanently deletes an account with everything in it.
   * @param name the id of the account, which the owner typed
   * @returns 400 for another name, 409 while an import or a restore runs
   */
  close(account: Account, name: string): Promise<Result<{ readonly ok: true }>>
}

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const ended = await ownAccountService(store, blobs, Date.now).signOut('me', { tokens: true })
 * ```
 */
export function ownAccountService(store: Store, blobs: Blobs, clock: () => number): OwnAccountService {
  return {
    async signOut(accountId, how) {
      const {
        shares: _shares,
        sites: _sites,
        ...ended
      } = await store.accounts.endAccess(accountId, clock(), how)
      return ended
    },
    async close(account, name) {
      const { id } = account
      if (name !== id)
        return refuse({ code: 'bad_request', error: `name must be ${quote(id)}, the id of this account.` })
      for (const [jobs, why] of [
        [store.imports, 'import_running'],
        [store.restores, 'restore_running'],
      ] as const) {
        const job = await jobs.find(id)
        // It would go on writing, and so create the graph again.
        if (job && jobNow(job, clock()).state === 'running') return refuse({ code: 'conflict', why })
      }
      await removeAccount(store, blobs, account)
      return ok({ ok: true })
    },
  }
}

/**
 * Permanently deletes an account with its credentials, graph and files.
 *
 * @example
 * ```ts
 * await removeAccount(store, blobs, (await store.accounts.find('ada'))!)
 * ```
 */
export async function removeAccount(
  { accounts }: Pick<Store, 'accounts'>,
  blobs: Blobs,
  { id, moving }: Pick<Account, 'id' | 'moving'>,
): Promise<void> {
  await accounts.remove(id)
  // The bytes of an account that has left belong to the other store, which may have them in the same place.
  if (moving === undefined) await blobs.removeAll(id)
}
