/** Why a page has blocks that nobody put there: it was merged with another one, or it holds recovered blocks. @see outliner 4.4 */
import { RECOVERED_ID } from '@notegraph/sync'
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import { forgetMerges, mergedInto } from '../merged-pages.ts'
import { useApp } from './app-context.ts'

export function PageOrigin({ id }: { readonly id: string }): JSX.Element | null {
  const { engine } = useApp().notes
  const [isRead, setRead] = useState(false)
  const merged = useLately(`merged ${id}`, async () => mergedInto(engine, id)) ?? []
  if (id === RECOVERED_ID)
    return (
      <p class="conflict">
        The pages of these blocks were deleted, or never came here. Move the blocks where they belong, or
        delete them.
      </p>
    )
  if (merged.length === 0 || isRead) return null
  return (
    <div class="conflict">
      <p>
        Another device had a page with this name
        {merged.map((name) => (
          <>
            , <bdi>“{name}”</bdi>
          </>
        ))}
        . Both are one page now, with the blocks of both.
      </p>
      <button
        type="button"
        onClick={() => {
          setRead(true)
          void forgetMerges(engine, id)
        }}
      >
        Understood
      </button>
    </div>
  )
}
