/** The days on which tasks were finished. Known as long as the history has the states before. @see assistants 12.2 */
import { isOpen, parseBlock, type Day } from '@notegraph/block-text'
import { dayAt, markerOf } from '@notegraph/graph'
import type { FoundBlock, GraphStore, ReplacedState } from '@notegraph/store'

/** The earlier states that are read for one list at most. */
const MOST_STATES = 1_000

/**
 * Finds the days of the finished tasks among these.
 * @param zone the time zone of the caller
 * @example
 * (await finishedDays(graph, blocks, 'UTC')).get('b1') // 20261120
 */
export async function finishedDays(
  { history }: Pick<GraphStore, 'history'>,
  tasks: readonly FoundBlock[],
  zone: string,
): Promise<ReadonlyMap<string, Day>> {
  const ids = tasks.filter((task) => isFinished(markerOf(task))).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const states = Map.groupBy(await history.listByRecords(ids, MOST_STATES), ({ id }) => id)
  const times = ids.map((id) => [id, finishedAt(states.get(id) ?? [])] as const)
  return new Map(times.flatMap(([id, at]) => (at === undefined ? [] : [[id, dayAt(at, zone)] as const])))
}

const isFinished = (marker: ReturnType<typeof parseBlock>['marker']): boolean =>
  marker !== undefined && !isOpen(marker)

/**
 * When the last state that was not finished got replaced.
 * @param states the states of one record, the latest replaced first
 */
function finishedAt(states: readonly ReplacedState[]): number | undefined {
  const open = states.find(
    ({ record }) => record.kind === 'block' && !isFinished(parseBlock(record.words.text).marker),
  )
  if (open) return open.ended
  // Several states of one author within minutes count as the last one of them. The first may have been open.
  const first = states.at(-1)
  return first && first.since < first.seq ? first.at : undefined
}
