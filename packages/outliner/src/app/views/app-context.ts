/** The open app, for all views. */
import { createContext, type Context } from 'preact'
import { useContext } from 'preact/hooks'
import type { OpenApp } from '../open-app.ts'

export const AppContext: Context<OpenApp | null> = createContext<OpenApp | null>(null)

/** The app around a view. */
export function useApp(): OpenApp {
  const app = useContext(AppContext)
  if (!app) throw new Error('There is no app around this view.')
  return app
}
