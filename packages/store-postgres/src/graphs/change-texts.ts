/** The texts of an entry that repeat a name of a page. A device or an import may give a page a name with NUL. */
import { escapeNul, unescapeNul } from '../database/storable.ts'

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
