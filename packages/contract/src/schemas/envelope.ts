/**
 * What every list answer carries beside its items.
 * @see service, List envelope
 */
import * as v from 'valibot'
import { Count } from './scalars.ts'

export const envelope = {
  total: v.pipe(Count, v.description('How many there are in all.')),
  next: v.pipe(
    v.nullable(Count),
    v.description('The `offset` at which the rest begins; `null` when there is no more.'),
  ),
}
