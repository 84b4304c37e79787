/**
 * Requests to addresses that callers name. The server connects to public addresses only, by https, and follows no
 * redirect. The name is resolved once, and the connection uses the address that was checked. A request includes its lookup.
 * An operator may name hosts of an own network, which are exempt from both.
 * @see assistants 9.4; events 2
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { nameResolver, type ResolveName } from './public-names.ts'

/** The reason why an address cannot be used, in words without a subject. */
export class AddressFault extends Error {}

/** Parts that a test replaces, because its server has a private address and no certificate. */
export interface PublicConnection {
  readonly resolve?: ResolveName | undefined
  readonly request?: (options: RequestOptions) => ClientRequest
  readonly isPublic?: (address: string) => boolean
  /** Hosts, with or without a port, that may be private and may use http. */
  readonly ownHosts?: readonly string[]
}

/** A request without its address. */
export interface PublicRequest {
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly signal: AbortSignal
}

export const NOT_HTTPS = 'Its address does not begin with https.'
export const NOT_PUBLIC = 'Its host has an address that is not public.'

/** Sends a request. The caller reads or destroys the response. @throws AddressFault, or the fault of the connection */
export type SendPublic = (url: URL, request: PublicRequest) => Promise<IncomingMessage>

/**
 * Creates the function that sends requests.
 *
 * @example
 * ```ts
 * const response = await publicSender()(new URL('https://app.example/'), { headers: {}, signal })
 * ```
 */
export function publicSender({
  resolve = nameResolver(),
  request = httpsRequest,
  isPublic = isPublicAddress,
  ownHosts = [],
}: PublicConnection = {}): SendPublic {
  /** @returns the addresses of a name, all of them public */
  async function publicAddresses(name: string, signal: AbortSignal): Promise<readonly string[]> {
    const found = await resolve(name, signal)
    if (found.every(isPublic)) return found
    throw new AddressFault(NOT_PUBLIC)
  }

  return async (url, { method = 'GET', headers, body, signal }) => {
    const isOwn = isOwnHost(url, ownHosts)
    const hostname = hostOf(url)
    if (url.protocol !== 'https:' && !isOwn) throw new AddressFault(NOT_HTTPS)
    if (!isOwn && isPrivateHost(url, isPublic)) throw new AddressFault(NOT_PUBLIC)
    const addresses = isOwn || isIP(hostname) !== 0 ? undefined : await publicAddresses(hostname, signal)
    const isPlain = url.protocol === 'http:'
    const send = isPlain ? httpRequest : request
    const length = body && { 'Content-Length': String(body.length) }
    const sent = send({
      method,
      hostname,
      port: url.port === '' ? (isPlain ? 80 : 443) : Number(url.port),
      path: url.pathname + url.search,
      headers: { ...headers, ...length, Host: url.host, 'Accept-Encoding': 'identity' },
      ...(addresses && { lookup: lookupAmong(addresses) }),
      agent: false,
      signal,
    })
    return new Promise((resolved, reject) => {
      sent.once('response', resolved)
      sent.once('error', reject)
      sent.end(body)
    })
  }
}

/** The lookup of a connection to addresses that were checked. */
function lookupAmong(addresses: readonly string[]): NonNullable<RequestOptions['lookup']> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all }, callback) => {
    if (all === true) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }
}

/** The host without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Whether the host is an address that is not public, or the name of this computer. Other names are not resolved. */
export function isPrivateHost(url: URL, isPublic: (address: string) => boolean = isPublicAddress): boolean {
  const host = hostOf(url)
  return isIP(host) === 0 ? /^(?:.*\.)?localhost\.?$/.test(host) : !isPublic(host)
}

/** Whether the operator named the host of an address, with or without its port. */
export const isOwnHost = ({ protocol, host, hostname }: URL, ownHosts: readonly string[]): boolean =>
  (protocol === 'http:' || protocol === 'https:') && (ownHosts.includes(host) || ownHosts.includes(hostname))

/** The addresses of IPv6 that are given out: 2000::/3. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')

/** Hosts of clouds that answer their own machines alone, at addresses that are public by their form. */
const CLOUD_HOSTS: ReadonlySet<string> = new Set(['168.63.129.16']) // Azure

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address) // an IPv4 address in IPv6 counts as itself
  if (parsed.range() !== 'unicast' || CLOUD_HOSTS.has(parsed.toString())) return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST, 3)
}
