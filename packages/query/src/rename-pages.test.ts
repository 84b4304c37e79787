import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bare, hostile } from '../test/trees.ts'
import { parseQuery, renamePages, type ParsedQuery, type Query } from './index.ts'

const rename = (name: string): string | undefined => (name.toLowerCase() === 'boat' ? 'Old boat' : undefined)

test.each([
  ['[[Boat]]', '[[Old boat]]'],
  ['#boat', '#[[Old boat]]'],
  ['#[[ Boat ]] [[boats]] boat "boat"', '#[[ Old boat ]] [[boats]] boat "boat"'],
  ['(and [[Boat]] (not (or #Boat boat)))', '(and [[Old boat]] (not (or #[[Old boat]] boat)))'],
  ['(page Boat) (Page "boat")', '(page "Old boat") (Page "Old boat")'],
  ['(page-tags [Boat #Boat] [[x]])', '(page-tags ["Old boat" #[[Old boat]]] [[x]])'],
  ['(property place [[Boat]]) (property boat Boat)', '(property place [[Old boat]]) (property boat Boat)'],
  ['(namespace Boat) (namespace [[Boat]])', '(namespace Boat) (namespace [[Boat]])'],
  ['rye bread', 'rye bread'],
  ['([[Boat]', '([[Boat]'],
])('[A10.3] %s has the new name as %s', (q, expected) => expect(renamePages(q, rename)).toBe(expected))

test('[A10.3] a tag stays one without brackets', () => {
  expect(renamePages('#boat (todo TODO)', () => 'Ship')).toBe('#Ship (todo TODO)')
})

test('[A10.3] pages can swap their names', () => {
  const swap = (name: string): string => (name === 'a' ? 'b' : 'a')
  expect(renamePages('[[a]] (page b)', swap)).toBe('[[b]] (page a)')
})

/** The tree with another name wherever it names a page. */
function renamed(query: Query): Query {
  const to = (name: string): string => rename(name) ?? name
  if ('operands' in query) return { ...query, operands: query.operands.map(renamed) }
  if (query.kind === 'not') return { ...query, operand: renamed(query.operand) }
  if (query.kind === 'ref' || query.kind === 'page') return { ...query, name: to(query.name) }
  return query.kind === 'page-tags' ? { ...query, tags: query.tags.map(to) } : query
}
const shown = (parsed: ParsedQuery, edit: (query: Query) => Query = (query) => query): unknown =>
  parsed.ok ? bare(edit(parsed.query)) : 'a fault'

test('[A10.3] the tree has the new name, and any other text stays', () => {
  const known = fc.constantFrom('[[Boat]]', '#boat', 'boat', '(page "Boat")', '(page-tags boat #Boat)', '(not', ')', '(or', '[[', ']]', '"', ' ') // prettier-ignore
  fc.assert(
    fc.property(fc.array(fc.oneof(known, hostile), { maxLength: 12 }), (parts) => {
      const q = `(and x) ${parts.join(' ')}`
      expect(shown(parseQuery(renamePages(q, rename)))).toEqual(shown(parseQuery(q), renamed))
      expect(renamePages(q, () => undefined)).toBe(q)
    }),
  )
})
