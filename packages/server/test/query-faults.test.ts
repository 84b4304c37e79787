/** Each fault of a query, with the whole message: the reason, the place and a similar operator. */
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const MARKERS = 'TODO, DOING, NOW, LATER, WAITING, DONE or CANCELED'
const FIELDS = 'scheduled, deadline, due, created, updated, created-at, updated-at or last-modified-at'
const TYPES =
  'person, location, book, website, organization, event, artist, album, track, movie, tv-show, tag, journal, whiteboard, pdf or page'
const FIXED = 'answers are blocks in a fixed order, so there is no operator'
const NO_DAY = 'is not a day such as today, -7d or 2026-11-20'

describe('[Q faults] 400 with the reason, the place and the nearest operator', () => {
  test.each([
    // Unclosed and surplus
    ['rye (todo now', 'nothing closes the bracket "(" at character 5.'],
    ['(and a (or b c)', 'nothing closes the bracket "(" at character 1.'],
    ['[[Ada', 'nothing closes the bracket "[[" at character 1.'],
    ['rye #[[Ada', 'nothing closes the bracket "[[" at character 6.'],
    ['(todo [now later)', 'nothing closes the bracket "[" at character 7.'],
    ['rye "blue folder', 'nothing closes the quote at character 5.'],
    ['12" pipe', 'nothing closes the quote at character 3.'],
    ['rye)', 'nothing opens the bracket ")" at character 4.'],
    ['(todo now))', 'nothing opens the bracket ")" at character 11.'],
    ['rye]', 'nothing opens the bracket "]" at character 4.'],
    ['[[Ada]] ]]', 'nothing opens the bracket "]]" at character 9.'],
    ['rye [', 'nothing closes the bracket "[" at character 5.'],
    ['(page [Ada)', 'nothing closes the bracket "[" at character 7.'],
    ['(and "rye)', 'nothing closes the quote at character 6.'],
    ['"rye\\"', 'nothing closes the quote at character 1.'],
    ['(todo now])', 'nothing opens the bracket "]" at character 10.'],
    ['(and rye) )(', 'nothing opens the bracket ")" at character 11.'],
    ['[rye wheat]', 'expected an operand, not a list in square brackets at character 1.'],
    ['(page [Ada])', 'expected a name, not a list in square brackets at character 7.'],
    ['(todo [now [done]])', 'expected a marker, not a list in square brackets at character 12.'],
    // Operators
    ['(tood now)', 'there is no operator "tood" at character 2; did you mean (todo …)?'],
    ['(not (nto rye))', 'there is no operator "nto" at character 7; did you mean (not …)?'],
    [
      '(page-propertis x)',
      'there is no operator "page-propertis" at character 2; did you mean (page-property …)?',
    ],
    ['(xylophone x)', 'there is no operator "xylophone" at character 2.'],
    ['(prop x)', 'there is no operator "prop" at character 2; did you mean (property …)?'],
    ['(tags x)', 'there is no operator "tags" at character 2; did you mean (page-tags …)?'],
    ['( ANDD rye)', 'there is no operator "ANDD" at character 3; did you mean (and …)?'],
    ['((and rye))', 'the name of an operator is missing at character 2.'],
    ['("and" rye)', 'the name of an operator is missing at character 2.'],
    ['([[Ada]] rye)', 'the name of an operator is missing at character 2.'],
    ['()', 'there is nothing in the brackets "()" at character 1.'],
    ['rye ( )', 'there is nothing in the brackets "()" at character 5.'],
    ['(sort-by created-at desc)', `${FIXED} "sort-by" at character 2.`],
    ['(and rye (SAMPLE 5))', `${FIXED} "SAMPLE" at character 11.`],
    ['(all-page-tags)', `${FIXED} "all-page-tags" at character 2.`],
    // Operands
    ['(and)', 'too few operands for (and x …) at character 1.'],
    ['rye (not)', 'too few operands for (not x) at character 5.'],
    ['(not rye wheat)', 'too many operands for (not x) at character 10.'],
    ['(todo)', 'too few operands for (todo M …) at character 1.'],
    ['(or)', 'too few operands for (or x …) at character 1.'],
    ['(todo [])', 'too few operands for (todo M …) at character 1.'],
    ['(task)', 'too few operands for (task M …) at character 1.'],
    ['(priority)', 'too few operands for (priority A …) at character 1.'],
    ['(property)', 'too few operands for (property KEY) or (property KEY VALUE) at character 1.'],
    [
      '(page-property)',
      'too few operands for (page-property KEY) or (page-property KEY VALUE) at character 1.',
    ],
    ['(page-type)', 'too few operands for (page-type TYPE) at character 1.'],
    ['(page-tags)', 'too few operands for (page-tags T …) at character 1.'],
    ['(page)', 'too few operands for (page P) at character 1.'],
    ['(namespace)', 'too few operands for (namespace N) at character 1.'],
    ['(between)', 'too few operands for (between START END) or (between FIELD START END) at character 1.'],
    [
      '(between due today)',
      'too few operands for (between START END) or (between FIELD START END) at character 1.',
    ],
    [
      '(between due today today rye)',
      'too many operands for (between START END) or (between FIELD START END) at character 26.',
    ],
    [
      '(page-property k v w)',
      'too many operands for (page-property KEY) or (page-property KEY VALUE) at character 20.',
    ],
    ['(page-type book person)', 'too many operands for (page-type TYPE) at character 17.'],
    ['(namespace a b)', 'too many operands for (namespace N) at character 14.'],
    [
      '(between today)',
      'too few operands for (between START END) or (between FIELD START END) at character 1.',
    ],
    ['(page a b)', 'too many operands for (page P) at character 9.'],
    ['(property k v w)', 'too many operands for (property KEY) or (property KEY VALUE) at character 15.'],
    ['(page (and rye))', 'expected a name, not an operator at character 7.'],
    ['(page-tags a (or b c))', 'expected a tag, not an operator at character 14.'],
    ['(namespace (page a))', 'expected a name, not an operator at character 12.'],
    ['(page-type (or book))', 'expected a type, not an operator at character 12.'],
    ['(property (page x))', 'expected the key of a property, not an operator at character 11.'],
    ['(property k (not v))', 'expected a value, not an operator at character 13.'],
    ['(todo (or now later))', 'expected a marker, not an operator at character 7.'],
    ['(between (not today) today)', 'expected a day, not an operator at character 10.'],
    ['(between (or due) today today)', 'expected a field, not an operator at character 10.'],
    ['[[]]', 'there is no name in "[[]]" at character 1.'],
    ['rye [[ ]]', 'there is no name in "[[]]" at character 5.'],
    ['""', 'there is nothing between the quotes at character 1.'],
    ['(page "")', 'there is nothing between the quotes at character 7.'],
    ['" \u3000"', 'there is nothing between the quotes at character 1.'],
    ['#[[ ]]', 'there is no name in "#[[]]" at character 1.'],
    ['(property k [[]])', 'there is no name in "[[]]" at character 13.'],
    ['(property :)', 'there is no key after the colon at character 11.'],
    ['(property [[k]])', 'expected the key of a property, not a link or tag at character 11.'],
    ['(todo now [])', 'there is nothing in the brackets "[]" at character 11.'],
    ['(todo [[now]])', 'expected a marker, not a link or tag at character 7.'],
    ['(todo now wait)', `"wait" is not one of the markers ${MARKERS} at character 11.`],
    ['(priority [A D])', '"D" is not one of the priorities A, B or C at character 14.'],
    ['(page-type persn)', `"persn" is not one of the types ${TYPES} at character 12.`],
    ['(between done today today)', `"done" is not one of the fields ${FIELDS} at character 10.`],
    ['(between soon today)', `"soon" ${NO_DAY} at character 10.`],
    ['(between today 2026-02-30)', `"2026-02-30" ${NO_DAY} at character 16.`],
    ['(between due today [[Ada]])', `"Ada" ${NO_DAY} at character 20.`],
    ['(between [[today]] today)', `"today" ${NO_DAY} at character 10.`],
    ['(between -7 today)', `"-7" ${NO_DAY} at character 10.`],
    ['(between 20261131 today)', `"20261131" ${NO_DAY} at character 10.`],
    // The first of several, counted in UTF-16 units of what was sent
    ['(tood) (x', 'there is no operator "tood" at character 2; did you mean (todo …)?'],
    ['  "😀" (tood now)', 'there is no operator "tood" at character 9; did you mean (todo …)?'],
    ['\r\n\u3000(tood now)', 'there is no operator "tood" at character 5; did you mean (todo …)?'],
  ])('%j', async (q, words) => {
    const { status, body } = await api.get(`/search?q=${encodeURIComponent(q)}`)
    expect(status).toBe(400)
    expect(body).toEqual({
      error: `q does not parse: ${words}`,
      code: 'bad_request',
      hint: 'Fix the request.',
    })
  })
})
