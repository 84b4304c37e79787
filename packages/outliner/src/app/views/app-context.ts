/** The surroundings of a view: the open app, and the column that it is in. */
import { createContext, type ComponentType, type Context } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import type { OpenApp } from '../open-app.ts'
import type { PageModel, PageView } from '../page-model.ts'
import { place, type Place } from '../places.ts'

export const AppContext: Context<OpenApp | null> = createContext<OpenApp | null>(null)

/** The main column. */
const MAIN = 'main'

/** The name of the column, or of the part of it in which a page can be once more. */
export const ColumnContext: Context<string> = createContext(MAIN)

/** The place around a view, in either column. */
export const PlaceContext: Context<Place> = createContext(place.peek())

export interface EmbedsProps {
  readonly content: string
  /** The id of the block. */
  readonly host: string
}

/** The view of what a block embeds. Embeds contain blocks, so a row cannot import it. */
export const EmbedsContext: Context<ComponentType<EmbedsProps>> = createContext<ComponentType<EmbedsProps>>(
  () => null,
)

/** The app around a view. */
export function useApp(): OpenApp {
  const app = useContext(AppContext)
  if (!app) throw new Error('There is no app around this view.')
  return app
}

/** The model of a page, or of one block of it, in this column. */
export function useModel(view: Omit<PageView, 'column'>): PageModel {
  const column = useContext(ColumnContext)
  return useApp().pages.model({ ...view, column })
}

/** Names the window by the place in the main column. @param words `undefined` until they are known */
export function useTitle(words: string | undefined): void {
  const column = useContext(ColumnContext)
  useEffect(() => {
    if (words !== undefined && column === MAIN) document.title = `${words} · Notegraph`
  }, [words, column])
}
