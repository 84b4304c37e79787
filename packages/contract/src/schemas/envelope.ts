/**
 * The members of every list answer beside its items.
 * @see service, List envelope
 */
import * as v from 'valibot'
import { Count } from './scalars.ts'

export const envelope = {
  total: v.pipe(Count, v.description('The number of items in the whole list.')),
  next: v.pipe(v.nullable(Count), v.description('The `offset` of the rest; `null` at the end of the list.')),
}
