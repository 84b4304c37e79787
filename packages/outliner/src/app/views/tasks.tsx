/** Every open task by its day, filtered, and edited in place. @see outliner 2.1 */
import { addDays, foldForSearch, parseBlock, type Day } from '@notegraph/block-text'
import { groupBy } from '@notegraph/graph'
import type { BlockOnPage } from '@notegraph/sync'
import { useMemo } from 'preact/hooks'
import type { JSX } from 'preact'
import { MOD } from '../keys.ts'
import { useLately } from '../lately.ts'
import { replacePlace, type Filter, type ListPlace } from '../places.ts'
import { shownName } from '../shown-name.ts'
import { today } from '../today.ts'
import { useApp } from './app-context.ts'
import { FoundRow } from './found-block.tsx'

/** Tasks that are read at once. */
const MOST = 1_000

const GROUPS = ['Overdue', 'Today', 'Next 7 days', 'Later', 'No date'] as const
type Group = (typeof GROUPS)[number]

interface Task extends BlockOnPage {
  readonly group: Group
  readonly priority: string | undefined
  /** Its words and those of its page, to filter by. */
  readonly folded: string
}

function readTask({ block, page }: BlockOnPage, now: Day): Task {
  const { text } = block.words
  const { priority, scheduled, deadline } = parseBlock(text)
  const day = Math.min(scheduled ?? Infinity, deadline ?? Infinity)
  return {
    block,
    page,
    priority,
    group: groupOf(day, now),
    folded: foldForSearch(`${text} ${shownName(page)}`),
  }
}

/** The group of the earlier of two days. */
function groupOf(day: Day, now: Day): Group {
  if (day === Infinity) return 'No date'
  if (day < now) return 'Overdue'
  if (day === now) return 'Today'
  return day <= (addDays(now, 7) ?? now) ? 'Next 7 days' : 'Later'
}

export function Tasks({ place }: { readonly place: ListPlace }): JSX.Element {
  const { engine } = useApp().notes
  const { q: words = '', priority = '', show } = place.filter ?? {}
  const status = show === 'done' ? 'done' : 'open'
  const choose = (next: Filter): void =>
    replacePlace(place, { at: 'tasks', filter: { ...place.filter, ...next } })
  const found = useLately(status, async () => engine.tasks({ status, limit: MOST }))
  const tasks = useMemo(() => (found?.blocks ?? []).map((one) => readTask(one, today())), [found])
  const wanted = foldForSearch(words).split(/\s+/u).filter(Boolean)
  const shown = tasks.filter(
    (task) =>
      (priority === '' || task.priority === priority) && wanted.every((word) => task.folded.includes(word)),
  )
  const groups = groupBy(shown, ({ group }) => (status === 'done' ? 'Done' : group))
  return (
    <>
      <h1>Tasks</h1>
      <div class="filters">
        <label>
          Filter
          <input type="search" value={words} onInput={(event) => choose({ q: event.currentTarget.value })} />
        </label>
        <label>
          Priority
          <select value={priority} onChange={(event) => choose({ priority: event.currentTarget.value })}>
            <option value="">Any</option>
            {['A', 'B', 'C'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          Show
          <select value={status} onChange={(event) => choose({ show: event.currentTarget.value })}>
            <option value="open">Open</option>
            <option value="done">Done</option>
          </select>
        </label>
      </div>
      {[...GROUPS, 'Done' as const].map((group) => {
        const some = groups.get(group)
        return some && <TaskGroup key={group} title={group} tasks={some} />
      })}
      {found && shown.length === 0 && <p class="muted">No tasks. {MOD} Enter makes a block one.</p>}
      {found && found.total > found.blocks.length && (
        <p class="muted">{found.total - found.blocks.length} more are not shown.</p>
      )}
    </>
  )
}

interface TaskGroupProps {
  readonly title: string
  readonly tasks: readonly BlockOnPage[]
}

function TaskGroup({ title, tasks }: TaskGroupProps): JSX.Element {
  return (
    <section role="group" class="references" aria-label={title}>
      <h2>
        {title} <span class="count">{tasks.length}</span>
      </h2>
      {tasks.map(({ block, page }) => (
        <FoundRow key={block.id} block={block} page={page} list="tasks" />
      ))}
    </section>
  )
}
