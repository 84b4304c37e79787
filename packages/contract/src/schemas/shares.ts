/**
 * Shared pages: links that show one page to anyone who has them.
 * @see sharing 1, 7
 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { list, Timestamp } from './scalars.ts'

/** A link to a page, as its owner sees it. */
export const Share = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description('The last part of the link: 22 random characters.')),
    url: v.pipe(v.string(), v.description('The link. Anyone with the link can read the page.')),
    pageId: v.string(),
    page: v.exactOptional(
      v.pipe(v.string(), v.description('The name of the page. Omitted if it was deleted.')),
    ),
    quotes: v.pipe(
      v.boolean(),
      v.description('Whether readers see the words that the page quotes from other pages.'),
    ),
    hasPassword: v.pipe(v.boolean(), v.description('Whether readers need a password.')),
    createdAt: Timestamp,
    expiresAt: v.exactOptional(
      v.pipe(Timestamp, v.description('The end of its last day. Omitted if the link does not expire.')),
    ),
    endedAt: v.exactOptional(v.pipe(Timestamp, v.description('When it was ended. Omitted if it was not.'))),
    closedAt: v.exactOptional(
      v.pipe(
        Timestamp,
        v.description(
          'When a restore of the server closed it. It has ended then, until you open it again. Omitted if it is not closed.',
        ),
      ),
    ),
  }),
  v.description('A link that shows one page to anyone who has it.'),
)
export type Share = v.InferOutput<typeof Share>

/** The answer of the list of shared pages, newest first. */
export const ShareList = v.pipe(
  v.strictObject({ shares: list(Share), ...envelope }),
  v.description('Links to shared pages, newest first, including ended and expired ones.'),
)
export type ShareList = v.InferOutput<typeof ShareList>

const LAST_DAY = 'The last day of the link, such as `2026-12-31`, in the time zone of the account.'
const PASSWORD = `The password that readers need, ${LIMITS.sharePasswordLeast} to ${LIMITS.sharePassword} characters.`
const QUOTES = v.pipe(
  v.boolean(),
  v.description(
    'Whether readers see the words that the page quotes from other pages. By default they do not.',
  ),
)

/** The body for sharing a page. */
export const SharePage = v.strictObject({
  page: v.pipe(
    v.string(),
    v.description('The id of the page, or its name or an alias, in any case.'),
    v.metadata({ minLength: 1 }),
  ),
  quotes: v.exactOptional(QUOTES, false),
  expires: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(`${LAST_DAY} Without one, the link works until you end it.`),
      v.metadata({ format: 'date' }),
    ),
  ),
  password: v.exactOptional(
    v.pipe(
      v.string(),
      v.description(`${PASSWORD} Without one, the link alone opens the page.`),
      v.metadata({ minLength: LIMITS.sharePasswordLeast, maxLength: LIMITS.sharePassword }),
    ),
  ),
})
export type SharePage = v.InferOutput<typeof SharePage>

/** The body for changing a link. Members that are left out stay. */
export const ChangeShare = v.strictObject({
  quotes: v.exactOptional(QUOTES),
  expires: v.exactOptional(v.nullable(v.pipe(v.string(), v.description(`${LAST_DAY} \`null\` removes it.`)))),
  password: v.exactOptional(
    v.nullable(v.pipe(v.string(), v.description(`${PASSWORD} \`null\` removes it.`))),
  ),
})
export type ChangeShare = v.InferOutput<typeof ChangeShare>
