import { fold } from '@notegraph/block-text'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findField,
  PAGE_TYPES,
  showValue,
  storeText,
  storeValue,
  type Field,
  type PageTypeId,
} from './index.ts'

function field(type: PageTypeId, name: string): Field {
  const found = findField(type, name)
  if (!found) throw new Error(`${type} has no ${name}`)
  return found
}

const matching = (words: string | RegExp): unknown =>
  typeof words === 'string' ? words : expect.stringMatching(words)

const birthday = field('person', 'birthday')
const died = field('person', 'died')
const knows = field('person', 'knows')
const email = field('person', 'email')
const phone = field('person', 'phone')
const url = field('person', 'url')
const rating = field('book', 'rating')
const kind = field('location', 'kind')
const about = field('person', 'about')

describe('[D4] the stored form', () => {
  test.each([
    [birthday, '1815-12-10', '1815-12-10'],
    [birthday, ' 1815_12_10 ', '1815-12-10'],
    [birthday, 'Dec 10th, 1815', '1815-12-10'],
    [birthday, 'December 10, 1815', '1815-12-10'],
    [birthday, '[[Dec 10th, 1815]]', '1815-12-10'],
    [birthday, '2024-02-29', '2024-02-29'],
    [died, '1852', '1852'],
    [died, '1852-11', '1852-11'],
    [died, '1852-11-27', '1852-11-27'],
    [rating, '1', '1'],
    [rating, ' 5 ', '5'],
    [kind, 'non-PROFIT', 'Non-profit'],
    [kind, ' park ', 'Park'],
    [kind, 'Lighthouse', 'Lighthouse'],
    [email, 'ada@example.org', 'ada@example.org'],
    [email, 'Ada <ada@example.org>', 'Ada <ada@example.org>'],
    [phone, '+44 20 7946', '+44 20 7946'],
    [phone, '999', '999'],
    [url, 'https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    [url, 'HTTP://localhost:8080', 'HTTP://localhost:8080'],
    [url, 'example.org', 'example.org'],
    [url, 'www.example.org:8080/path', 'www.example.org:8080/path'],
    [url, 'bücher.example', 'bücher.example'],
    [about, ' wrote the [[Notes]]: #maths ', 'wrote the [[Notes]]: #maths'],
  ])('$label $kind takes %j', (given, written, value) => {
    expect(storeValue(given, written)).toEqual({ ok: true, value })
  })

  test.each([
    [birthday, 'soon', 'Birthday takes a day such as 1815-12-10, not "soon".'],
    [birthday, '1815-02-30', 'Birthday takes a day such as 1815-12-10, not "1815-02-30".'],
    [birthday, '1815-12', 'Birthday takes a day such as 1815-12-10, not "1815-12".'],
    [birthday, 'today', 'Birthday takes a day such as 1815-12-10, not "today".'],
    [died, '1852-13', /^Died takes a full or partial date, .*, not "1852-13"\.$/],
    [died, '1852-00', /^Died takes/],
    [died, '1852-02-30', /^Died takes/],
    [died, '852', /^Died takes/],
    [died, '0852', /^Died takes/],
    [died, '1852-1', /^Died takes/],
    [died, 'about 1852', /^Died takes/],
    [rating, '0', /^Rating takes a whole number of stars from 1 to 5, not "0"\.$/],
    [rating, '6', /^Rating takes/],
    [rating, '3.5', /^Rating takes/],
    [rating, '03', /^Rating takes/],
    [rating, '★★★', /^Rating takes/],
    [email, 'ada', /^Email takes an email address such as/],
    [email, 'a@b@c', /^Email takes/],
    [email, 'ada @example.org', /^Email takes/],
    [email, '@example.org', /^Email takes/],
    [email, 'ada@', /^Email takes/],
    [phone, '99', /^Phone takes a phone number of at least three digits/],
    [phone, 'call me', /^Phone takes/],
    [url, 'example', /^Website takes a web address such as/],
    [url, 'javascript:alert(1)', /^Website takes/],
    [url, 'ftp://example.org', /^Website takes/],
    [url, 'https://', /^Website takes/],
    [url, 'ada@example.org', /^Website takes/],
    [url, 'two words.org', /^Website takes/],
    [url, '.org', /^Website takes/],
    [about, '', 'About takes a value, and this one is blank.'],
    [about, '  ', 'About takes a value, and this one is blank.'],
    [about, 'a\nb', 'About takes one line without line breaks or control characters, not "a\uFFFDb".'],
    [about, 'a\u0007', /^About takes one line/],
    [about, 'a\n', /^About takes one line/],
    [about, '\u000b', /^About takes one line/],
    [about, 'a\uD800', /^About takes whole characters/],
    [birthday, 'x'.repeat(50), `Birthday takes a day such as 1815-12-10, not "${'x'.repeat(40)}…".`],
  ] as const)('$label $kind refuses %j', (given, written, words) => {
    expect(storeValue(given, written)).toEqual({
      ok: false,
      error: matching(words),
    })
  })
})

describe('[D4] relations', () => {
  test.each([
    ['Ada', '[[Ada]]'],
    ['[[Ada]]', '[[Ada]]'],
    ['Ada, Bob', '[[Ada]], [[Bob]]'],
    ['[[Ada]], Bob', '[[Ada]], [[Bob]]'],
    ['[[Ada]] [[Bob]]', '[[Ada]], [[Bob]]'],
    ['[[Babbage, Charles]], Ada', '[[Babbage, Charles]], [[Ada]]'],
    ['Ada, ADA, [[ada]]', '[[Ada]]'],
    [' [[ Ada ]] ', '[[Ada]]'],
    ['Ada [1815]x', '[[Ada [1815]x]]'],
    ['C#', '[[C#]]'],
  ])('%j is kept as %j', (written, value) => {
    expect(storeValue(knows, written)).toEqual({ ok: true, value })
  })

  test.each([',', 'Ada,', 'Ada,,Bob', '[[]]', '[[ ]], Ada', '[[Ada', 'Ada]]', 'my [[Ada]]', '[[a [[b]] c]]'])(
    '%j is refused',
    (written) => {
      expect(storeValue(knows, written)).toEqual({
        ok: false,
        error: expect.stringMatching(/^Knows takes page names separated by commas/),
      })
    },
  )

  test.each([
    ['[[Ada]], [[Bob]]', ['Ada', 'Bob']],
    ['Ada, Bob', ['Ada', 'Bob']],
    ['[[Babbage, Charles]]', ['Babbage, Charles']],
    ['#Ada, #[[Lord Byron]]', ['Ada', 'Lord Byron']],
    ['her friend [[Ada]]', ['Ada']],
    ['[[Ada]], [[ada]],', ['Ada']],
    ['', []],
  ])('%j shows as %j, from any client', (stored, names) => {
    expect(showValue(knows, stored)).toEqual(names)
  })

  test('names come back as they were given', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,.'-]{0,20}[A-Za-z]$/)
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, selector: (n) => n.toLowerCase() }), (names) => {
        const stored = storeValue(knows, names.map((n) => `[[${n}]]`).join(', '))
        expect(stored.ok && showValue(knows, stored.value)).toEqual(names)
      }),
    )
  })
})

test('[D3.6] a property that is no field is one line of any words', () => {
  expect(storeText('mood', ' bright ')).toEqual({ ok: true, value: 'bright' })
  expect(storeText('mood', 'a\tb').ok).toBe(false)
})

test('[D4] any string is either kept or refused in words; what is kept is kept again as it is', () => {
  const anyField = fc.constantFrom(...PAGE_TYPES.flatMap(({ fields }) => fields))
  fc.assert(
    fc.property(anyField, fc.string({ unit: 'binary' }), (given, written) => {
      const first = storeValue(given, written)
      const again = first.ok ? storeValue(given, first.value) : first
      expect(again).toEqual(first)
      const words = first.ok ? first.value : first.error
      expect(words).toBe(words.trim())
      expect(words).not.toMatch(/\p{Cc}/u)
    }),
  )
})

test('[D4] any text of a relation shows as names without doubles', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const names = [showValue(knows, text)].flat()
      expect(new Set(names.map(fold)).size).toBe(names.length)
      expect(names).not.toContain('')
    }),
  )
})
