/**
 * Whether the package registry can be reached, asked before a package manager goes there: without a network those try
 * again for minutes in silence. Plain JavaScript for the system's own Node, as `run.mjs`.
 */
import { connect } from 'node:net'

/** Milliseconds in which a connection has to open. */
const PATIENCE = 5_000

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

export async function registryFault(setting, env) {
  const registry = addressIn(setting('registry'))
  if (!registry) return undefined
  const proxies = [setting('https-proxy'), setting('proxy'), ...PROXIES.map((name) => env[name])]
  const proxy = proxies.map(addressIn).find((address) => address !== undefined)
  // Which hosts go past the proxy is the package manager's to know.
  if (proxy && [setting('noproxy'), env['NO_PROXY'], env['no_proxy']].some(isGiven)) return undefined
  const through = proxy ?? registry
  const why = await connectionFault(through)
  if (why === undefined) return undefined
  return `The ${proxy ? 'proxy' : 'package registry'} at ${through.origin} cannot be reached (${why}).`
}

/** Package managers print a word for a setting that is not there. @param {string | undefined} text */
const isGiven = (text) => !['', 'null', 'undefined'].includes((text ?? '').trim())

/** @param {string | undefined} text */
function addressIn(text) {
  try {
    const address = new URL(String(text).trim())
    return /^https?:$/.test(address.protocol) ? address : undefined
  } catch {
    return undefined
  }
}

/** @param {URL} address @returns {Promise<string | undefined>} the code of the failure */
const connectionFault = ({ protocol, hostname, port }) =>
  new Promise((resolve) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    const end = (why) => {
      socket.destroy()
      resolve(why)
    }
    socket.setTimeout(PATIENCE, () => end('no answer'))
    socket.once('connect', () => end()).once('error', (error) => end(error.code ?? error.message))
  })
