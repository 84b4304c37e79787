/**
 * Notices of an account.
 * @see events 4
 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { Count, list, Timestamp } from './scalars.ts'
import { May } from './tokens.ts'

/** A token or an app that wrote on a page that readers see, and lacks the right `publish`. */
export const LackingProgram = v.strictObject({
  kind: v.pipe(v.picklist(['token', 'app']), v.description('A token, or a connected app.')),
  id: v.string(),
  name: v.string(),
  may: v.pipe(May, v.description('The rights that it has.')),
})

/** A fact that the owner of an account should know. */
export const Notice = v.pipe(
  v.variant('kind', [
    v.pipe(
      v.strictObject({
        kind: v.literal('new_access'),
        event: v.pipe(v.string(), v.description('The event of the audit log, such as `token_made`.')),
        at: Timestamp,
      }),
      v.description(
        `A new device, passkey, token, app, plug-in, shared page, site or webhook, for ${LIMITS.accessNoticeDays} days or until the owner opens the security log.`,
      ),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('secret_reused'),
        app: v.pipe(v.string(), v.description('The name of the app.')),
        at: Timestamp,
      }),
      v.description(
        'A code or refresh token of an app was used twice, which may be a theft. The app was disconnected.',
      ),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('backup_late'),
        at: v.exactOptional(
          v.pipe(Timestamp, v.description('The time of the last backup, if there is one.')),
        ),
        why: v.exactOptional(v.pipe(v.string(), v.description('Why the last attempt failed.'))),
      }),
      v.description('A backup of the server is late or failed. Only accounts that look after people get it.'),
    ),
    v.pipe(
      v.strictObject({ kind: v.literal('conflicts'), count: Count }),
      v.description('Blocks have conflicting versions.'),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('may_publish'),
        programs: list(LackingProgram),
      }),
      v.description(
        `Programs without the right \`publish\` wrote on a page that readers see, in the last ${LIMITS.changeDays} days. They can no longer.`,
      ),
    ),
    v.pipe(
      v.strictObject({ kind: v.literal('changes'), count: Count }),
      v.description('Programs or assistants made changes since the last look at the list of changes.'),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('device_unseen'),
        id: v.string(),
        device: v.string(),
        seenAt: v.pipe(Timestamp, v.description('The last request of the device.')),
      }),
      v.description(`A signed-in device sent nothing for ${LIMITS.deviceUnseenDays} days.`),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('token_ending'),
        id: v.string(),
        name: v.string(),
        endsAt: v.pipe(Timestamp, v.description('The time at which it ends.')),
      }),
      v.description(`A token ends within ${LIMITS.endNoticeDays} days.`),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('device_ending'),
        id: v.string(),
        device: v.string(),
        endsAt: v.pipe(
          Timestamp,
          v.description('The time at which it is signed out, unless it is used before.'),
        ),
      }),
      v.description(
        `A device is signed out within ${LIMITS.endNoticeDays} days, because it was not used. A device without use for ${LIMITS.deviceIdleDays} days is signed out.`,
      ),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('storage'),
        percent: v.pipe(
          v.picklist([80, 100]),
          v.description('The level that the storage has reached; 100 once a write of words can be refused.'),
        ),
        used: Count,
        quota: Count,
      }),
      v.description('The storage is nearly full, or full.'),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('plan_ending'),
        readsUntil: v.pipe(Timestamp, v.description('The time at which reading ends.')),
        daysLeft: v.pipe(Count, v.description('The days until then, rounded up.')),
      }),
      v.description('The plan has ended, and reading ends soon.'),
    ),
    v.pipe(
      v.strictObject({ kind: v.literal('webhook_off'), id: v.string(), at: Timestamp }),
      v.description('A webhook was switched off, because its address did not accept a message for too long.'),
    ),
    v.pipe(
      v.strictObject({
        kind: v.literal('digest_off'),
        way: v.pipe(v.picklist(['email', 'push']), v.description('By e-mail, or in a browser.')),
        at: Timestamp,
      }),
      v.description('The digest was switched off on one way, because it was not accepted for too long.'),
    ),
  ]),
  v.description('A fact that the owner of the account should know.'),
)
export type Notice = v.InferOutput<typeof Notice>

/** The answer of the list of notices, most urgent first. */
export const NoticeList = v.pipe(
  v.strictObject({ notices: list(Notice), ...envelope }),
  v.description('Notices, most urgent first. The list is always whole.'),
)
export type NoticeList = v.InferOutput<typeof NoticeList>
