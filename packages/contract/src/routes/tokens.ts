/**
 * The routes of tokens: what the holder of an account does in Settings, Assistants.
 * @see service, Authentication; decisions 9.1, 9.2
 */
import { ERRORS } from '../errors.ts'
import { EXAMPLE_TOKEN } from './examples.ts'
import { LIMITS } from '../limits.ts'
import { TOKEN_ID } from './path-parameters.ts'
import { RECENT_ERRORS, SESSION_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'
import { ApiToken, ChangeToken, MakeToken, TokenList, TokenMade } from '../schemas/tokens.ts'

const { lastUsedAt: _lastUsedAt, ...FRESH } = EXAMPLE_TOKEN

export const TOKEN_ROUTES: readonly Route[] = [
  {
    operationId: 'listTokens',
    client: 'tokens.list',
    method: 'GET',
    path: '/api/v1/settings/tokens',
    auth: 'session',
    tag: 'Tokens',
    summary: 'List tokens',
    description: 'The API tokens of the account, newest first, with the time of their last use.',
    parameters: [],
    query: WindowQuery,
    answer: TokenList,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/v1/settings/tokens?limit=1',
      answer: { tokens: [EXAMPLE_TOKEN], total: 2, next: 1 },
    },
  },
  {
    operationId: 'makeToken',
    client: { method: 'tokens.make', once: 'there would be two tokens' },
    recent: 'always',
    method: 'POST',
    path: '/api/v1/settings/tokens',
    auth: 'session',
    audit: 'token_made',
    tag: 'Tokens',
    summary: 'Create a token',
    description: `Creates a token that reads, or reads and writes. The token works until you revoke it, or until the end of the day in \`expires\`. Only this answer contains the token. An account can have ${LIMITS.tokens} active tokens (409).`,
    parameters: [],
    body: MakeToken,
    answer: TokenMade,
    errors: {
      ...RECENT_ERRORS,
      bad_request: '"Berlin" is not a time zone. Use an IANA name such as Europe/Berlin.',
      conflict: `This account already has ${LIMITS.tokens} active tokens, which is the limit.`,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: '/api/v1/settings/tokens',
      body: { name: FRESH.name, scope: FRESH.scope, zone: FRESH.zone },
      answer: { token: 'ngp_0kZ8…', ...FRESH },
    },
  },
  {
    operationId: 'changeToken',
    client: { method: 'tokens.change', once: false },
    recent: 'to_widen',
    method: 'PATCH',
    path: '/api/v1/settings/tokens/{id}',
    auth: 'session',
    audit: 'token_changed',
    tag: 'Tokens',
    summary: 'Change the rights of a token',
    description:
      'Gives a token exactly the rights in `may`, and takes the others away. A new right asks for a recent sign-in. The secret stays the same.',
    parameters: [TOKEN_ID],
    body: ChangeToken,
    answer: ApiToken,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'may[0] is "admin". It takes organize or publish.',
      not_found: 'No token of this account has the id "e8a1b2f4".',
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: `/api/v1/settings/tokens/${EXAMPLE_TOKEN.id}`,
      body: { may: ['publish'] },
      answer: { ...EXAMPLE_TOKEN, may: ['publish'] },
    },
  },
  {
    operationId: 'revokeToken',
    client: { method: 'tokens.revoke', once: false },
    method: 'POST',
    path: '/api/v1/settings/tokens/{id}/revoke',
    auth: 'session',
    audit: 'token_revoked',
    tag: 'Tokens',
    summary: 'Revoke a token',
    description:
      'Revokes a token immediately and permanently, for the API and MCP. Revoking a token again changes nothing. The route takes no body, and also works in grace.',
    parameters: [TOKEN_ID],
    answer: ApiToken,
    errors: {
      ...SESSION_ERRORS,
      bad_request: 'The token id in the path is not valid percent-encoding of UTF-8.',
      not_found: 'No token of this account has the id "e8a1b2f4".',
    },
    example: {
      request: `/api/v1/settings/tokens/${EXAMPLE_TOKEN.id}/revoke`,
      answer: { ...EXAMPLE_TOKEN, revokedAt: 1795169160000 },
    },
  },
]
