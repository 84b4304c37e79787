/** Sets a task: only the marker changes. @see decisions 2.10 */
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
 * The block may have any length, since imported tasks can be longer than the API writes. The new marker replaces the
 * old one, so a block grows by at most one marker.
 * @returns undefined if the block already has that state
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
