/**
 * The routes of shared pages. Only a device session opens them.
 * @see sharing 1, 7
 */
import { ERRORS } from '../errors.ts'
import { EXAMPLE_SHARE } from './examples.ts'
import { LIMITS } from '../limits.ts'
import { SHARE_ID } from './path-parameters.ts'
import { NO_PAGE, RECENT_ERRORS, SESSION_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'
import { ChangeShare, Share, ShareList, SharePage } from '../schemas/shares.ts'

const PATH = '/api/v1/settings/shares'
const NOT_FOUND = 'No shared page of this account has this id.'
const ENDED = 'This link has ended.'

export const SHARE_ROUTES: readonly Route[] = [
  {
    operationId: 'listShares',
    client: 'shares.list',
    method: 'GET',
    path: PATH,
    auth: 'session',
    tag: 'Sharing',
    summary: 'List shared pages',
    description: 'The links to shared pages of the account, newest first, including ended and expired ones.',
    parameters: [],
    query: WindowQuery,
    answer: ShareList,
    errors: SESSION_ERRORS,
    example: {
      request: `${PATH}?limit=1`,
      answer: { shares: [EXAMPLE_SHARE], total: 2, next: 1 },
    },
  },
  {
    operationId: 'sharePage',
    client: { method: 'shares.make', once: 'there would be two links' },
    recent: 'always',
    method: 'POST',
    path: PATH,
    auth: 'session',
    audit: 'page_shared',
    tag: 'Sharing',
    summary: 'Share a page',
    description: `Creates a link that shows the outline and the fields of a page, as they are at each visit, to anyone with the link. Other pages stay private. An account can have ${LIMITS.shares} links that work (409).`,
    parameters: [],
    body: SharePage,
    answer: Share,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'expires must be today or a later day, not 2020-01-01.',
      not_found: NO_PAGE,
      conflict: `This account already shares ${LIMITS.shares} pages, which is the limit.`,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: PATH,
      body: { page: EXAMPLE_SHARE.page, quotes: false, expires: '2026-12-31' },
      answer: EXAMPLE_SHARE,
    },
  },
  {
    operationId: 'changeShare',
    client: { method: 'shares.change', once: false },
    recent: 'to_widen',
    method: 'PATCH',
    path: `${PATH}/{id}`,
    auth: 'session',
    audit: 'share_changed',
    tag: 'Sharing',
    summary: 'Change a link',
    description:
      'Changes the last day, the password, or whether readers see quoted words. Members that you leave out stay. A new password applies at once, also to readers who sent the old one.',
    parameters: [SHARE_ID],
    body: ChangeShare,
    answer: Share,
    errors: {
      ...RECENT_ERRORS,
      not_found: NOT_FOUND,
      conflict: ENDED,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: `${PATH}/${EXAMPLE_SHARE.id}`,
      body: { password: 'low river' },
      answer: { ...EXAMPLE_SHARE, hasPassword: true },
    },
  },
  {
    operationId: 'endShare',
    client: { method: 'shares.end', once: false },
    method: 'POST',
    path: `${PATH}/{id}/end`,
    auth: 'session',
    audit: 'share_ended',
    tag: 'Sharing',
    summary: 'End a link',
    description:
      'Ends a link immediately and permanently. Ending a link again changes nothing. The route takes no body, and also works in grace.',
    parameters: [SHARE_ID],
    answer: Share,
    errors: { ...SESSION_ERRORS, not_found: NOT_FOUND },
    example: {
      request: `${PATH}/${EXAMPLE_SHARE.id}/end`,
      answer: { ...EXAMPLE_SHARE, endedAt: 1795169160000 },
    },
  },
  {
    operationId: 'openShare',
    client: { method: 'shares.open', once: false },
    recent: 'always',
    method: 'POST',
    path: `${PATH}/{id}/open`,
    auth: 'session',
    audit: 'share_reopened',
    tag: 'Sharing',
    summary: 'Open a closed link again',
    description:
      'Opens a link again that a restore of the server closed. A link that works stays as it is. The route takes no body, and also works in grace.',
    parameters: [SHARE_ID],
    answer: Share,
    errors: { ...RECENT_ERRORS, not_found: NOT_FOUND, conflict: ENDED },
    example: { request: `${PATH}/${EXAMPLE_SHARE.id}/open`, answer: EXAMPLE_SHARE },
  },
]
