/** The form that makes a page a favorite, or takes that back. */
import type { WebDeps } from '../../deps.ts'
import type { Routes } from '../../page.ts'
import { FAVORITE_PATH } from '../../components/favorites.ts'
import { seeOther } from '../../components/flash-message.ts'
import { fieldOf } from '../../components/form.ts'
import { pageIdAddress } from '../../components/links.ts'
import { syncCallerOf } from '../../writing/as-person.ts'
import { refusedMessage } from '../../components/refusal-words.ts'

export function favoriteRoutes(on: Routes, deps: WebDeps): void {
  on.post(FAVORITE_PATH, async (visit, form) => {
    const id = fieldOf(form, 'page')
    const isFavorite = fieldOf(form, 'favorite') === 'yes'
    const done = await deps.sync.setFavorite(syncCallerOf(visit), id, isFavorite)
    if (done.ok) return seeOther(pageIdAddress(id))
    return refusedMessage('Favorites not changed', done.refusal)
  })
}
