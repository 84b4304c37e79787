/** Setting a task: the marker changes, and nothing else does. @see decisions 2.10 */
import { setMarker, type Marker } from '@notegraph/block-text'
import type { SetTask, TaskState } from '@notegraph/contract'
import { ok, type Result } from '../refusal.ts'
import { rewordedBlock, type TargetBlock } from './block.ts'
import type { Edit, WriteContext } from './edit.ts'
import { named } from './summary.ts'

const MARKER: { readonly [S in TaskState]: Marker } = {
  todo: 'TODO',
  doing: 'DOING',
  done: 'DONE',
  later: 'LATER',
  now: 'NOW',
  waiting: 'WAITING',
  canceled: 'CANCELED',
}

/**
 * The block may have any length: an import takes blocks longer than the API writes, and a task among them can be done.
 * A marker replaces the one before, so a block never grows by more than one marker.
 * @returns nothing where the block is in that state
 */
export function setTask(
  block: TargetBlock,
  { state }: SetTask,
  context: WriteContext,
): Result<Edit | undefined> {
  const marker = MARKER[state]
  const old = block.record.words.text
  const content = setMarker(old, marker)
  if (content === old) return ok(undefined)
  return ok(rewordedBlock(block, content, `Set a task on ${named(block.pageName)} to ${marker}`, context))
}
