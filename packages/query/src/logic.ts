/**
 * `and`, `or` and `not`: their operands are queries, of any kind and nesting.
 */
import { readAll, type Operator } from './operator.ts'

export const AND: Operator = {
  name: 'and',
  form: '(and x …)',
  example: '(and rye [[Mira]])',
  what: 'that all of the operands match',
  least: 1,
  read: ({ at, operands, operand }) => ({ kind: 'and', operands: readAll(operands, operand), at }),
}

export const OR: Operator = {
  name: 'or',
  form: '(or x …)',
  example: '(or (todo TODO) (not [[Garden]]))',
  what: 'that any of the operands matches',
  least: 1,
  read: ({ at, operands, operand }) => ({ kind: 'or', operands: readAll(operands, operand), at }),
}

export const NOT: Operator = {
  name: 'not',
  form: '(not x)',
  example: '(not (or rye wheat))',
  what: 'that the operand does not match',
  least: 1,
  most: 1,
  read({ at, operands, operand }) {
    const [one] = readAll(operands, operand)
    return one && { kind: 'not', operand: one, at }
  },
}
