/** The texts of an entry that repeat a name of a page. Such a name may contain NUL, which PostgreSQL refuses in every text. */

const NUL = '\0'
/** The control character for this purpose: data link escape. */
const ESCAPE = '\u0010'
const ESCAPED_NUL = `${ESCAPE}0`
const ESCAPED_ESCAPE = `${ESCAPE}${ESCAPE}`

interface ChangeTexts {
  readonly summary: string
  readonly page: string
}

/** The texts as PostgreSQL stores them. */
export const storedTexts = ({ summary, page }: ChangeTexts): ChangeTexts => ({
  summary: escapeNul(summary),
  page: escapeNul(page),
})

/** The same entry with its own texts. */
export const withOwnTexts = <T extends ChangeTexts>(row: T): T => ({
  ...row,
  summary: unescapeNul(row.summary),
  page: unescapeNul(row.page),
})

const escapeNul = (text: string): string =>
  text.replaceAll(ESCAPE, ESCAPED_ESCAPE).replaceAll(NUL, ESCAPED_NUL)

const unescapeNul = (stored: string): string =>
  stored
    .split(ESCAPED_ESCAPE)
    .map((part) => part.replaceAll(ESCAPED_NUL, NUL))
    .join(ESCAPE)
