/** The marks of changes that nobody has looked at: at a block, and above a page. @see outliner 4.3 */
import { counted } from '@notegraph/graph'
import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import type { PageModel } from '../page-model.ts'
import { addressOf } from '../places.ts'
import { changesOn, writersOf } from '../review-rules.ts'
import { useApp } from './app-context.ts'
import { ChangeLine } from './change-line.tsx'

/** Changes that are named at one block, or above one page. */
const MOST = 3

/** The changes of a block, the latest first. */
export function Changed({ id }: { readonly id: string }): JSX.Element {
  const { review } = useApp()
  const changes = useComputed(() => review.marks.value.get(id) ?? []).value
  return (
    <>
      {changes.slice(0, MOST).map((change) => (
        <ChangeLine key={change.id} change={change} blockId={id} />
      ))}
      {changes.length > MOST && <AllChanges words={`${changes.length - MOST} earlier`} />}
    </>
  )
}

/** How many changes a page has, and those that left nothing on it to mark. */
export function PageChanges({ model }: { readonly model: PageModel }): JSX.Element | null {
  const { review } = useApp()
  const { all, placeless } = useComputed(() => {
    void model.isLoaded.value
    void model.rows.top.value
    return changesOn(review.changes.value, model.pageId, (id) => model.rows.has(id))
  }).value
  if (all.length === 0) return null
  return (
    <section role="group" class="page-changes" aria-label="Changes on this page">
      <p>
        {counted(all.length, 'change')} by <span dir="auto">{writersOf(all)}</span> since you last looked.{' '}
        <AllChanges words="All changes" />
      </p>
      {placeless.slice(0, MOST).map((change) => (
        <ChangeLine key={change.id} change={change} />
      ))}
    </section>
  )
}

/** How many changes all days and pages have. */
export function JournalChanges(): JSX.Element {
  const { review } = useApp()
  const changes = review.changes.value
  return (
    <p class="page-changes">
      {counted(changes.length, 'change')} by <span dir="auto">{writersOf(changes)}</span> in your notes since
      you last looked. <AllChanges words="All changes" />
    </p>
  )
}

const AllChanges = ({ words }: { readonly words: string }): JSX.Element => (
  <a href={addressOf({ at: 'changes' })}>{words}</a>
)
