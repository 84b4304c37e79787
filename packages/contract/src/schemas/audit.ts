/** The audit log as the account owner sees it. */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { limit, offset } from '../requests/parameters.ts'
import { list, Timestamp } from './scalars.ts'

/** One event of access to the account. */
export const AuditEvent = v.pipe(
  v.strictObject({
    at: Timestamp,
    event: v.pipe(
      v.string(),
      v.description(
        'What happened: `sign_in`, `sign_out`, `access_ended`, `account_made`, `account_changed`, `account_removed`, `link_made`, `token_made`, `token_changed`, `token_revoked`, `token_expired`, `token_refused`, `passkey_added`, `passkey_removed`, `device_added`, `device_ended`, `device_refused`, `app_connected`, `app_changed`, `app_ended`, `app_refused`, `page_shared`, `share_changed`, `share_ended`, `share_reopened`, `share_opened`, `share_refused`, `site_published`, `site_changed`, `site_pages_changed`, `site_ended`, `site_reopened`, `webhook_made`, `webhook_changed`, `webhook_removed`, `digest_added`, `digest_changed`, `digest_removed`, `plugin_installed`, `plugin_changed`, `plugin_stopped`, `export`, `import`, `graph_pulled`, `revert`, `keep`, `restore`, `snapshot_made`, `snapshot_removed`, `history_forgotten`, `files_removed`, `settings_changed`, `log_read` or `plan_changed`. There may be more.',
      ),
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
