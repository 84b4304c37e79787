import { expect, test } from 'vitest'
import { hasMark } from './typed-marks.ts'

const MARKS = new Set(['public:false'])

/** The square of this length would take minutes. */
const BLANKS = ' '.repeat(1_000_000)

test.each([
  [`public: false${BLANKS}`, true],
  [`public: false${BLANKS}# why`, true],
  [`public: false${BLANKS}a`, false],
  [`${BLANKS}public: false`, true],
])('[S5] a line is searched for a private mark in one pass', (text, is) => {
  expect(hasMark(text, MARKS)).toBe(is)
})
