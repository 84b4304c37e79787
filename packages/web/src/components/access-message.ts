/** The message instead of a page that an account cannot open. @see decisions 9.3 */
import type { Visitor } from '../deps.ts'
import { html } from '../html.ts'
import type { View } from '../page.ts'

/** @returns undefined if the account's pages are open */
export function accessMessage({ account, plan }: Visitor): View | undefined {
  if (!account.allowed)
    return {
      title: 'Account not on the list',
      body: html`<div class="message">
        <p>
          This server serves only the accounts on its list. <strong dir="auto">${account.id}</strong> is not
          on the list.
        </p>
        <p class="muted">Ask the operator of the server to add the account, then reload this page.</p>
      </div>`,
    }
  if (plan === 'none')
    return {
      title: 'No plan',
      body: html`<div class="message">
        <p>This account is not on the cloud sync plan, so the server keeps no graph for this account.</p>
        <p class="muted">
          After the account joins the plan, its devices sync and these pages show your notes.
        </p>
      </div>`,
    }
  return undefined
}
