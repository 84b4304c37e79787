/** Lists, creates, changes and revokes API tokens. */
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'
import type { ApiToken, ChangeToken, MakeToken, TokenList, TokenMade } from './token.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface TokensClient {
  /** Lists the API tokens. No answer has their secrets. */
  list(asked?: Window, options?: CallOptions): Promise<TokenList>
  /**
   * Creates a token. Without retries after a lost answer, because a retry could create a second token.
   * @throws `conflict` at 100 active tokens
   */
  make(body: MakeToken, options?: CallOptions): Promise<TokenMade>
  /** Gives a token exactly these rights. A new right needs a recent sign-in. */
  change(id: string, body: ChangeToken, options?: CallOptions): Promise<ApiToken>
  /** Revokes a token immediately, for the API and MCP. Revoking a token again changes nothing. */
  revoke(id: string, options?: CallOptions): Promise<ApiToken>
}

/**
 * A client of API tokens.
 * @param client the `token` is a device session
 * @example
 * const { token } = await tokensClient({ url, token: session }).make({ name: 'Laptop script' })
 */
export function tokensClient(client: ClientOptions): TokensClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/tokens'
  return {
    list: (asked, options) => get(root, asked, options),
    make: (body, { signal } = {}) => send({ method: 'POST', path: root, body, repeatable: false, signal }),
    change: (id, body, { signal } = {}) =>
      send({ method: 'PATCH', path: `${root}/${encodeURIComponent(id)}`, body, repeatable: true, signal }),
    revoke: (id, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/${encodeURIComponent(id)}/revoke`, repeatable: true, signal }),
  }
}
