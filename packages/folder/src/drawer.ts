/**
 * Property drawers, as Logseq wrote them until 2021 and Org files have them: `:PROPERTIES:`, lines `:key: value`,
 * `:END:`. Each line means the same as a property line `key:: value`. A drawer with any other line is words.
 */
import type { HeadProperty } from './head-property.ts'
import { isUuid } from './uuid.ts'

/** The properties of a drawer. */
export interface PropertyDrawer {
  readonly properties: readonly HeadProperty[]
  /** The index of the line `:END:`. */
  readonly end: number
}

const BEGIN = /^[ \t]*:properties:[ \t]*$/iu
const END = /^[ \t]*:end:[ \t]*$/iu
/** Keys such as `header-args:python` are no properties, and stay as words. */
const LINE = /^[ \t]*:([^\s:]\S{0,63}):(?:[ \t]+([^\n]*)|[ \t]*)$/u
/** Old keys with their current names. */
const RENAMED: { readonly [key: string]: string } = {
  created_at: 'created-at',
  updated_at: 'updated-at',
  last_modified_at: 'updated-at',
}
const CUSTOM_ID = new Set(['custom_id', 'custom-id'])

/**
 * Reads the drawer that begins at line `at`. Stops at the first line that belongs to no drawer, so any text takes one
 * pass.
 */
export function readDrawer(lines: readonly string[], at: number): PropertyDrawer | undefined {
  if (!BEGIN.test(lines[at] ?? '')) return undefined
  const properties: HeadProperty[] = []
  for (let line = at + 1; line < lines.length; line++) {
    if (END.test(lines[line]!)) return { properties: withId(properties), end: line }
    const match = BEGIN.test(lines[line]!) ? null : LINE.exec(lines[line]!)
    if (!match) return undefined
    const written = match[1]!.normalize('NFC')
    const key = written.toLowerCase()
    const name = RENAMED[key]
    properties.push({ key: name ?? key, written: name ?? written, value: (match[2] ?? '').trim(), at: line })
  }
  return undefined
}

/** Old references named a block by its custom id, before it had an id of its own. */
function withId(properties: readonly HeadProperty[]): readonly HeadProperty[] {
  if (properties.some(({ key }) => key === 'id')) return properties
  return properties.map((one) =>
    CUSTOM_ID.has(one.key) && isUuid(one.value) ? { ...one, key: 'id', written: 'id' } : one,
  )
}
