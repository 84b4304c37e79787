/** A target that never ends for an input with two tildes. */
import fc from 'fast-check'
import { bytesOf, textOf, type Target } from '../target.ts'

const target: Target = {
  name: 'hangs',
  grammar: fc.string().map(bytesOf),
  tokens: ['~~'],
  check(input) {
    while (textOf(input).includes('~~'));
  },
}
export default target
