/**
 * The routes of tokens: what the holder of an account does in Settings, Assistants.
 * @see service, Authentication; decisions 9.1, 9.2
 */
import { ERRORS } from '../errors.ts'
import { EXAMPLE_TOKEN } from './examples.ts'
import { LIMITS } from '../limits.ts'
import { TOKEN_ID } from './path-parameters.ts'
import { SESSION_ERRORS } from './errors.ts'
import type { Route } from './route.ts'
import { ApiToken, MakeToken, TokenList, TokenMade, TokensQuery } from '../schemas/tokens.ts'

const { lastUsedAt: _lastUsedAt, ...FRESH } = EXAMPLE_TOKEN

export const TOKEN_ROUTES: readonly Route[] = [
  {
    operationId: 'listTokens',
    method: 'GET',
    path: '/api/v1/settings/tokens',
    auth: 'session',
    tag: 'Tokens',
    summary: 'List tokens',
    description: 'The API tokens of the account with when each was last used, those made last first.',
    parameters: [],
    query: TokensQuery,
    answer: TokenList,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/v1/settings/tokens?limit=1',
      answer: { tokens: [EXAMPLE_TOKEN], total: 2, next: 1 },
    },
  },
  {
    operationId: 'makeToken',
    method: 'POST',
    path: '/api/v1/settings/tokens',
    auth: 'session',
    tag: 'Tokens',
    summary: 'Make a token',
    description: `Makes a token that reads, or reads and writes, until it is revoked or, with \`expires\`, until its last day ends. The token is in the answer and can never be had again. An account has up to ${LIMITS.tokens} that are neither revoked nor expired (409).`,
    parameters: [],
    body: MakeToken,
    answer: TokenMade,
    errors: {
      ...SESSION_ERRORS,
      bad_request: '"Berlin" is not a time zone: use an IANA name such as Europe/Berlin.',
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
    operationId: 'revokeToken',
    method: 'POST',
    path: '/api/v1/settings/tokens/{id}/revoke',
    auth: 'session',
    tag: 'Tokens',
    summary: 'Revoke a token',
    description:
      'Closes the API and MCP to a token at once, for good. Revoking it again changes nothing. It takes no body, and is there in grace too.',
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
