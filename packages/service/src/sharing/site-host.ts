/**
 * Names of a site's own. A name is proven by a TXT record, which names the site and its account. It is asked again and again,
 * so a site leaves a name with its record.
 * @see sharing 12
 */
import { createHash } from 'node:crypto'

/** A host with at least two parts, each of letters, digits and hyphens. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{0,61}[a-z]$/

/**
 * A host in lower case, in Punycode.
 * @returns undefined if it can be no name of a site
 * @example
 * readHost('Garden.Example') // 'garden.example'
 */
export function readHost(sent: string): string | undefined {
  const host = /[\s/@?#:\\%]/.test(sent) ? undefined : URL.parse(`http://${sent}/`)?.hostname
  return host !== undefined && HOST.test(host) ? host : undefined
}

/** The TXT record that proves a host. */
export interface HostRecord {
  readonly host: string
  readonly name: string
  readonly value: string
}

/**
 * @example
 * hostRecord('me', 'garden', 'garden.example').name // '_notegraph.garden.example'
 */
export function hostRecord(accountId: string, slug: string, host: string): HostRecord {
  const mark = createHash('sha256').update(`${accountId}\n${slug}\n${host}`).digest('hex').slice(0, 20)
  return { host, name: `_notegraph.${host}`, value: `notegraph-site=${slug}.${mark}` }
}

/**
 * The slug that a record names.
 * @returns undefined for another record
 * @example
 * slugOfRecord(hostRecord('me', 'garden', 'garden.example').value) // 'garden'
 */
export const slugOfRecord = (value: string): string | undefined =>
  /^notegraph-site=([a-z0-9-]{1,100})\.[0-9a-f]{20}$/.exec(value.trim())?.[1]
