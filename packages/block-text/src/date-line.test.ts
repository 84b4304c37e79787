import { describe, expect, test } from 'vitest'
import { completeDates, newIdleRepeater, newUndatedLine } from './complete-dates.ts'
import { parseBlock } from './parse.ts'

function datesOf(content: string): object {
  const { scheduled, deadline } = parseBlock(content)
  return { scheduled, deadline }
}

const S = { scheduled: 20261120, deadline: undefined }
const D = { scheduled: undefined, deadline: 20261120 }

describe('read', () => {
  test.each([
    ['SCHEDULED: <2026-11-20 Fri>', S],
    ['DEADLINE: <2026-11-20 Fri>', D],
    ['words\nSCHEDULED: <2026-11-20 Fri>', S],
    ['  SCHEDULED: <2026-11-20 Fri>  ', S],
    ['\tDEADLINE: <2026-11-20 Fri>', D],
    ['SCHEDULED: <2026-11-20 Fri> DEADLINE: <2026-11-21 Sat>', { scheduled: 20261120, deadline: 20261121 }],
    ['DEADLINE: <2026-11-21 Sat> SCHEDULED: <2026-11-20 Fri>', { scheduled: 20261120, deadline: 20261121 }],
    ['SCHEDULED: <2026-11-20 Fri 10:00>', S],
    ['SCHEDULED: <2026-11-20 Fri 10:00 .+1w>', S],
    ['SCHEDULED: <2026-11-20 Fri ++2d>', S],
    ['SCHEDULED: <2026-11-20 Fri +1m>', S],
    ['SCHEDULED: <2026-11-20 Fri 09:00-10:30 +1y -3d>', S],
    ['SCHEDULED: <2026-11-20 Mon>', S],
    ['SCHEDULED: <2026-11-20 пт. 10:00>', S],
    ['SCHEDULED: <2026-11-20>', S],
    ['SCHEDULED: <2026-11-19 Thu>\nSCHEDULED: <2026-11-20 Fri>', S],
    ['words\n- item\nSCHEDULED: <2026-11-20 Fri>\nmore', S],
    ['`a\nSCHEDULED: <2026-11-20 Fri>\nb`', S],
  ])('[D2.3] %j', (content, expected) => {
    expect(datesOf(content)).toEqual(expected)
  })

  test.each([
    'words SCHEDULED: <2026-11-20 Fri>',
    'SCHEDULED: <2026-11-20 Fri> words',
    'TODO SCHEDULED: <2026-11-20 Fri>',
    '> SCHEDULED: <2026-11-20 Fri>',
    '- SCHEDULED: <2026-11-20 Fri>',
    'SCHEDULED: <2026-02-30 Mon>',
    'SCHEDULED: <2026-11-20 Fri> DEADLINE: <2026-02-30 Mon>',
    'SCHEDULED: 2026-11-20',
    'scheduled: <2026-11-20 Fri>',
    'SCHEDULED <2026-11-20 Fri>',
    'SCHEDULED: [2026-11-20 Fri]',
    'SCHEDULED: <2026-11-20 Fri',
    'SCHEDULED: <2026-11-20 Fri 25:00>',
    'SCHEDULED: <2026-11-20 Fri soon and more>',
    'SCHEDULED: <20261120 Fri>',
    'SCHEDULED: <2026-11-20 Fri> SCHEDULED: <2026-11-21 Sat>',
    'SCHEDULED:',
    'DEADLINE: <>',
    '```\nSCHEDULED: <2026-11-20 Fri>\n```',
    ':LOGBOOK:\nSCHEDULED: <2026-11-20 Fri>\n:END:',
    '<!--\nSCHEDULED: <2026-11-20 Fri>\n-->',
    '$$\nSCHEDULED: <2026-11-20 Fri>\n$$',
    '#+BEGIN_EXAMPLE\nSCHEDULED: <2026-11-20 Fri>\n#+END_EXAMPLE',
    `SCHEDULED: <2026-11-20 Fri${' '.repeat(400)}>`,
  ])('[D2.3] %j is words', (content) => {
    expect(datesOf(content)).toEqual({ scheduled: undefined, deadline: undefined })
  })
})

