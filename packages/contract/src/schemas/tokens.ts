/**
 * API tokens as their owner sees them: never the secret, but for the once that it is made.
 * @see service, Authentication; decisions 9.1
 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { limit, offset } from '../requests/parameters.ts'
import { list, Timestamp } from './scalars.ts'

export const SCOPES = ['read', 'write'] as const

const Scope = v.pipe(
  v.picklist(SCOPES),
  v.description('`read`, or `write` for a token that reads and writes.'),
)

const shown = {
  id: v.string(),
  name: v.pipe(v.string(), v.description('The name that its creator gave it.')),
  scope: Scope,
  zone: v.exactOptional(
    v.pipe(v.string(), v.description('Where its today is: the time zone it was made in, an IANA name.')),
  ),
  createdAt: Timestamp,
  expiresAt: v.exactOptional(
    v.pipe(
      Timestamp,
      v.description('When it stops by itself: the end of its last day. Left out where it never does.'),
    ),
  ),
}

export const ApiToken = v.pipe(
  v.strictObject({
    ...shown,
    lastUsedAt: v.exactOptional(
      v.pipe(Timestamp, v.description('To the minute. Left out where it was never used.')),
    ),
    revokedAt: v.exactOptional(
      v.pipe(Timestamp, v.description('When it was revoked. Left out where it was not.')),
    ),
  }),
  v.description('An API token. The server does not keep its secret.'),
)
export type ApiToken = v.InferOutput<typeof ApiToken>

export const TokensQuery = v.object({ limit: limit(LIMITS.listDefault), offset: offset() })
export type TokensQuery = v.InferOutput<typeof TokensQuery>

export const TokenList = v.pipe(
  v.strictObject({ tokens: list(ApiToken), ...envelope }),
  v.description('API tokens, those made last first, revoked and expired ones too.'),
)
export type TokenList = v.InferOutput<typeof TokenList>

export const MakeToken = v.strictObject({
  name: v.pipe(
    v.string(),
    v.description(`Where it goes, such as \`Laptop script\`. Up to ${LIMITS.tokenName} characters.`),
    v.metadata({ minLength: 1, maxLength: LIMITS.tokenName }),
  ),
  scope: v.exactOptional(Scope, 'read'),
  zone: v.exactOptional(
    v.pipe(
      v.string(),
      v.description('The time zone of the device, an IANA name such as `Europe/Berlin`: where its today is.'),
    ),
  ),
  expires: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        'The last day on which it works, such as `2026-12-31`, where its today is. Without one it works until it is revoked.',
      ),
      v.metadata({ format: 'date' }),
    ),
  ),
})
export type MakeToken = v.InferOutput<typeof MakeToken>

export const TokenMade = v.pipe(
  v.strictObject({
    token: v.pipe(v.string(), v.description('The token itself. It is shown this once, and kept nowhere.')),
    ...shown,
  }),
  v.description('A new API token.'),
)
export type TokenMade = v.InferOutput<typeof TokenMade>
