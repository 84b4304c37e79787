/**
 * The daily digest of an account.
 * @see events 3
 */
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { list, Timestamp } from './scalars.ts'

const HOURS = 'hour takes a whole number from 0 to 23.'
const Hour = v.pipe(
  v.number(HOURS),
  v.integer(HOURS),
  v.minValue(0, HOURS),
  v.maxValue(23, HOURS),
  v.description('The hour of the digest in the zone of the account, 0 to 23.'),
)
const Zone = v.pipe(
  v.string(),
  v.description('The time zone of the account, an IANA name such as `Europe/Berlin`.'),
)
const Email = v.pipe(v.string(), v.description('An e-mail address.'))
const On = v.pipe(v.boolean(), v.description('Whether digests are sent.'))
const BrowserName = v.pipe(
  v.string(),
  v.maxLength(LIMITS.browserName),
  v.description('The name of the browser in the settings.'),
)

/** The members that an e-mail address and a browser share. */
const way = {
  createdAt: Timestamp,
  sentAt: v.exactOptional(v.pipe(Timestamp, v.description('The last digest that was accepted.'))),
  dueAt: v.exactOptional(
    v.pipe(Timestamp, v.description('When the next digest, or the next attempt, is due.')),
  ),
  fault: v.exactOptional(v.pipe(v.string(), v.description('Why the last attempt failed.'))),
  failingSince: v.exactOptional(
    v.pipe(Timestamp, v.description('The first failed attempt since the last success.')),
  ),
  offAt: v.exactOptional(v.pipe(Timestamp, v.description('When it was switched off.'))),
  offWhy: v.exactOptional(
    v.pipe(
      v.picklist(['failed', 'ended']),
      v.description(
        `\`failed\` if nothing was accepted for ${LIMITS.webhookDays} days, or the browser ended its subscription. \`ended\` by the link in a digest.`,
      ),
    ),
  ),
}
const FAILING = '`failing` while a digest waits after a failed attempt. `off` gets nothing.'

/** The e-mail address of a digest. */
export const DigestEmail = v.pipe(
  v.strictObject({
    address: Email,
    state: v.pipe(
      v.picklist(['unconfirmed', 'on', 'failing', 'off']),
      v.description(`\`unconfirmed\` until its owner opens the link in the first e-mail. ${FAILING}`),
    ),
    ...way,
  }),
  v.description('The address that gets the digest by e-mail.'),
)
export type DigestEmail = v.InferOutput<typeof DigestEmail>

/** A browser that gets the digest by web push. */
export const DigestBrowser = v.pipe(
  v.strictObject({
    id: v.string(),
    name: v.exactOptional(BrowserName),
    state: v.pipe(v.picklist(['on', 'failing', 'off']), v.description(FAILING)),
    ...way,
  }),
  v.description('A browser that gets the digest by web push.'),
)
export type DigestBrowser = v.InferOutput<typeof DigestBrowser>

/** The settings of the digest. */
export const DigestAnswer = v.pipe(
  v.strictObject({
    on: On,
    hour: Hour,
    zone: Zone,
    sendsEmail: v.pipe(v.boolean(), v.description('Whether this server can send e-mail.')),
    email: v.pipe(v.nullable(DigestEmail), v.description('`null` without an address.')),
    browsers: list(DigestBrowser),
    pushKey: v.pipe(
      v.string(),
      v.description('The `applicationServerKey` with which a browser subscribes, in base64url.'),
    ),
  }),
  v.description('The daily digest of the account, and where it is sent.'),
)
export type DigestAnswer = v.InferOutput<typeof DigestAnswer>

/** A change of the settings. */
export const ChangeDigest = v.pipe(
  v.strictObject({
    on: v.exactOptional(On),
    hour: v.exactOptional(Hour),
    zone: v.exactOptional(Zone),
    email: v.exactOptional(
      v.nullable(
        v.pipe(
          v.string(),
          v.description(
            'The address for the digest. A new one gets an e-mail with a link that confirms it. The present one is switched on again. `null` removes it.',
          ),
        ),
      ),
    ),
  }),
  v.description('What to change; members that you leave out stay.'),
)
export type ChangeDigest = v.InferOutput<typeof ChangeDigest>

/** A key in base64url. The length bounds what is stored. */
const key = (name: string, bytes: number, of: string) => {
  const length = Math.ceil((bytes * 4) / 3)
  const fault = `keys.${name} takes ${bytes} bytes in base64url, ${length} characters.`
  return v.pipe(
    v.string(),
    v.regex(/^[\w-]+$/, fault),
    v.length(length, fault),
    v.description(`${of}, ${bytes} bytes in base64url.`),
  )
}

/** A subscription of a browser, as `PushSubscription.toJSON()` gives it, with a name. */
export const AddDigestBrowser = v.pipe(
  v.strictObject({
    endpoint: v.pipe(
      v.string(),
      v.maxLength(LIMITS.webhookUrl),
      v.description('The address at which the service of the browser takes messages. It begins with https.'),
    ),
    keys: v.strictObject({
      p256dh: key('p256dh', 65, 'The public key of the browser'),
      auth: key('auth', 16, 'The authentication secret of the browser'),
    }),
    name: v.exactOptional(
      v.pipe(
        BrowserName,
        v.check(
          (text) => !/\p{Cc}/u.test(text) && text.isWellFormed(),
          'name must not contain control characters or half of a surrogate pair.',
        ),
      ),
    ),
  }),
  v.description('A subscription with the `pushKey` of the account.'),
)
export type AddDigestBrowser = v.InferOutput<typeof AddDigestBrowser>
