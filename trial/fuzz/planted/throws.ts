/** A target that throws for one sign. */
import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import { bytesOf, textOf, type Target } from '../target.ts'

const target: Target = {
  name: 'throws',
  grammar: fc.string().map(bytesOf),
  tokens: ['~~'],
  check: (input) => ok(!textOf(input).includes('~~'), 'two tildes'),
}
export default target
