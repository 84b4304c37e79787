/** The form that makes a page a favorite, or takes that back. */
import { toErrorBody } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import type { Routes } from '../../page.ts'
import { FAVORITE_PATH } from '../../components/favorites.ts'
import { seeOther } from '../../components/flash-message.ts'
import { fieldOf } from '../../components/form.ts'
import { pageIdAddress } from '../../components/links.ts'
import { message } from '../../components/message.ts'
import { syncCallerOf } from '../../writing/as-person.ts'

export function favoriteRoutes(on: Routes, deps: WebDeps): void {
  on.post(FAVORITE_PATH, async (visit, form) => {
    const id = fieldOf(form, 'page')
    const isFavorite = fieldOf(form, 'favorite') === 'yes'
    const done = await deps.sync.setFavorite(syncCallerOf(visit), id, isFavorite)
    if (done.ok) return seeOther(pageIdAddress(id))
    const { error, hint } = toErrorBody(done.refusal)
    const status = done.refusal.code === 'not_found' ? 404 : 409
    return { ...message('Favorites not changed', error, hint), status }
  })
}
