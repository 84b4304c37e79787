/**
 * The address that a request counts for: the address of the socket, or the one that a trusted proxy reports. IPv6
 * counts by /64, since one caller has that many addresses.
 * @see decisions 7
 */
import ipaddr from 'ipaddr.js'
import type { Bindings, Deps } from './context.ts'

/**
 * Returns a function that derives the counted address of a request.
 *
 * @param trusted networks of proxies in CIDR form, whose `X-Forwarded-For` is trusted
 * @param onIgnored called once, if an address of an own network sends `X-Forwarded-For` and is not trusted
 * @returns a function of the socket's address and the `X-Forwarded-For` header
 * @example
 * ```ts
 * const addressOf = addressReader(['10.0.0.0/8'])
 * addressOf('10.0.0.1', '192.0.2.1') // '192.0.2.1'
 * ```
 */
export function addressReader(
  trusted: readonly string[],
  onIgnored?: (address: string) => void,
): (socketAddress: string | undefined, forwardedFor: string | undefined) => string {
  const networks = networksOf(trusted)
  const isTrusted = (address: Address) => isAmong(networks, address)
  // A cache, since the same addresses return.
  const keys = new Map<string, string>()

  function keyOf(text: string): string {
    let key = keys.get(text)
    if (key === undefined) {
      if (keys.size >= 10_000) keys.clear()
      const address = parse(text)
      keys.set(text, (key = address ? countedAs(address) : text))
    }
    return key
  }

  let warn = onIgnored
  /** A program on the internet may send the header too. So only an address of an own network is taken for a proxy. */
  function noteIgnored(socketAddress: string): void {
    const address = warn && parse(socketAddress)
    if (!address || address.range() === 'unicast' || isTrusted(address)) return
    warn?.(address.toString())
    warn = undefined
  }

  return (socketAddress = '', forwardedFor) => {
    if (warn && forwardedFor !== undefined) noteIgnored(socketAddress)
    if (networks.length === 0 || forwardedFor === undefined) return keyOf(socketAddress)
    let nearest = socketAddress
    for (const hop of forwardedFor.split(',').toReversed()) {
      const address = parse(nearest)
      if (!address || !isTrusted(address)) break
      if (!parse(hop.trim())) break // a trusted proxy wrote something that is not an address
      nearest = hop.trim()
    }
    return keyOf(nearest)
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Networks = readonly ReturnType<typeof ipaddr.parseCIDR>[]

const networksOf = (trusted: readonly string[]): Networks =>
  trusted.map((network) => ipaddr.parseCIDR(network))
const isAmong = (networks: Networks, address: Address): boolean =>
  networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

/**
 * The key under which connections from an address are counted.
 * @param trusted networks of proxies; their connections carry many callers and are not counted
 */
export function connectionCounter(
  trusted: readonly string[],
): (socketAddress: string | undefined) => string | undefined {
  const networks = networksOf(trusted)
  return (socketAddress = '') => {
    const address = parse(socketAddress)
    if (!address) return socketAddress
    return isAmong(networks, address) ? undefined : countedAs(address)
  }
}

/** The forms in which some proxies write an address: `192.0.2.1:49152`, `[2001:db8::1]:49152`, `[2001:db8::1]`. */
const WITH_PORT = /^(?:([\d.]+):\d{1,5}|\[([\da-f:.]+(?:%\w+)?)\](?::\d{1,5})?)$/i

/** Parses an address. An IPv4 address mapped into IPv6 becomes IPv4. */
function parse(text: string): Address | undefined {
  const [, v4, v6] = WITH_PORT.exec(text) ?? []
  const bare = v4 ?? v6 ?? text
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

function countedAs(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** The address that a request counts for. */
export const callerAddress = (
  { addressOf }: Pick<Deps, 'addressOf'>,
  env: Bindings | undefined,
  request: Request,
): string =>
  addressOf(env?.incoming?.socket?.remoteAddress, request.headers.get('x-forwarded-for') ?? undefined)
