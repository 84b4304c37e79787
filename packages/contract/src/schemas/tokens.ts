/**
 * API tokens as their owner sees them. Only the answer that creates a token contains its secret.
 * @see service, Authentication; decisions 9.1
 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { Right, RIGHTS } from '../rights.ts'
import { list, Timestamp } from './scalars.ts'

/** The scopes of a token: `read`, or `write` for reading and writing. */
export const SCOPES = ['read', 'write'] as const

/** The scope of a token. */
export const Scope = v.pipe(
  v.picklist(SCOPES),
  v.description('`read`, or `write` for a token that reads and writes.'),
)

export const May = v.pipe(
  v.array(Right),
  v.maxLength(Object.keys(RIGHTS).length),
  v.description(
    `Its rights beside reading and writing: ${Object.entries(RIGHTS)
      .map(([right, words]) => `\`${right}\` (${words})`)
      .join(', ')}.`,
  ),
)

const shown = {
  id: v.string(),
  name: v.pipe(v.string(), v.description('The name that its creator gave it.')),
  scope: Scope,
  may: v.exactOptional(May),
  zone: v.exactOptional(v.pipe(v.string(), v.description('The time zone of its today, an IANA name.'))),
  createdAt: Timestamp,
  expiresAt: v.exactOptional(
    v.pipe(Timestamp, v.description('The end of its last day. Omitted if the token does not expire.')),
  ),
}

/** An API token without its secret. */
export const ApiToken = v.pipe(
  v.strictObject({
    ...shown,
    lastUsedAt: v.exactOptional(
      v.pipe(Timestamp, v.description('The time of the last use, to the minute. Omitted if never used.')),
    ),
    revokedAt: v.exactOptional(
      v.pipe(Timestamp, v.description('The time of the revocation. Omitted if not revoked.')),
    ),
  }),
  v.description('An API token. The server does not keep its secret.'),
)
export type ApiToken = v.InferOutput<typeof ApiToken>

/** The answer of the list of tokens, newest first. */
export const TokenList = v.pipe(
  v.strictObject({ tokens: list(ApiToken), ...envelope }),
  v.description('API tokens, newest first, including revoked and expired ones.'),
)
export type TokenList = v.InferOutput<typeof TokenList>

/** The body for creating a token. */
export const MakeToken = v.strictObject({
  name: v.pipe(
    v.string(),
    v.description(
      `The name of the program or device, such as \`Laptop script\`. Up to ${LIMITS.tokenName} characters.`,
    ),
    v.metadata({ minLength: 1, maxLength: LIMITS.tokenName }),
  ),
  scope: v.exactOptional(Scope, 'read'),
  may: v.exactOptional(May),
  zone: v.exactOptional(
    v.pipe(
      v.string(),
      v.description('The time zone of the today of the token, an IANA name such as `Europe/Berlin`.'),
    ),
  ),
  expires: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(
        'The last day of the token, such as `2026-12-31`, in its time zone. Without one, the token works until you revoke it.',
      ),
      v.metadata({ format: 'date' }),
    ),
  ),
})
export type MakeToken = v.InferOutput<typeof MakeToken>

/** The body for changing the rights of a token. */
export const ChangeToken = v.strictObject({ may: May })
export type ChangeToken = v.InferOutput<typeof ChangeToken>

/** The answer with a new token and its secret. */
export const TokenMade = v.pipe(
  v.strictObject({
    token: v.pipe(v.string(), v.description('The token itself. Only this answer contains it.')),
    ...shown,
  }),
  v.description('A new API token.'),
)
export type TokenMade = v.InferOutput<typeof TokenMade>
