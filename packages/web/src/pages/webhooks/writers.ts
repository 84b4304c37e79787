/** Those by whose writes a webhook can be filtered: a kind of writers, or one token or connected app. */
import { WEBHOOK_WRITERS, type MakeWebhook, type Webhook } from '@notegraph/contract'
import { isTokenOpen } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import { option, options } from '../../components/options.ts'
import { plainName } from '../../components/plain-name.ts'

const KINDS = {
  '': 'Anyone',
  devices: 'Devices',
  tokens: 'Tokens and connected apps',
  imports: 'Imports',
  owner: 'You, on the web',
} as const

/** A filter by writers; anyone if both are undefined. */
type WriterFilter = { readonly [K in 'by' | 'token']?: Webhook[K] | undefined }

/** A token or a connected app. */
export interface Writer {
  readonly id: string
  readonly name: string
  /** Whether it can still write. */
  readonly isOpen: boolean
}

export async function writersOf(
  { tokens, apps, clock }: Pick<WebDeps, 'tokens' | 'apps' | 'clock'>,
  accountId: string,
): Promise<readonly Writer[]> {
  const connected = (await apps?.connected.list(accountId)) ?? []
  return [
    ...(await tokens.list(accountId)).map((token) => ({ ...token, isOpen: isTokenOpen(token, clock()) })),
    ...connected.map(({ id, name }) => ({ id, name, isOpen: true })),
  ]
}

/** The value of the field for one token or app. */
const ONE = 'token:'

/** The value of the field for a filter. */
export const writerField = ({ by, token }: WriterFilter): string =>
  token === undefined ? (by ?? '') : ONE + token

/** The id of the token or app in the value of the field. */
const tokenIn = (field: string): string | undefined =>
  field.startsWith(ONE) ? field.slice(ONE.length) : undefined

/** The filter in the value of the field. */
export function writersIn(field: string): Pick<MakeWebhook, 'by' | 'token'> {
  const by = WEBHOOK_WRITERS.find((one) => one === field)
  const token = tokenIn(field)
  return { ...(by && { by }), ...(token !== undefined && { token }) }
}

/** @param chosen the value of the field; a token that is gone stays in the list while it is chosen */
export function writerOptions(writers: readonly Writer[], chosen: string): Html {
  const shown = writers.filter(({ id, isOpen }) => isOpen || ONE + id === chosen)
  const token = tokenIn(chosen)
  const isKnown = token === undefined || shown.some(({ id }) => id === token)
  return html`${token === undefined ? options(Object.entries(KINDS), chosen) : Object.entries(KINDS).map(([by, words]) => option(by, words, chosen))}
  ${
    (shown.length > 0 || !isKnown) &&
    html`<optgroup label="One token or app">
      ${shown.map(({ id, name }) => option(ONE + id, plainName(name), chosen))}
      ${!isKnown && option(chosen, GONE, chosen)}
    </optgroup>`
  }`
}

const GONE = 'A token that no longer exists'

/** The writers of a filter in words; undefined for anyone. */
export function writerWords(
  { by, token }: WriterFilter,
  writers: readonly Writer[],
): Html | string | undefined {
  if (token === undefined) return by && KINDS[by]
  const writer = writers.find(({ id }) => id === token)
  return writer ? html`<bdi>${writer.name}</bdi>` : GONE
}
