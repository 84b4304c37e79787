/** API tokens: listed, made and revoked. */
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'
import type { ApiToken, MakeToken, TokenList, TokenMade } from './token.ts'

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface TokensClient {
  list(asked?: Window, options?: CallOptions): Promise<TokenList>
  /** Never sent again after a lost answer, since that could make a second token. @throws `conflict` at 100 open tokens */
  make(body: MakeToken, options?: CallOptions): Promise<TokenMade>
  /** Closes the API and MCP to a token at once. Revoking a token again changes nothing. */
  revoke(id: string, options?: CallOptions): Promise<ApiToken>
}

/** @param client its token is the session of a device */
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
