/** The surroundings of a view: the open app, and the column that it is in. */
import { createContext, type ComponentType, type Context } from 'preact'
import { useContext } from 'preact/hooks'
import type { OpenApp } from '../open-app.ts'
import type { PageModel, PageView } from '../page-model.ts'

export const AppContext: Context<OpenApp | null> = createContext<OpenApp | null>(null)

/** The name of the column, or of the part of it in which a page can be once more. */
export const ColumnContext: Context<string> = createContext('main')

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
