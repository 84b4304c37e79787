/** What is shown in place of a page that is not open to an account. @see decisions 9.3 */
import type { Visitor } from '../deps.ts'
import { html } from '../html.ts'
import type { View } from '../page.ts'

/** @returns nothing where the account's pages are open */
export function closed({ account, plan }: Visitor): View | undefined {
  if (!account.allowed)
    return {
      title: 'Not on the list',
      body: html`<div class="message">
        <p>
          This server keeps a list of the accounts that it serves, and
          <strong dir="auto">${account.id}</strong> is not on it.
        </p>
        <p class="muted">
          Ask whoever runs the server to put the account on the list, then load this page again.
        </p>
      </div>`,
    }
  if (plan === 'none')
    return {
      title: 'No plan',
      body: html`<div class="message">
        <p>
          This account is not on the cloud sync plan, so no graph is kept for it and there is nothing to show.
        </p>
        <p class="muted">
          Once the account is on the plan, its devices sync to it and everything here opens.
        </p>
      </div>`,
    }
  return undefined
}
