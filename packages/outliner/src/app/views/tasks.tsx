/** Every open task by its day, filtered, and edited in place. @see outliner 2.1 */
import { addDays, foldForSearch, parseBlock, type Day } from '@notegraph/block-text'
import type { BlockOnPage } from '@notegraph/sync'
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import { addressOf } from '../places.ts'
import { today } from '../today.ts'
import { useApp } from './app-context.ts'
import { FoundBlock } from './found-block.tsx'
import { shownName } from './references.tsx'

/** Tasks that are read at once. */
const MOST = 1_000

const GROUPS = ['Overdue', 'Today', 'Next 7 days', 'Later', 'No date'] as const
type Group = (typeof GROUPS)[number]

/** The group of a task by the earlier of its two days. */
function groupOf(text: string, now: Day): Group {
  const { scheduled, deadline } = parseBlock(text)
  const day = Math.min(scheduled ?? Infinity, deadline ?? Infinity)
  if (day === Infinity) return 'No date'
  if (day < now) return 'Overdue'
  if (day === now) return 'Today'
  return day <= (addDays(now, 7) ?? now) ? 'Next 7 days' : 'Later'
}

export function Tasks(): JSX.Element {
  const { engine } = useApp().notes
  const [status, setStatus] = useState<'open' | 'done'>('open')
  const [words, setWords] = useState('')
  const [priority, setPriority] = useState('')
  const found = useLately(status, async () => engine.tasks({ status, limit: MOST }))
  const wanted = foldForSearch(words).split(/\s+/u).filter(Boolean)
  const shown = (found?.blocks ?? []).filter(({ block, page }) => {
    const text = foldForSearch(`${block.words.text} ${shownName(page)}`)
    const fits = wanted.every((word) => text.includes(word))
    return fits && (priority === '' || parseBlock(block.words.text).priority === priority)
  })
  const now = today()
  const groups = new Map<Group | 'Done', BlockOnPage[]>()
  for (const task of shown) {
    const group = status === 'done' ? 'Done' : groupOf(task.block.words.text, now)
    groups.set(group, [...(groups.get(group) ?? []), task])
  }
  return (
    <>
      <h1>Tasks</h1>
      <div class="filters">
        <label>
          Filter
          <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <label>
          Priority
          <select value={priority} onChange={(event) => setPriority(event.currentTarget.value)}>
            <option value="">Any</option>
            {['A', 'B', 'C'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          Show
          <select
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value as 'open' | 'done')}
          >
            <option value="open">Open</option>
            <option value="done">Done</option>
          </select>
        </label>
      </div>
      {[...GROUPS, 'Done' as const].map((group) => {
        const tasks = groups.get(group)
        return tasks && <TaskGroup key={group} title={group} tasks={tasks} />
      })}
      {found && shown.length === 0 && <p class="muted">No tasks. Ctrl Enter makes a block one.</p>}
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
    <section class="references" aria-label={title}>
      <h2>
        {title} <span class="count">{tasks.length}</span>
      </h2>
      {tasks.map(({ block, page }) => (
        <div key={block.id} class="task">
          <FoundBlock block={block} list="tasks" />
          <a class="muted small" dir="auto" href={addressOf({ at: 'page', id: page.id }, shownName(page))}>
            {shownName(page)}
          </a>
        </div>
      ))}
    </section>
  )
}
