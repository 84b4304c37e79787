import ipaddr from 'ipaddr.js'

/** Whether a host name or address is this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare.toLowerCase() === 'localhost') return true
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}
