/** The page types of a manifest: whether each can be described by a page. @see events 5 */
import { fold } from '@notegraph/block-text'
import { LIMITS, type PluginType } from '@notegraph/contract'
import { fieldLine, findType, propertyKey, quote, readFieldLine, type Field } from '@notegraph/page-types'
import { isDeepStrictEqual } from 'node:util'
import { TYPE_ID, TYPE_PLURAL } from '../own-types.ts'
import { readPageName } from '../write/page-name.ts'

/** The keys that a page of any type has, or that the description of a type uses. */
const OTHER_KEYS: ReadonlySet<string> = new Set(['type', 'alias', 'tags', TYPE_ID, TYPE_PLURAL])

/** @returns the first fault in a sentence; undefined if there is none */
export function typesFault(types: readonly PluginType[]): string | undefined {
  if (types.length > LIMITS.pluginTypes)
    return `notegraph.page_types has ${types.length} types, and the most is ${LIMITS.pluginTypes}.`
  const names = new Set<string>()
  for (const type of types) {
    const fault = typeFault(type)
    if (fault !== undefined) return fault
    for (const name of new Set([spelling(type.type), spelling(type.label)])) {
      if (names.has(name)) return `Two of its page types are called ${quote(name)}.`
      names.add(name)
    }
  }
  return undefined
}

const spelling = (name: string): string => fold(name).replaceAll('-', ' ')

function typeFault({ type, label, plural, fields }: PluginType): string | undefined {
  const id = propertyKey(type)
  if (!id.ok || id.key !== type || !/^[\p{L}\p{M}\p{Nd}-]+$/u.test(type))
    return `The id of a page type takes letters, digits and "-", in lower case, not ${quote(type)}.`
  const name = readPageName(label, undefined)
  if (!name.ok || name.value !== label) return `No page can be called ${quote(label)}, the label of a type.`
  if (plural.trim() === '' || plural.length > LIMITS.pageName || /\p{Cc}/u.test(plural))
    return `The plural of the page type ${quote(type)} takes a word.`
  if (findType(type) || findType(label))
    return `${quote(findType(type) ? type : label)} is a page type of every account.`
  if (fields.length > LIMITS.pluginTypeFields)
    return `The page type ${quote(type)} has ${fields.length} fields, and the most is ${LIMITS.pluginTypeFields}.`
  const seen = new Set<string>()
  for (const field of fields) {
    const fault = fieldFault(type, field)
    if (fault !== undefined) return fault
    for (const name of new Set([spelling(field.key), spelling(field.label)])) {
      if (seen.has(name)) return `Two fields of the page type ${quote(type)} are called ${quote(name)}.`
      seen.add(name)
    }
  }
  return undefined
}

/** A field is kept as a line of text, so it has to come back from its line. */
function fieldFault(type: string, field: Field<string>): string | undefined {
  if (!OTHER_KEYS.has(field.key) && isDeepStrictEqual(readFieldLine(fieldLine(field)), { ...field }))
    return undefined
  return `The field ${quote(field.key)} of the page type ${quote(type)} cannot be used. A field takes a key of its own, a label without line breaks, \`of\` for \`ref\`, and options without commas for \`select\`.`
}
