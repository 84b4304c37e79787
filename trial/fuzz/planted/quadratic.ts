/** A target that compares every byte with every other one. */
import fc from 'fast-check'
import { bytesOf, type Target } from '../target.ts'

const target: Target = {
  name: 'quadratic',
  grammar: fc.string().map(bytesOf),
  tokens: ['~~'],
  check(input) {
    let equal = 0
    for (const a of input) for (const b of input) if (a === b) equal++
    if (equal < 0) throw new Error('no number')
  },
}
export default target
