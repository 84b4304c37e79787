/**
 * Caches metadata documents in the store, by their headers between a minute and a day, and failures in memory for a
 * minute. Only a document that names its own address is cached.
 * @see assistants 9.4
 */
import { LIMITS } from '@notegraph/contract'
import { hashSecret, slots } from '@notegraph/service'
import type { ConnectedAppStore } from '@notegraph/store'
import { RecentFaults } from '../recent-faults.ts'
import { MOST_RECORDS } from './adapter.ts'
import { knownMetadata, redirectFault, type ClientMetadata } from './client-metadata.ts'
import { DocumentFault, type FetchDocument } from './metadata-document.ts'

const MINUTE = 60
const DAY = 86_400
/** Documents that are fetched at once, so that a flood of requests cannot make this server flood others. */
const MOST_FETCHES = 32
/** Fetches that one caller waits for at once. */
const MOST_OF_ONE = 4

const TOO_MANY = 'The server already reads too many documents.'

/** Reads a document for a caller: the address of a request, or an account. It throws a `DocumentFault`. */
export type ReadDocument<T> = (url: string, caller: string) => Promise<T>

/**
 * Bounds the reads that run at once, fairly among callers: a flood of some delays nobody else. A document is read once at
 * a time, and not again for a minute after a failure.
 */
export function bounded<T>(
  read: (url: string) => Promise<T>,
  clock: () => number,
  patience: number = LIMITS.appDocumentSeconds * 1_000,
): ReadDocument<T> {
  const inSlot = slots(MOST_FETCHES)
  const asked = new Map<string, number>()
  const running = new Map<string, Promise<T>>()
  const faults = new RecentFaults(clock)

  async function noted(url: string, key: string): Promise<T> {
    try {
      return await read(url)
    } catch (error) {
      if (error instanceof DocumentFault) faults.note(key, error)
      throw error
    } finally {
      running.delete(key)
    }
  }

  async function once(url: string, key: string): Promise<T> {
    faults.check(key)
    const reading = running.get(key) ?? noted(url, key)
    running.set(key, reading)
    return reading
  }

  return async (url, caller) => {
    const key = hashSecret(url)
    faults.check(key)
    const own = asked.get(caller) ?? 0
    if (own >= MOST_OF_ONE) throw new DocumentFault(TOO_MANY)
    asked.set(caller, own + 1)
    const late = AbortSignal.timeout(patience)
    try {
      return await inSlot(async () => once(url, key), late, caller)
    } catch (error) {
      if (error !== late.reason) throw error
      throw new DocumentFault(TOO_MANY, { cause: error })
    } finally {
      const left = asked.get(caller)! - 1
      if (left === 0) asked.delete(caller)
      else asked.set(caller, left)
    }
  }
}

/** @returns the document with the members that this server uses */
export function cachedDocuments(
  apps: ConnectedAppStore,
  clock: () => number,
  fetchDocument: FetchDocument,
): ReadDocument<ClientMetadata> {
  const read = bounded(async (url) => {
    const { text, maxAge = MINUTE } = await fetchDocument(url)
    const document = documentOf(text, url)
    const now = clock()
    const expiresAt = now + Math.max(MINUTE, Math.min(DAY, maxAge)) * 1_000
    const hash = hashSecret(url)
    const record = { kind: 'document', hash, payload: JSON.stringify(document), expiresAt } as const
    await apps.putRecord(record, { now, most: MOST_RECORDS.document })
    return document
  }, clock)
  return async (url, caller) => {
    const cached = await apps.findRecord('document', hashSecret(url))
    if (cached && clock() < cached.expiresAt) return JSON.parse(cached.payload) as ClientMetadata
    return read(url, caller)
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
  const fault = redirectFault(known)
  if (fault !== undefined) throw new DocumentFault(fault)
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