describe('corrected', () => {
  test.each([
    ['SCHEDULED: 2026-11-20', 'SCHEDULED: <2026-11-20 Fri>'],
    ['SCHEDULED: <2026-11-20>', 'SCHEDULED: <2026-11-20 Fri>'],
    ['SCHEDULED: <2026-11-20 Mon>', 'SCHEDULED: <2026-11-20 Fri>'],
    ['SCHEDULED: 2026-11-20 Mon', 'SCHEDULED: <2026-11-20 Fri>'],
    ['SCHEDULED: <2026-11-20 MONDAY>', 'SCHEDULED: <2026-11-20 Fri>'],
    ['SCHEDULED: <2026-11-20 Thurs. 9:00>', 'SCHEDULED: <2026-11-20 Fri 9:00>'],
    ['SCHEDULED: <2026-11-20 пт. 10:00>', 'SCHEDULED: <2026-11-20 пт. 10:00>'],
    ['SCHEDULED: 2026-11-20 Fr +1w', 'SCHEDULED: <2026-11-20 Fr +1w>'],
    ['DEADLINE: <2026-11-20 noon>', 'DEADLINE: <2026-11-20 noon>'],
    ['SCHEDULED: 2026-11-20 10:00', 'SCHEDULED: <2026-11-20 Fri 10:00>'],
    ['SCHEDULED: <2026-11-20 10:00 .+1w>', 'SCHEDULED: <2026-11-20 Fri 10:00 .+1w>'],
    ['DEADLINE: 2026-11-20 ++1d', 'DEADLINE: <2026-11-20 Fri ++1d>'],
    ['SCHEDULED: <2026-11-20 Fri>', 'SCHEDULED: <2026-11-20 Fri>'],
    ['DEADLINE:2026-11-20', 'DEADLINE: <2026-11-20 Fri>'],
    [
      'SCHEDULED: 2026-11-20 DEADLINE: 2026-11-21 09:30',
      'SCHEDULED: <2026-11-20 Fri> DEADLINE: <2026-11-21 Sat 09:30>',
    ],
    ['a\nDEADLINE: 2026-11-20\nb', 'a\nDEADLINE: <2026-11-20 Fri>\nb'],
    ['```\nDEADLINE: 2026-11-20\n```', '```\nDEADLINE: 2026-11-20\n```'],
    ['DEADLINE: 2026-11-20 or so', 'DEADLINE: 2026-11-20 or so'],
    ['due DEADLINE: 2026-11-20', 'due DEADLINE: 2026-11-20'],
    ['DEADLINE: tomorrow', 'DEADLINE: tomorrow'],
    ['DEADLINE: $1', 'DEADLINE: $1'],
  ])('[D2.3] %j is stored as %j', (content, stored) => {
    expect(completeDates(content)).toEqual({ content: stored })
  })

  test.each([
    ['SCHEDULED: 2026-02-30', '2026-02-30'],
    ['a\nDEADLINE: <2026-13-01 Mon>', '2026-13-01'],
    ['SCHEDULED: 2026-11-20 DEADLINE: 2026-11-31', '2026-11-31'],
    ['SCHEDULED: 0999-01-01', '0999-01-01'],
    ['SCHEDULED: <2026-02-30 Mon 10:00 +1w>', '2026-02-30'],
  ])('[D2.3] %j names no day', (content, noSuchDay) => {
    expect(completeDates(content)).toEqual({ noSuchDay })
  })

  test('[D2.3] an invalid day in code is not reported', () => {
    const code = '`SCHEDULED: 2026-02-30`\n```\nDEADLINE: 2026-02-30\n```'
    expect(completeDates(code)).toEqual({ content: code })
  })
})

test.each([
  ['milk\nSCHEDULED: <2026-02-30>', 'tea\nSCHEDULED: <2026-02-30>', undefined],
  [
    'tea\nSCHEDULED: <2026-02-30>\nDEADLINE: <2026-02-31>',
    'tea\nSCHEDULED: <2026-02-30>',
    'DEADLINE: <2026-02-31>',
  ],
  ['DONE SCHEDULED: soon', 'TODO x\n  SCHEDULED: soon ', undefined],
  ['DEADLINE: a\nDEADLINE: a', 'DEADLINE: a', 'DEADLINE: a'],
  ['DEADLINE: a\nDEADLINE: a', 'DEADLINE: a\nx\nDEADLINE: a', undefined],
  ['DEADLINE: a', '```\nDEADLINE: a\n```', 'DEADLINE: a'],
])('[A2.3] the new line without a day in %j after %j is %j', (content, old, line) => {
  expect(newUndatedLine(content, old)).toBe(line)
})

test.each([
  ['DEADLINE: friday', 'DEADLINE: <2026-11-20 Fri>'],
  [
    'x\nSCHEDULED: <friday 09:00 .+1w> DEADLINE: 2026-11-21',
    'x\nSCHEDULED: <2026-11-20 Fri 09:00 .+1w> DEADLINE: <2026-11-21 Sat>',
  ],
  ['DEADLINE: friday Fri', 'DEADLINE: <2026-11-20 Fri>'],
  ['DEADLINE: friday evening', 'DEADLINE: friday evening'], // not the name of the day
  ['DEADLINE: <friday noon>', 'DEADLINE: <friday noon>'],
  ['DEADLINE: soon', 'DEADLINE: soon'],
])('[A2.3] with words for days, %j is %j', (content, stored) => {
  expect(completeDates(content, (word) => (word === 'friday' ? 20261120 : undefined))).toEqual({
    content: stored,
  })
})

test.each([
  ['DEADLINE: <2026-11-20 Fri +0d>', '', '+0d'],
  ['DEADLINE: <2026-11-20 Fri +0d>', 'DEADLINE: <2026-11-18 Wed +0d>', undefined],
  ['DEADLINE: <2026-11-20 Fri +1d>', '', undefined],
  ['`DEADLINE: <2026-11-20 Fri +0d>`', '', undefined],
])('[A3.3] the new repeater of %j after %j that moves nothing is %j', (content, old, repeater) => {
  expect(newIdleRepeater(content, old)).toBe(repeater)
})
