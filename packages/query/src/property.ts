/**
 * `property` and `page-property`: blocks that have a property, or whose page has the property, with any value or a
 * certain one.
 */
import { readKey, readName } from './name.ts'
import type { Call, Operator } from './operator.ts'
import type { PropertyQuery } from './tree.ts'

export const PROPERTY: Operator = {
  name: 'property',
  form: '(property KEY) or (property KEY VALUE)',
  example: '(property status "in progress")',
  what: 'that have the property; that have this value of it',
  least: 1,
  most: 2,
  read: (call) => readProperty('property', call),
}

export const PAGE_PROPERTY: Operator = {
  name: 'page-property',
  form: '(page-property KEY) or (page-property KEY VALUE)',
  example: '(page-property works-at [[Mill]])',
  what: 'on a page that has the property; that has this value of it',
  least: 1,
  most: 2,
  read: (call) => readProperty('page-property', call),
}

function readProperty(
  kind: PropertyQuery['kind'],
  { at, operands: [first, second], reading }: Call,
): PropertyQuery | undefined {
  const key = first && readKey(first, reading)
  const value = second && readName(second, 'a value', reading)
  if (key === undefined) return undefined
  // A single word finds a value as it is written. @see assistants 13.2
  const isLink = second !== undefined && second.kind !== 'word'
  return { kind, key, ...(value !== undefined && { value, ...(isLink && { link: true }) }), at }
}
