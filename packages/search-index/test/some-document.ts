import type { MemoryDocument } from '../src/index.ts'

/** The first millisecond of 2026. */
export const T0 = Date.UTC(2026, 0, 1)

/** A document without anything but what is given. */
export const someDocument = (given: Partial<MemoryDocument> = {}): Omit<MemoryDocument, 'n'> => ({
  id: 'b1',
  page: 1,
  updatedAt: T0,
  createdAt: T0,
  marker: undefined,
  priority: undefined,
  scheduled: undefined,
  deadline: undefined,
  due: 99_999_999,
  words: '',
  ...given,
})
