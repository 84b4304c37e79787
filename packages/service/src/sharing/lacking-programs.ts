/**
 * Programs that lack the right to publish and wrote on a page that readers see, for the notice that offers it to them. Before
 * there was such a right, they all could.
 * @see sharing 8; events 4
 */
import { LIMITS, type Notice } from '@notegraph/contract'
import { compareNames } from '@notegraph/graph'
import type { Account, Right, Store } from '@notegraph/store'
import { BROWSER } from '../access.ts'
import { isTokenOpen } from '../token.ts'
import type { SiteSets } from './site-sets.ts'

/** A token or an app without the right. */
export type LackingProgram = Extract<Notice, { kind: 'may_publish' }>['programs'][number]

/**
 * Lists the programs, by name.
 *
 * @param since only their writes from then on, in milliseconds since 1970; the latest 1,000 changes are looked at
 * @example
 * ```ts
 * const programs = await lackingPrograms(store, siteSets(store, Date.now), account, since, Date.now())
 * ```
 */
export async function lackingPrograms(
  store: Store,
  sets: SiteSets,
  account: Account,
  since: number,
  now: number,
): Promise<LackingProgram[]> {
  if (account.isPublic !== true) return []
  const lacking = await withoutRight(store, account.id, now)
  if (lacking.size === 0) return []
  const window = { limit: LIMITS.listMost, offset: 0 }
  const { changes } = await store.graph(account.id).changes.list({ since, notTokenId: BROWSER }, window)
  const written = changes.filter(({ tokenId }) => lacking.has(tokenId ?? ''))
  if (written.length === 0) return []
  const seen = new Set((await store.shares.listOpen(account.id, now)).map(({ pageId }) => pageId))
  for (const site of await store.sites.list(account.id))
    if (site.endedAt === undefined) for (const id of (await sets.pages(site, account)).keys()) seen.add(id)
  const ids = new Set(written.filter(({ pageId }) => seen.has(pageId)).map(({ tokenId }) => tokenId))
  return [...lacking.values()]
    .filter(({ id }) => ids.has(id))
    .toSorted((a, b) => compareNames(a.name, b.name))
}

/** The programs that may write, and not publish, by id. */
async function withoutRight(
  { tokens, connectedApps }: Store,
  accountId: string,
  now: number,
): Promise<ReadonlyMap<string, LackingProgram>> {
  const found = new Map<string, LackingProgram>()
  const add = (kind: 'token' | 'app', { id, name, may }: ProgramAccess): void =>
    void found.set(id, { kind, id, name, may: [...(may ?? [])] })
  const lacks = ({ scope, may = [] }: ProgramAccess): boolean => scope === 'write' && !may.includes('publish')
  for (const token of await tokens.list(accountId))
    if (lacks(token) && isTokenOpen(token, now)) add('token', token)
  for (const app of await connectedApps.list(accountId, now)) if (lacks(app)) add('app', app)
  return found
}

interface ProgramAccess {
  readonly id: string
  readonly name: string
  readonly scope: 'read' | 'write'
  readonly may?: readonly Right[]
}
