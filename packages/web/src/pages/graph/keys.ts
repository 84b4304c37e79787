/** The keys of the pages. The dialog that `?` opens (`assets/keys.js`) shows the same list. */
import { html, type Child, type Html } from '../../html.ts'
import type { Page, Routes } from '../../page.ts'
import { GRAPH } from '../../components/links.ts'

export const KEYS: string = `${GRAPH}/keys`

/** @param pages the pages of the navigation */
export function keysRoutes(on: Routes, pages: readonly Page[]): void {
  on.get(KEYS, async () => ({
    title: 'Keyboard shortcuts',
    body: html`<noscript
        ><p class="notice warn">Shortcuts need JavaScript, which is off in this browser.</p></noscript
      >
      <div data-keys-list>
        <table class="keys">
          <thead>
            <tr>
              <th scope="col">Keys</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            ${rows(pages).map(
              ([keys, action]) =>
                html`<tr>
                  <td>${keys}</td>
                  <td>${action}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <p class="muted">Shortcuts do nothing while you type in a field.</p>
        <p class="keys-switch">
          <label class="choice"
            ><input type="checkbox" data-keys-switch checked /><span
              >Single-key shortcuts
              <span class="muted">Applies to this browser. Ctrl K always works.</span></span
            ></label
          >
        </p>
      </div>`,
  }))
}

const key = (name: string): Html => html`<kbd>${name}</kbd>`

function rows(pages: readonly Page[]): (readonly [keys: Child, action: string])[] {
  return [
    [html`${key('Ctrl')} ${key('K')} or ${key('/')}`, 'Go to a page'],
    [key('?'), 'Show keyboard shortcuts'],
    ...pages.flatMap(({ key: letter, title }) =>
      letter === undefined ? [] : [[html`${key('g')} then ${key(letter)}`, `Open ${title}`] as const],
    ),
    [html`${key('p')} ${key('n')}`, 'Previous or next day, block or part of a list'],
    [key('f'), 'Add the page to the favorites, or remove it'],
    [key('Esc'), 'Close a dialog'],
  ]
}
