/**
 * Caches metadata documents in the store, by their headers between a minute and a day. Only a document that names its
 * own address is cached.
 * @see assistants 9.4
 */
import { hashSecret } from '@notegraph/service'
import type { ConnectedAppStore } from '@notegraph/store'
import { MOST_RECORDS } from './adapter.ts'
import { knownMetadata, type ClientMetadata } from './client-metadata.ts'
import { DocumentFault, type FetchDocument } from './metadata-document.ts'

const MINUTE = 60
const DAY = 86_400
/** Documents that are fetched at once, so that a flood of requests cannot make this server flood others. */
const MOST_FETCHES = 8

/** Bounds the fetches that run at once. */
export function bounded(fetchDocument: FetchDocument): FetchDocument {
  let running = 0
  return async (url) => {
    if (running >= MOST_FETCHES) throw new DocumentFault('The server already reads too many documents.')
    running++
    try {
      return await fetchDocument(url)
    } finally {
      running--
    }
  }
}

/** @returns the document with the members that this server uses; it throws a `DocumentFault` */
export function cachedDocuments(
  apps: ConnectedAppStore,
  clock: () => number,
  fetchDocument: FetchDocument,
): (url: string) => Promise<ClientMetadata> {
  const fetched = bounded(fetchDocument)
  return async (url) => {
    const hash = hashSecret(url)
    const now = clock()
    const cached = await apps.findRecord('document', hash)
    if (cached && now < cached.expiresAt) return JSON.parse(cached.payload) as ClientMetadata
    const { text, maxAge = MINUTE } = await fetched(url)
    const document = documentOf(text, url)
    const expiresAt = now + Math.max(MINUTE, Math.min(DAY, maxAge)) * 1_000
    const record = { kind: 'document', hash, payload: JSON.stringify(document), expiresAt } as const
    await apps.putRecord(record, { now, most: MOST_RECORDS.document })
    return document
  }
}

/**
 * Reads a metadata document.
 * @returns the members that this server uses
 * @throws {DocumentFault}
 */
export function documentOf(text: string, url: string): ClientMetadata {
  const given = parsed(text)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new DocumentFault('It is not a JSON object.')
  const members = given as ClientMetadata
  if (members['client_id'] !== url) throw new DocumentFault('Its client_id is not its own address.')
  if ('client_secret' in members || 'client_secret_expires_at' in members)
    throw new DocumentFault('It contains a client_secret.')
  if (!mayBePublic(members)) throw new DocumentFault('It does not allow the token_endpoint_auth_method none.')
  const known = knownMetadata(members)
  if (known['client_name'] === undefined) throw new DocumentFault('It has no client_name.')
  if ((known['redirect_uris'] as readonly string[]).length === 0)
    throw new DocumentFault('It has no redirect_uris.')
  return { client_id: url, ...known }
}

/** Whether an app can do without a secret or key. One document serves many servers, so it may list several methods. */
function mayBePublic(members: ClientMetadata): boolean {
  const preferred = members['token_endpoint_auth_method'] ?? 'none'
  const others = members['token_endpoint_auth_methods_supported']
  return preferred === 'none' || (Array.isArray(others) && others.includes('none'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
