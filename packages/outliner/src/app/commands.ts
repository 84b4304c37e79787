/** The commands that the switcher finds by their words. @see outliner 2.3 */
import { below } from './base.ts'
import { dialog } from './dialog.ts'
import { exportPage } from './export-page.ts'
import type { OpenApp } from './open-app.ts'
import { go, place } from './places.ts'

export interface AppCommand {
  readonly words: string
  readonly run: () => void
}

/** The commands at the place that is shown. */
export function commandsHere(app: OpenApp): readonly AppCommand[] {
  const here = place.peek()
  return [
    { words: 'Journals', run: () => go({ at: 'journals' }) },
    { words: 'Quick add', run: () => go({ at: 'add', shared: {} }) },
    { words: 'Tasks', run: () => go({ at: 'tasks' }) },
    { words: 'Search', run: () => go({ at: 'search', words: '' }) },
    { words: 'Changes', run: () => go({ at: 'changes' }) },
    { words: 'Deleted', run: () => go({ at: 'deleted' }) },
    { words: 'All pages', run: () => go({ at: 'pages' }) },
    ...(here.at === 'page'
      ? [
          { words: 'Graph of this page', run: () => go({ at: 'map', id: here.id, steps: 1 }) },
          {
            words: 'Export page as Markdown',
            run: () => void exportPage(app, here.id),
          },
          { words: 'Print page', run: () => print() },
        ]
      : []),
    { words: 'Whole graph', run: () => go({ at: 'map', steps: 1 }) },
    { words: 'Template for new days', run: () => void (dialog.value = { show: 'template' }) },
    { words: 'Keyboard shortcuts', run: () => void (dialog.value = { show: 'help' }) },
    { words: 'Settings', run: () => location.assign(below('/settings')) },
  ]
}
