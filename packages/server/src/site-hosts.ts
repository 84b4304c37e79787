/**
 * Names of sites: which site answers at a host. The operator names it, or a TXT record of the host does. The record is kept
 * in memory for some minutes. If name servers fail, the last answer is used for a day.
 * @see sharing 12
 */
import { Resolver } from 'node:dns/promises'
import { LIMITS } from '@notegraph/contract'
import { hostRecord, slugOfRecord } from '@notegraph/service'
import type { Site, Store } from '@notegraph/store'

/** Milliseconds for which an answer with a record, and one without, is used. */
const [PROVEN, UNPROVEN] = [5 * 60_000, 60_000]
/** Milliseconds for which the last answer is used while name servers fail. */
const DAY = 86_400_000
/** Hosts in memory, lookups at once, and records of a host that are read. */
const [MOST, AT_ONCE, RECORDS] = [2_000, 8, 20]

/** In place of a slug: name servers do not answer. */
export const LATER = ''

/** Reads the TXT records of a name; none if there is no such name. It throws if name servers fail. */
export type ResolveTxt = (name: string) => Promise<readonly string[]>

/**
 * Creates the function that reads TXT records.
 * @param servers name servers, such as `127.0.0.1:53`; by default those of the system
 */
export const txtResolver =
  (servers?: readonly string[], patience: number = LIMITS.nameSeconds * 1_000): ResolveTxt =>
  async (name) => {
    const resolver = new Resolver({ timeout: Math.floor(patience / 4), tries: 2 })
    if (servers) resolver.setServers(servers)
    const limit = setTimeout(() => resolver.cancel(), patience)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    } finally {
      clearTimeout(limit)
    }
  }

export interface SiteHosts {
  /** The slug of the open site at a host; an empty one if name servers do not answer. */
  slugAt(host: string): Promise<string | undefined>
  /** The first proven host of a site, as far as it is known now. Otherwise it is looked up for the next call. */
  hostOf(site: Site): string | undefined
}

interface TxtRecords {
  readonly values: readonly string[]
  readonly at: number
}

/**
 * @param named the slugs of hosts that the operator named
 * @param clock returns the time in milliseconds
 */
export function siteHosts(
  store: Pick<Store, 'sites'>,
  named: Readonly<Record<string, string>>,
  resolve: ResolveTxt,
  clock: () => number,
): SiteHosts {
  /** The host that was asked last comes last. */
  const known = new Map<string, TxtRecords>()
  const asking = new Map<string, Promise<readonly string[] | undefined>>()

  const isFresh = ({ values, at }: TxtRecords): boolean =>
    clock() - at < (values.length > 0 ? PROVEN : UNPROVEN)

  async function ask(host: string): Promise<readonly string[] | undefined> {
    const before = known.get(host)
    try {
      const all = await resolve(`_notegraph.${host}`)
      const values = all.slice(0, RECORDS).filter((value) => slugOfRecord(value) !== undefined)
      known.delete(host)
      known.set(host, { values, at: clock() })
      for (const oldest of known.keys()) if (known.size > MOST) known.delete(oldest)
      return values
    } catch {
      return before && clock() - before.at < DAY ? before.values : undefined
    } finally {
      asking.delete(host)
    }
  }

  /** @returns undefined if name servers do not answer, or too many hosts are looked up */
  async function valuesOf(host: string): Promise<readonly string[] | undefined> {
    const held = known.get(host)
    if (held && isFresh(held)) return held.values
    const running = asking.get(host)
    if (running) return running
    if (asking.size >= AT_ONCE) return held?.values
    const started = ask(host)
    asking.set(host, started)
    return started
  }

  return {
    async slugAt(host) {
      if (Object.hasOwn(named, host)) return named[host]
      const values = await valuesOf(host)
      if (!values) return LATER
      for (const value of values) {
        const slug = slugOfRecord(value)!
        const site = (await store.sites.find(slug))?.site
        if (!site || site.endedAt !== undefined || site.rule.hosts?.includes(host) !== true) continue
        if (hostRecord(site.accountId, slug, host).value === value.trim()) return slug
      }
      return undefined
    },

    hostOf({ slug, accountId, rule }) {
      const operators = Object.keys(named).find((host) => named[host] === slug)
      if (operators !== undefined) return operators
      for (const host of rule.hosts ?? []) {
        const held = known.get(host)
        if (!held || !isFresh(held)) void valuesOf(host)
        const { value } = hostRecord(accountId, slug, host)
        if (held?.values.some((one) => one.trim() === value) === true) return host
      }
      return undefined
    },
  }
}
