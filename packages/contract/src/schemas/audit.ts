/** The audit log as the account owner sees it. */
import * as v from 'valibot'
import { AUDIT_EVENTS } from '../audit-events.ts'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { limit, offset } from '../requests/parameters.ts'
import { list, Timestamp } from './scalars.ts'

/** The events that an owner sees. A refused sign-in belongs to no account. */
const SEEN = AUDIT_EVENTS.filter((event) => event !== 'sign_in_refused').map((event) => `\`${event}\``)

/** One event of access to the account. */
export const AuditEvent = v.pipe(
  v.strictObject({
    at: Timestamp,
    event: v.pipe(
      v.string(),
      v.description(`What happened: ${SEEN.slice(0, -1).join(', ')} or ${SEEN.at(-1)}. There may be more.`),
    ),
    by: v.pipe(
      v.string(),
      v.description(
        'The access that the actor used: `browser`, `device`, `token`, `app` or `agent`; or `operator`, `admin` (a person who looks after the accounts), `provider`, `billing` or `time`.',
      ),
    ),
    subject: v.exactOptional(
      v.pipe(
        v.string(),
        v.description(
          'The id of the token, the device, the app, the browser or the change, or of the shared page; the slug of a site.',
        ),
      ),
    ),
    detail: v.exactOptional(v.pipe(v.string(), v.description('A detail, such as the reason of a refusal.'))),
    address: v.exactOptional(
      v.pipe(
        v.string(),
        v.description(
          'A hash of the client address: the same for the same address. The address itself is not stored.',
        ),
      ),
    ),
  }),
  v.description('One event of access to the account.'),
)
export type AuditEvent = v.InferOutput<typeof AuditEvent>

/** The query of the audit log. */
export const AuditQuery = v.object({ limit: limit(LIMITS.changesDefault), offset: offset() })

/** The answer of the audit log, newest first. */
export const AuditList = v.pipe(
  v.strictObject({ events: list(AuditEvent), ...envelope }),
  v.description(`Access to the account in the last ${LIMITS.auditDays} days, newest first.`),
)
export type AuditList = v.InferOutput<typeof AuditList>
