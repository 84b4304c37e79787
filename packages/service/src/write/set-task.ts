/** Setting a task: the marker changes, and nothing else does. @see decisions 2.10 */
import { setMarker, type Marker } from '@notegraph/block-text'
import type { SetTask, TaskState } from '@notegraph/contract'
import { ok, type Result } from '../refusal.ts'
import { rewordedBlock, type TargetBlock } from './block.ts'
import type { Edit, Pen } from './pen.ts'
import { named } from './summary.ts'
import { fitting } from './text.ts'

const MARKER: { readonly [S in TaskState]: Marker } = {
  todo: 'TODO',
  doing: 'DOING',
  done: 'DONE',
  later: 'LATER',
  now: 'NOW',
  waiting: 'WAITING',
  canceled: 'CANCELED',
}

/** @returns nothing where the block is in that state; 400 where it would grow beyond what a block may hold */
export function setTask(block: TargetBlock, { state }: SetTask, pen: Pen): Result<Edit | undefined> {
  const marker = MARKER[state]
  const old = block.record.words.text
  const content = setMarker(old, marker)
  if (content === old) return ok(undefined)
  const fits = content.length > old.length ? fitting('The text of the block', content) : ok(content)
  if (!fits.ok) return fits
  return ok(rewordedBlock(block, content, `Set a task on ${named(block.pageName)} to ${marker}`, pen))
}
