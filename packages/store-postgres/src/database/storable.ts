/** NUL, which PostgreSQL refuses in every text, also in one that is only compared. */

/** Whether PostgreSQL can store a text as it is. @returns false if no row can contain it */
export const isStorable = (text: string): boolean => !text.includes(NUL)

const NUL = '\0'
/** The control character for this purpose: data link escape. */
const ESCAPE = '\u0010'
const ESCAPED_NUL = `${ESCAPE}0`
const ESCAPED_ESCAPE = `${ESCAPE}${ESCAPE}`

/** The stored form of a text that may contain NUL. */
export const escapeNul = (text: string): string =>
  text.replaceAll(ESCAPE, ESCAPED_ESCAPE).replaceAll(NUL, ESCAPED_NUL)

/** The text of a stored form. */
export const unescapeNul = (stored: string): string =>
  stored
    .split(ESCAPED_ESCAPE)
    .map((part) => part.replaceAll(ESCAPED_NUL, NUL))
    .join(ESCAPE)
