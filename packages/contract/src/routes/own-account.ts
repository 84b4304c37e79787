/** The routes of the account itself. Only a device session opens them. @see decisions 9.10 */
import { ERRORS } from '../errors.ts'
import { RECENT_ERRORS } from './errors.ts'
import type { Route } from './route.ts'
import { AccountClosed, CloseAccount, SignedOut, SignOutEverywhere } from '../schemas/own-account.ts'

export const OWN_ACCOUNT_ROUTES: readonly Route[] = [
  {
    operationId: 'signOutEverywhere',
    client: { method: 'account.signOutEverywhere', once: false },
    recent: 'always',
    method: 'POST',
    path: '/api/v1/settings/sign-out',
    auth: 'session',
    audit: 'access_ended',
    tag: 'Devices',
    summary: 'Sign out everywhere',
    description:
      'Ends all browsers, all other devices, all connected apps and unused sign-in links of the account, immediately and permanently. The requesting device stays signed in. API tokens and passkeys stay, unless the body says that tokens are revoked too. The route also works in grace.',
    parameters: [],
    body: SignOutEverywhere,
    answer: SignedOut,
    errors: { ...RECENT_ERRORS, too_large: ERRORS.too_large.example },
    example: {
      request: '/api/v1/settings/sign-out',
      body: { tokens: true },
      answer: { browsers: 2, devices: 1, apps: 1, links: 0, tokens: 3 },
    },
  },
  {
    operationId: 'closeAccount',
    client: {
      method: 'account.close',
      takes: 'name',
      once: 'the account is gone, so that a second one would be refused',
    },
    recent: 'always',
    method: 'POST',
    path: '/api/v1/settings/account/close',
    auth: 'session',
    audit: 'account_removed',
    tag: 'Devices',
    summary: 'Close the account',
    description:
      'Permanently deletes the account with its notes, files, history, settings and all access. Export the notes before: nothing can be restored. The route also works in grace.',
    parameters: [],
    body: CloseAccount,
    answer: AccountClosed,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'name must be "ada", the id of this account.',
      conflict: 'An import of this account is already running.',
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: '/api/v1/settings/account/close',
      body: { name: 'ada' },
      answer: { ok: true },
    },
  },
]
