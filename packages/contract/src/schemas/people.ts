/** The people of a server, for the accounts that look after them. @see decisions 9.11 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { limit, offset } from '../requests/parameters.ts'
import { Count, list, Timestamp } from './scalars.ts'

const QUOTA = 'quota takes a whole number of bytes.'
const Quota = v.pipe(
  v.number(QUOTA),
  v.safeInteger(QUOTA),
  v.minValue(0, QUOTA),
  v.description('The bytes of storage that the account may use.'),
)

/** An account, without anything of its notes. */
export const Person = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description('The id of the account.')),
    createdAt: Timestamp,
    lastUsedAt: v.exactOptional(
      v.pipe(Timestamp, v.description('The last use by a browser or a device, to the minute.')),
    ),
    admin: v.pipe(v.boolean(), v.description('Whether the person looks after people too.')),
    disabled: v.pipe(v.boolean(), v.description('Whether the account is closed to all access.')),
    isNew: v.pipe(
      v.boolean(),
      v.description(
        'Whether nobody has signed in to it yet, and it has no notes. Only then it can be invited.',
      ),
    ),
    quota: Quota,
    used: v.pipe(Count, v.description('The bytes that it uses.')),
  }),
  v.description('A person of the server, without anything of their notes.'),
)
export type Person = v.InferOutput<typeof Person>

/** The query of the list of people. */
export const PeopleQuery = v.object({
  limit: limit(LIMITS.peoplePart, LIMITS.peoplePart),
  offset: offset(),
})
export type PeopleQuery = v.InferOutput<typeof PeopleQuery>

/** The answer of the list of people. */
export const PeopleList = v.pipe(
  v.strictObject({ people: list(Person), ...envelope }),
  v.description('The people of the server, by their ids.'),
)
export type PeopleList = v.InferOutput<typeof PeopleList>

/** The body for creating an account. */
export const MakePerson = v.strictObject({
  id: v.pipe(
    v.string(),
    v.description(
      'The id of the new account: 1 to 64 characters of `A-Z a-z 0-9 . _ -`, but not `.` or `..`.',
    ),
  ),
  quota: v.exactOptional(Quota),
})
export type MakePerson = v.InferOutput<typeof MakePerson>

/** The body for changing an account; members that are left out stay. */
export const ChangePerson = v.pipe(
  v.strictObject({
    disabled: v.exactOptional(
      v.pipe(v.boolean(), v.description('Whether to close the account to all access. Nothing is deleted.')),
    ),
    quota: v.exactOptional(Quota),
  }),
)
export type ChangePerson = v.InferOutput<typeof ChangePerson>

/** The body for inviting a person. */
export const InvitePerson = v.strictObject({
  email: v.exactOptional(
    v.pipe(v.string(), v.description('The address that gets the link. Without it, the answer has the link.')),
  ),
})
export type InvitePerson = v.InferOutput<typeof InvitePerson>

/** The answer of an invitation. */
export const Invitation = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description('The id of the account.')),
    link: v.exactOptional(
      v.pipe(v.string(), v.description('The link, which signs in once. Omitted if it was sent by e-mail.')),
    ),
    expiresAt: Timestamp,
  }),
  v.description(`An invitation, which is good for ${LIMITS.inviteDays} days, once.`),
)
export type Invitation = v.InferOutput<typeof Invitation>

/** The answer of a sign-in link that was sent. */
export const MailedLink = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description('The id of the account.')),
    expiresAt: Timestamp,
  }),
  v.description(
    `A sign-in link that was sent to the address that the person confirmed. It is good for ${LIMITS.signInMailMinutes} minutes, once.`,
  ),
)
export type MailedLink = v.InferOutput<typeof MailedLink>

/** The body for deleting an account. */
export const RemovePerson = v.strictObject({
  name: v.pipe(v.string(), v.description('The id of the account, as confirmation.')),
})
export type RemovePerson = v.InferOutput<typeof RemovePerson>
