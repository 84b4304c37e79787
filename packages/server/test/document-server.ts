/** A server on this machine that publishes the metadata document of an app, well or badly. */
import { request as httpRequest, type RequestListener } from 'node:http'
import { documentFetcher, type FetchDocument } from '../src/oauth/metadata-document.ts'
import type { ResolveName } from '../src/public-names.ts'
import { localServer } from './local-server.ts'

/** Resolves every name to this machine. */
export const here: ResolveName = async () => ['127.0.0.1']

export const HUGE: RequestListener = (_, response) => response.end('x'.repeat(5_121))
export const NEVER_BEGINS: RequestListener = () => {}
export const NEVER_ENDS: RequestListener = (_, response) => response.write('{')

/** Fetches from a server on this machine, over http because it has no certificate. */
export async function fetching(answer: RequestListener, patience?: number): Promise<FetchDocument> {
  const { port } = await localServer(answer)
  return documentFetcher({
    resolve: here,
    request: (options) => httpRequest({ ...options, port }),
    isPublic: () => true,
    ...(patience !== undefined && { patience }),
  })
}
