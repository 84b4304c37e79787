/** Describes the values of a field, for forms and prompts made from `listTypes`. */
import type { Field } from './generated/types.ts'

const FORMS: Readonly<Record<Field['kind'], string>> = {
  date: '`YYYY-MM-DD`',
  when: 'a full or partial date, such as `1852` or `1852-11`',
  stars: '`1` to `5`',
  ref: 'a page name or `[[Name]]`, several separated by commas',
  select: 'one of the options in any case, or words of your own',
  email: 'words',
  tel: 'words',
  url: 'words',
  text: 'words',
}

/**
 * Describes the form of a field's values.
 * @returns an English phrase such as `1` to `5`; `words` for a kind that a newer server added
 * @example
 * fieldForm({ kind: 'stars' })
 */
export const fieldForm = ({ kind }: Pick<Field, 'kind'>): string => FORMS[kind] ?? FORMS.text
