/** The name of a page, which is edited in place, and what can be done with the page. @see outliner 2.2, 3.6 */
import { journalDay } from '@notegraph/graph'
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { PageItem } from '../pages.ts'
import { lazily } from './lazily.tsx'

const PageMenu = lazily(async () => (await import('./page-menu.tsx')).PageMenu)
const Rename = lazily(async () => (await import('./rename.tsx')).Rename)

interface PageHeadProps {
  readonly id: string
  /** Absent for a day without notes, and before the pages are read. */
  readonly page: PageItem | undefined
  /** The name that is shown, also that of a page that is not made yet. */
  readonly name: string | undefined
}

export function PageHead({ id, page, name = '…' }: PageHeadProps): JSX.Element {
  const [isNaming, setNaming] = useState(false)
  const isDay = journalDay(id) !== undefined
  return (
    <>
      <div class="page-head">
        <h1 dir="auto">{name}</h1>
        {page && <PageMenu page={page} rename={isDay ? undefined : () => setNaming(true)} />}
      </div>
      {page && isNaming && <Rename page={page} close={() => setNaming(false)} />}
    </>
  )
}
