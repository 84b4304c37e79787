/** The types and their fields in few words, for the descriptions of tools. */
import { PAGE_TYPES, type Field, type FieldKind, type PageType } from '@notegraph/page-types'

/** The form of a value of each kind; plain text by default. */
const FORMS: { readonly [K in FieldKind]?: string } = {
  date: 'day',
  when: 'when',
  stars: '1-5',
  email: 'email',
  tel: 'tel',
  url: 'url',
}

function fieldWords({ key, kind, of, options }: Field): string {
  if (of !== undefined) return `${key} @${of}`
  if (options) return `${key} ${options.join('/')}`
  const form = FORMS[kind]
  return form === undefined || form === key ? key : `${key} ${form}`
}

const keysOf = ({ fields }: PageType): string[] => fields.map(({ key }) => key)

/** The keys of fields that every type has. */
const COMMON = new Set(
  keysOf(PAGE_TYPES[0]!).filter((key) => PAGE_TYPES.every((type) => keysOf(type).includes(key))),
)

const lines = PAGE_TYPES.map(({ type, fields }) => {
  const own = fields.filter(({ key }) => !COMMON.has(key))
  return `${type}: ${own.map(fieldWords).join(', ')}`
})

/** Each type on a line of its own, after a line that says how to read them. */
export const TYPE_WORDS: string = `Types and their fields. Every type has ${[...COMMON].join(', ')} (day: YYYY-MM-DD; when: YYYY, YYYY-MM or a day; @type: page names, separated by commas; a/b: these or your own words):
${lines.join('\n')}`
