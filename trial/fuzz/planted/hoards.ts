/** A target that needs all memory for an input with two tildes. */
import fc from 'fast-check'
import { bytesOf, textOf, type Target } from '../target.ts'

const target: Target = {
  name: 'hoards',
  grammar: fc.string().map(bytesOf),
  tokens: ['~~'],
  check(input) {
    const parts: unknown[] = []
    while (textOf(input).includes('~~')) parts.push(Array.from({ length: 10_000 }, () => ({ parts })))
  },
}
export default target
