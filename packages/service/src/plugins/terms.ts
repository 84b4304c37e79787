/**
 * The terms of a plug-in: what its manifest says that it is and may do. The account agrees to exactly these, so they have
 * a version, and a changed manifest is compared with them.
 * @see events 5
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  checkManifest,
  LIMITS,
  PLUGIN_CHANGES,
  type PluginChange,
  type PluginManifest,
  type PluginOffer,
} from '@notegraph/contract'
import type { Plugin, Scope } from '@notegraph/store'
import { APP_SCOPES } from '../connected-apps/authenticate.ts'
import { tooLong } from '../error-messages.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { typesFault } from './types-fault.ts'

export type Terms = Omit<PluginOffer, 'version' | 'installed' | 'changes'>

/**
 * @param member the name of the address, for the sentence
 * @returns why the server cannot use an address, in a sentence; undefined if it can
 */
export type AddressFault = (member: string, address: string) => string | undefined

/** Refuses a manifest for a reason in a sentence. */
export const unusable = (fault: string): Result<never> =>
  refuse({ code: 'bad_request', error: `The manifest cannot be used. ${fault}` })

/**
 * Reads a manifest.
 *
 * @param document any JSON value
 * @param url the address of the manifest
 * @returns 400 with the first fault
 */
export function readTerms(document: unknown, url: string, addressFault: AddressFault): Result<Terms> {
  const checked = checkManifest(document)
  if (!checked.ok) return unusable(checked.error)
  const manifest = checked.value
  const fault = valuesFault(manifest, url, addressFault)
  return fault === undefined ? ok(termsOf(manifest, url)) : unusable(fault)
}

function termsOf(
  { client_name, client_uri, initiate_login_uri, scope, notegraph }: PluginManifest,
  url: string,
): Terms {
  const { description, events, page_types: pageTypes = [] } = notegraph
  return {
    url,
    name: client_name.trim(),
    host: new URL(url).host,
    ...(description !== undefined && { description: description.trim() }),
    ...(client_uri !== undefined && { site: client_uri }),
    ...(initiate_login_uri !== undefined && { setUp: initiate_login_uri }),
    scope: scope.split(' ').includes(APP_SCOPES.write) ? 'write' : 'read',
    ...(events && { events }),
    pageTypes,
  }
}

// A name or a description could otherwise look like another line of the page that asks.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

function valuesFault(manifest: PluginManifest, url: string, addressFault: AddressFault): string | undefined {
  const { client_id, client_name, client_uri, initiate_login_uri, redirect_uris, scope, notegraph } = manifest
  const { description, events, page_types: types = [] } = notegraph
  if (client_id !== url) return 'Its client_id is not its own address.'
  const fault =
    textFault('client_name', client_name, LIMITS.tokenName) ??
    (description === undefined
      ? undefined
      : textFault('notegraph.description', description, LIMITS.pluginDescription))
  if (fault !== undefined) return fault
  if (redirect_uris.length === 0) return 'redirect_uris is empty.'
  const known: readonly string[] = Object.values(APP_SCOPES)
  if (!scope.split(' ').some((one) => known.includes(one)))
    return `scope takes ${known.join(' or ')}, or both.`
  const addresses = { client_uri, initiate_login_uri, 'notegraph.events.url': events?.url }
  for (const [member, address] of Object.entries(addresses)) {
    if (address === undefined) continue
    const wrong = ownAddressFault(member, address, url, addressFault)
    if (wrong !== undefined) return wrong
  }
  return typesFault(types)
}

function textFault(member: string, text: string, most: number): string | undefined {
  if (text.trim() === '') return `${member} is empty.`
  if (text.length > most) return tooLong(member, most, text.length)
  return UNSEEN.test(text) || !text.isWellFormed()
    ? `${member} has characters that people cannot see.`
    : undefined
}

/** The server sends messages or the person to an address of the host that answers for the manifest, and to no other. */
function ownAddressFault(
  member: string,
  address: string,
  manifest: string,
  addressFault: AddressFault,
): string | undefined {
  const fault = addressFault(member, address)
  if (fault !== undefined) return fault
  if (address.length > LIMITS.webhookUrl) return tooLong(member, LIMITS.webhookUrl, address.length)
  const [own, other] = [new URL(manifest), new URL(address)]
  return own.origin === other.origin ? undefined : `${member} is not on the host ${own.host}.`
}

/** Names the content of terms. */
export const versionOf = (terms: Terms): string =>
  createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 32)

/**
 * The access that an account agreed to.
 *
 * @example
 * ```ts
 * const isReader = agreedScope(plugin) === 'read'
 * ```
 */
export const agreedScope = ({ manifest }: Pick<Plugin, 'manifest'>): Scope =>
  (JSON.parse(manifest) as Terms).scope

/** The members that differ. */
export const changesIn = (agreed: Terms, now: Terms): PluginChange[] =>
  PLUGIN_CHANGES.filter((member) => !isDeepStrictEqual(agreed[member], now[member]))
