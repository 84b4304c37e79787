/** Lists, creates and revokes API tokens. */
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'
import type { ApiToken, MakeToken, TokenList, TokenMade } from './token.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface TokensClient {
  list(asked?: Window, options?: CallOptions): Promise<TokenList>
  /**
   * Creates a token. Without retries after a lost answer, because a retry could create a second token.
   * @throws `conflict` at 100 active tokens
   */
  make(body: MakeToken, options?: CallOptions): Promise<TokenMade>
  /** Revokes a token immediately, for the API and MCP. Revoking a token again changes nothing. */
  revoke(id: string, options?: CallOptions): Promise<ApiToken>
}

/**
 * A client of API tokens.
 * @param client the `token` is a device session
 * @example
 * const { token } = await tokensClient({ baseUrl, token: session }).make({ name: 'Laptop script' })
 */
export function tokensClient(client: ClientOptions): TokensClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/tokens'
  return {
    list: (asked, options) => get(root, asked, options),
    make: (body, { signal } = {}) => send({ method: 'POST', path: root, body, repeatable: false, signal }),
    revoke: (id, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/${encodeURIComponent(id)}/revoke`, repeatable: true, signal }),
  }
}
