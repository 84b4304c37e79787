/**
 * The short version of a page or block. Reads show it, and a write that names it succeeds only if nothing changed since.
 * @see assistants 8.2
 */
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { valueWords } from '../requests/check.ts'
import { EXAMPLE_VERSION } from '../routes/examples.ts'

const VERSION = new RegExp(`^[\\w-]{${LIMITS.version}}$`)

/** The version in an answer. */
export const Version = v.pipe(
  v.string(),
  v.regex(VERSION),
  v.description(
    `The current version of the page or block, for \`if_unchanged\`: the first ${LIMITS.version} characters of its \`ETag\`.`,
  ),
  v.metadata({ examples: [EXAMPLE_VERSION] }),
)

const words = ({ input }: { readonly input: unknown }): string =>
  `if_unchanged takes the version that a read shows, such as ${EXAMPLE_VERSION}, not ${valueWords(input)}.`

/** A version that a caller sends. */
export const sentVersion = (description: string) =>
  v.pipe(
    v.string(words),
    v.regex(VERSION, words),
    v.description(description),
    v.metadata({ examples: [EXAMPLE_VERSION] }),
  )

/** The member of a body. */
export const ifUnchanged = (what: 'page' | 'block') => ({
  if_unchanged: v.exactOptional(
    sentVersion(
      `The \`version\` of the ${what} as you last read it. If the ${what} changed since, the answer is 409 and shows the current ${what}.`,
    ),
  ),
})
