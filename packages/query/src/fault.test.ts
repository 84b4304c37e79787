import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tree } from '../test/trees.ts'
import { faultWords, parseQuery, printQuery, type QueryFault } from './index.ts'

function fault(q: string): QueryFault {
  const parsed = parseQuery(q)
  if (parsed.ok) throw new Error(`${q} is a query`)
  return parsed.fault
}

/** Each reason as a pattern, the place, and the operator that was near. */
const CASES: readonly [rule: string, q: string, reason: RegExp, at: number, nearest?: string][] = [
  ['unclosed', '(todo now', /nothing closes the bracket "\("/, 1],
  ['unclosed', '(and a (or b c)', /nothing closes the bracket "\("/, 1],
  ['unclosed', 'a (and b', /nothing closes the bracket "\("/, 3],
  ['unclosed', '[[Mira', /nothing closes the bracket "\[\["/, 1],
  ['unclosed', 'a [[Mira]', /nothing closes the bracket "\[\["/, 3],
  ['unclosed', '(and [[a)', /nothing closes the bracket "\[\["/, 6],
  ['unclosed', '[[a [[b]]', /nothing closes the bracket "\[\["/, 1],
  ['unclosed', '#[[a', /nothing closes the bracket "\[\["/, 2],
  ['unclosed', '(todo [now later)', /nothing closes the bracket "\["/, 7],
  ['unclosed', 'rye [', /nothing closes the bracket "\["/, 5],
  ['unclosed', '[now later', /nothing closes the bracket "\["/, 1],
  ['unclosed', '(page [a)', /nothing closes the bracket "\["/, 7],
  ['unclosed', '([and a)', /nothing closes the bracket "\["/, 2],
  ['unclosed', 'rye "blue folder', /nothing closes the quote/, 5],
  ['unclosed', 'rye "', /nothing closes the quote/, 5],
  ['unclosed', '(and a "b c)', /nothing closes the quote/, 8],
  ['unclosed', '(between "today', /nothing closes the quote/, 10],
  ['unclosed', '"a\\"', /nothing closes the quote/, 1],
  ['surplus', 'a)', /nothing opens the bracket "\)"/, 2],
  ['surplus', '(todo now))', /nothing opens the bracket "\)"/, 11],
  ['surplus', 'a]', /nothing opens the bracket "\]"/, 2],
  ['surplus', '[[a]]]', /nothing opens the bracket "\]"/, 6],
  ['surplus', 'a ]] b', /nothing opens the bracket "\]\]"/, 3],
  ['surplus', '(and a ])', /nothing opens the bracket "\]"/, 8],
  ['surplus', '(not a ])', /nothing opens the bracket "\]"/, 8],
  ['surplus', '(page ])', /nothing opens the bracket "\]"/, 7],
  ['surplus', '(] a)', /nothing opens the bracket "\]"/, 2],
  ['unknown operator', '(tood now)', /there is no operator "tood"/, 2, 'todo'],
  ['unknown operator', '( TOOD now)', /there is no operator "TOOD"/, 3, 'todo'],
  ['unknown operator', 'a (page-propertiy x)', /there is no operator "page-propertiy"/, 4, 'page-property'],
  ['unknown operator', '(not (nto a))', /there is no operator "nto"/, 7, 'not'],
  ['unknown operator', '(prop status)', /there is no operator "prop"/, 2, 'property'],
  ['unknown operator', '(tags x)', /there is no operator "tags"/, 2, 'page-tags'],
  ['unknown operator', '(f x)', /there is no operator "f"/, 2],
  ['unknown operator', `(${'x'.repeat(900)} y)`, /there is no operator "x{40}…"/, 2],
  ['no operator', '()', /there is nothing in the brackets "\(\)"/, 1],
  ['no operator', 'a ( , )', /there is nothing in the brackets "\(\)"/, 3],
  ['no operator', '([[x]] a)', /the name of an operator is missing/, 2],
  ['no operator', '("and" a)', /the name of an operator is missing/, 2],
  ['no operator', '([and] a)', /the name of an operator is missing/, 2],
  ['no operator', '((and a))', /the name of an operator is missing/, 2],
  ['too few', '(and)', /too few operands for \(and x …\)/, 1],
  ['too few', 'a (or)', /too few operands for \(or x …\)/, 3],
  ['too few', '(not)', /too few operands for \(not x\)/, 1],
  ['too few', '(todo)', /too few operands for \(todo M …\)/, 1],
  ['too few', '(todo [])', /too few operands for \(todo M …\)/, 1],
  ['too few', '(task)', /too few operands for \(task M …\)/, 1],
  ['too few', '(priority)', /too few operands for \(priority A …\)/, 1],
  ['too few', '(between)', /too few operands for \(between START END\)/, 1],
  ['too few', '(between today)', /too few operands for \(between START END\)/, 1],
  ['too few', '(between due today)', /too few operands for .*\(between FIELD START END\)/, 1],
  ['too few', '(property)', /too few operands for \(property KEY\)/, 1],
  ['too few', '(page-property)', /too few operands for \(page-property KEY\)/, 1],
  ['too few', '(page-type)', /too few operands for \(page-type TYPE\)/, 1],
  ['too few', '(page-tags)', /too few operands for \(page-tags T …\)/, 1],
  ['too few', '(page)', /too few operands for \(page P\)/, 1],
  ['too few', '(namespace)', /too few operands for \(namespace N\)/, 1],
  ['too many', '(not a b)', /too many operands for \(not x\)/, 8],
  ['too many', '(between today today today)', /too many operands for \(between/, 22],
  ['too many', '(between due today today x)', /too many operands for \(between/, 26],
  ['too many', '(property k v w)', /too many operands for \(property KEY\)/, 15],
  ['too many', '(page-property k v w)', /too many operands for \(page-property KEY\)/, 20],
  ['too many', '(page-type book book)', /too many operands for \(page-type TYPE\)/, 17],
  ['too many', '(page a b)', /too many operands for \(page P\)/, 9],
  ['too many', '(namespace a b)', /too many operands for \(namespace N\)/, 14],
  ['operator as a name', '(page (and a))', /expected a name, not an operator/, 7],
  ['operator as a name', '(namespace (tood))', /expected a name, not an operator/, 12],
  ['operator as a name', '(page-tags a (or b c))', /expected a tag, not an operator/, 14],
  ['operator as a name', '(page-type (or book))', /expected a type, not an operator/, 12],
  ['operator as a name', '(property (page x))', /expected the key of a property, not an operator/, 11],
  ['operator as a name', '(property k (not v))', /expected a value, not an operator/, 13],
  ['operator as a name', '(todo (or now later))', /expected a marker, not an operator/, 7],
  ['operator as a name', '(todo [(or now)])', /expected a marker, not an operator/, 8],
  ['operator as a name', '(between (not today) today)', /expected a day, not an operator/, 10],
  ['operator as a name', '(between (not due) today today)', /expected a field, not an operator/, 10],
  ['list out of place', '[a b]', /expected an operand, not a list in square brackets/, 1],
  ['list out of place', '(page [a])', /expected a name, not a list in square brackets/, 7],
  ['list out of place', '(and [a b])', /expected an operand, not a list in square brackets/, 6],
  ['list out of place', '(todo [now [later]])', /expected a marker, not a list in square brackets/, 12],
  ['empty', '[[]]', /there is no name in "\[\[\]\]"/, 1],
  ['empty', 'a [[ ]]', /there is no name in "\[\[\]\]"/, 3],
  ['empty', '#[[]]', /there is no name in "#\[\[\]\]"/, 1],
  ['empty', '""', /there is nothing between the quotes/, 1],
  ['empty', 'a "  "', /there is nothing between the quotes/, 3],
  ['empty', '(page "")', /there is nothing between the quotes/, 7],
  ['empty', '(property k [[]])', /there is no name in "\[\[\]\]"/, 13],
  ['empty', '(property :)', /there is no key after the colon/, 11],
  ['empty', '(todo now [])', /there is nothing in the brackets "\[\]"/, 11],
  ['marker', '(todo now wait)', /"wait" is not one of the markers TODO, .* or CANCELED/, 11],
  ['marker', '(todo CANCELLED)', /"CANCELLED" is not one of the markers/, 7],
  ['marker', '(todo waıting)', /"waıting" is not one of the markers/, 7],
  ['marker', '(todo [[now]])', /expected a marker, not a link or tag/, 7],
  ['priority', '(priority A D)', /"D" is not one of the priorities A, B or C/, 13],
  ['type', '(page-type boook)', /"boook" is not one of the types person, .* or page/, 12],
  ['field', '(between done today today)', /"done" is not one of the fields scheduled, .*/, 10],
  ['key', '(property #k)', /expected the key of a property, not a link or tag/, 11],
  ['day', '(between soon today)', /"soon" is not a day such as/, 10],
  ['day', '(between today 2026-02-30)', /"2026-02-30" is not a day such as/, 16],
  ['day', '(between due today [[Mira]])', /"Mira" is not a day such as/, 20],
  ['day', '(between -7 today)', /"-7" is not a day such as/, 10],
  ['day', '(between --7d today)', /"--7d" is not a day such as/, 10],
  ['day', '(between 7h today)', /"7h" is not a day such as/, 10],
  ['fixed order', '(sort-by created)', /answers are blocks in a fixed order/, 2],
  ['fixed order', '(and [[a]] (Sample 5))', /answers are blocks in a fixed order/, 13],
  ['fixed order', '(all-page-tags)', /answers are blocks in a fixed order/, 2],
  ['the first', '(tood) (x', /there is no operator "tood"/, 2, 'todo'],
  ['the first', '(and a) b) "c', /nothing opens the bracket "\)"/, 10],
  ['the first', '(not a b (tood))', /too many operands/, 8],
  ['units', '"😀" (tood)', /there is no operator "tood"/, 7, 'todo'],
  ['no words', '', /there are no words/, 1],
  ['no words', ' \n ', /there are no words/, 1],
  ['no words', '\u200B \u00AD', /there are no words/, 1],
  ['invisible', 'rye "\u200B"', /there are only invisible characters/, 5],
  ['invisible', '(and rye \u00AD)', /there are only invisible characters/, 10],
]

test.each(CASES)('[Q faults: %s] %s', (_rule, q, reason, at, nearest) => {
  const found = fault(q)
  expect(found.reason).toMatch(reason)
  expect(found.at).toBe(at)
  expect(found.nearest).toBe(nearest)
})

test.each([
  [
    '(tood now)',
    'The query does not parse: there is no operator "tood" at character 2; did you mean (todo …)?',
  ],
  ['(and)', 'The query does not parse: too few operands for (and x …) at character 1.'],
])('faultWords of %s', (q, words) => expect(faultWords(fault(q))).toBe(words))

test('a query cut short before its last bracket is none', () => {
  fc.assert(
    fc.property(tree, fc.nat(), (query, length) => {
      const q = `(and ${printQuery(query)})`
      expect(parseQuery(q).ok).toBe(true)
      expect(parseQuery(q.slice(0, 1 + (length % (q.length - 1)))).ok).toBe(false)
    }),
  )
})

test('a closing bracket behind a query is reported at its place', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(')', ']', ']]'), (query, bracket) => {
      const q = `${printQuery(query)} `
      expect(fault(q + bracket)).toEqual({
        reason: `nothing opens the bracket "${bracket}"`,
        at: q.length + 1,
      })
    }),
  )
})
