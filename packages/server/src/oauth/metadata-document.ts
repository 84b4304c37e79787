/**
 * Fetches the metadata document of an app. The address comes from a caller, so the server connects to public addresses
 * only, follows no redirect, and gives up on long or slow answers. Nothing else is fetched because of a caller.
 * @see assistants 9.4
 */
import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { LIMITS } from '@notegraph/contract'
import ipaddr from 'ipaddr.js'

/** The reason why a document cannot be used, in a sentence. */
export class DocumentFault extends Error {}

/** A document as it arrived. */
export interface FetchedDocument {
  readonly text: string
  /** Seconds for which the headers allow it to be cached; undefined if they do not say. */
  readonly maxAge?: number
}

/** @throws {DocumentFault} */
export type FetchDocument = (url: string) => Promise<FetchedDocument>

/** Parts that a test replaces, because its server has a private address and no certificate. */
export interface DocumentConnection {
  readonly lookup?: typeof lookupName
  readonly request?: (options: RequestOptions) => ClientRequest
  readonly isPublic?: (address: string) => boolean
  /** Milliseconds until the server gives up. */
  readonly patience?: number
}

/**
 * Creates the function that fetches documents.
 *
 * @example
 * ```ts
 * const { text } = await documentFetcher()('https://app.example/client.json')
 * ```
 */
export function documentFetcher({
  lookup = lookupName,
  request = httpsRequest,
  isPublic = isPublicAddress,
  patience = LIMITS.appDocumentSeconds * 1_000,
}: DocumentConnection = {}): FetchDocument {
  /** Resolves a name for a connection. The connection uses the address that was checked. */
  const checkedLookup: RequestOptions['lookup'] = (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      const addresses: LookupAddress[] = error ? [] : found
      if (!error && addresses.every(({ address }) => isPublic(address))) {
        if (options.all === true) return callback(null, addresses)
        return callback(null, addresses[0]!.address, addresses[0]!.family)
      }
      callback(error ?? new DocumentFault('Its host has an address that is not public.'), '', 0)
    })
  }

  return async (address) => {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:') throw new DocumentFault('Its address does not begin with https.')
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    // Node resolves no name for an address.
    if (isIP(literal) !== 0 && !isPublic(literal))
      throw new DocumentFault('Its host has an address that is not public.')
    const signal = AbortSignal.timeout(patience)
    try {
      const response = await answerTo(
        request({
          hostname: literal,
          port: url.port === '' ? 443 : Number(url.port),
          path: url.pathname + url.search,
          headers: { Accept: 'application/json', Host: url.host, 'Accept-Encoding': 'identity' },
          lookup: checkedLookup,
          agent: false,
          signal,
        }),
      )
      return await readDocument(response)
    } catch (error) {
      if (error instanceof DocumentFault) throw error
      const cause = (error as { cause?: unknown }).cause
      if (cause instanceof DocumentFault) throw cause
      if (signal.aborted)
        throw new DocumentFault(`Its host took more than ${LIMITS.appDocumentSeconds} seconds.`, {
          cause: error,
        })
      throw new DocumentFault('Its host cannot be reached.', { cause: error })
    }
  }
}

const answerTo = async (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
    sent.end()
  })

async function readDocument(response: IncomingMessage): Promise<FetchedDocument> {
  try {
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400)
      throw new DocumentFault('Its host redirects to another address.')
    if (statusCode !== 200) throw new DocumentFault(`Its host answered with ${statusCode}.`)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length
      if (bytes > LIMITS.appDocumentBytes)
        throw new DocumentFault(`It has more than ${LIMITS.appDocumentBytes} bytes.`)
      chunks.push(chunk as Buffer)
    }
    const maxAge = maxAgeOf(headers['cache-control'])
    return { text: Buffer.concat(chunks).toString(), ...(maxAge !== undefined && { maxAge }) }
  } finally {
    response.destroy()
  }
}

/** Seconds from `Cache-Control`. */
function maxAgeOf(header = ''): number | undefined {
  if (/(?:^|,)\s*no-(?:store|cache)\b/i.test(header)) return 0
  const seconds = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(header)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}

/** The addresses of IPv6 that are given out: 2000::/3. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address) // an IPv4 address in IPv6 counts as itself
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST, 3)
}
