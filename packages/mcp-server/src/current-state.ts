/**
 * The block or page that a write found changed, in the Markdown of a read. So the model can decide again without another
 * call.
 * @see assistants 8.2
 */
import type { Caller, Refusal } from '@notegraph/service'
import { readBlock } from './tools/read-block.ts'
import { readPage } from './tools/read-page.ts'
import type { Notes } from './tools/tool-handler.ts'

/** The most blocks of a page that are shown. */
const MOST = 50

/** A refusal, and the current state if it is shown below the message instead of in it. */
export interface ShownRefusal {
  readonly refusal: Refusal
  readonly below?: string
}

/** @returns the same refusal if it is another one, or if the block or page was deleted meanwhile */
export async function withCurrentState(
  notes: Notes,
  caller: Caller,
  refusal: Refusal,
): Promise<ShownRefusal> {
  if (refusal.code !== 'conflict' || refusal.why !== 'outdated' || !refusal.current) return { refusal }
  const { text: _, ...current } = refusal.current
  const read =
    refusal.what === 'block'
      ? readBlock.check({ block_id: current.id })
      : readPage.check({ name: current.page, limit: MOST })
  const shown = read.ok ? await read.value(notes, caller) : read
  return shown.ok ? { refusal: { ...refusal, current }, below: shown.value } : { refusal }
}
