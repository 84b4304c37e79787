/** The members of every list answer beside its items. @see service, List envelope */
import * as v from 'valibot'
import { Count } from './scalars.ts'

/** A part of a list. */
export const Listed = v.strictObject({
  total: v.pipe(Count, v.description('The number of items in the whole list.')),
  next: v.pipe(v.nullable(Count), v.description('The `offset` of the rest; `null` at the end of the list.')),
})

export const envelope = Listed.entries
