/**
 * The routes of notices. Only a device session opens them.
 * @see events 4
 */
import { SESSION_ERRORS } from './errors.ts'
import type { Route } from './route.ts'
import { NoticeList } from '../schemas/notices.ts'

const PATH = '/api/v1/settings/notices'
const EXAMPLE = { notices: [{ kind: 'conflicts', count: 2 }, { kind: 'changes', count: 5 }], total: 2, next: null } // prettier-ignore

export const NOTICE_ROUTES: readonly Route[] = [
  {
    operationId: 'listNotices',
    client: 'account.listNotices',
    method: 'GET',
    path: PATH,
    auth: 'session',
    tag: 'Account',
    summary: 'List notices',
    description:
      'Facts that need attention: conflicts, changes since the last look, devices that were not seen, storage that is nearly full, a plan that ends, and webhooks and digests that the server switched off.',
    parameters: [],
    answer: NoticeList,
    errors: SESSION_ERRORS,
    example: { request: PATH, answer: EXAMPLE },
  },
  {
    operationId: 'lookAtChanges',
    client: { method: 'account.lookAtChanges', once: false },
    method: 'POST',
    path: `${PATH}/look`,
    auth: 'session',
    audit: 'nothing',
    tag: 'Account',
    summary: 'Mark changes as seen',
    description:
      'Stores that the owner has seen the list of changes. The notice about changes counts later ones only. The page Changes does the same when it is opened. The route takes no body, and also works in grace.',
    parameters: [],
    answer: NoticeList,
    errors: SESSION_ERRORS,
    example: {
      request: `${PATH}/look`,
      answer: { notices: [{ kind: 'conflicts', count: 2 }], total: 1, next: null },
    },
  },
]
