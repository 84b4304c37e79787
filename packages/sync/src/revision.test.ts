import { expect, test } from 'vitest'
import { deviceOf, newRevision } from './revision.ts'

test.each([
  ['phone', 'phone~0123456789abcdef01234567', 'phone'],
  ['Ada’s phone', '0123456789abcdef01234567', ''],
  ['d'.repeat(37), '0123456789abcdef01234567', ''],
])('a revision by %s', (device, rev, expected) => {
  const made = newRevision(device, '01234567-89ab-cdef-0123-456789abcdef')
  expect(made).toBe(rev)
  expect(deviceOf({ text: '', rev: made, at: 0 })).toBe(expected)
})
