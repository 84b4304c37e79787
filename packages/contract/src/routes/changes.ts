/**
 * The routes of changes: what was written over the API, and reverting it. A device's session opens them, since a token that
 * may write may not revert.
 * @see decisions 8, 9.2
 */
import {
  ChangeAnswer,
  ChangeList,
  ChangesQuery,
  KeepChanges,
  KeepChangesAnswer,
  OwnChangeList,
  OwnChangesQuery,
  RevertAnswer,
  RevertChanges,
  RevertChangesAnswer,
  SeeChanges,
  SeeChangesAnswer,
} from '../schemas/changes.ts'
import { ERRORS } from '../errors.ts'
import { EXAMPLE_CHANGE, EXAMPLE_TOUCHED } from './examples.ts'
import { LIMITS } from '../limits.ts'
import { CHANGE_ID } from './path-parameters.ts'
import { READ_ERRORS, SESSION_ERRORS } from './errors.ts'
import type { Route } from './route.ts'

/** The id of a change that is no longer listed. */
const GONE = '0b6f2d71-9c35-4e08-b1a4-6d7e8f9a0c12'

const OWN_ERRORS = {
  ...READ_ERRORS,
  read_only_token: ERRORS.read_only_token.example,
}

/** The token that wrote a change finds it, and reverts it. */
export const OWN_CHANGE_ROUTES: readonly Route[] = [
  {
    number: 20,
    operationId: 'listOwnChanges',
    client: 'notes.listOwnChanges',
    method: 'GET',
    path: '/api/v1/notes/changes',
    auth: 'token',
    tag: 'Changes',
    summary: "List the token's own changes",
    description: `The writes of this token in the last ${LIMITS.changeDays} days, newest first, each with the touched items before and after. Needs a token that may write.`,
    parameters: [],
    query: OwnChangesQuery,
    answer: OwnChangeList,
    errors: OWN_ERRORS,
    example: {
      request: '/api/v1/notes/changes?limit=1',
      answer: { changes: [{ ...EXAMPLE_CHANGE, touched: [EXAMPLE_TOUCHED] }], total: 3, next: 1 },
    },
  },
  {
    number: 21,
    operationId: 'revertOwnChange',
    client: { method: 'notes.revertOwnChange', once: 'a second revert would be refused' },
    method: 'POST',
    path: '/api/v1/notes/changes/{id}/revert',
    auth: 'token',
    tag: 'Changes',
    summary: "Revert one of the token's own changes",
    description:
      "Restores each page, block and property of a change on every device. An item that changed again is not restored, and the answer gives the reason. A change can be reverted once (409). Another token's change is not found. The route takes no body, and does not count as a write of the minute.",
    parameters: [CHANGE_ID],
    answer: RevertAnswer,
    errors: {
      ...OWN_ERRORS,
      missing_right: ERRORS.missing_right.example,
      bad_request: 'The change id in the path is not valid percent-encoding of UTF-8.',
      not_found: 'No change in the list has the id "7d3c9f10".',
      conflict: 'This change is already reverted.',
    },
    example: {
      request: `/api/v1/notes/changes/${EXAMPLE_CHANGE.id}/revert`,
      answer: { ok: true, restored: 1, left: [] },
    },
  },
]

export const CHANGE_ROUTES: readonly Route[] = [
  {
    operationId: 'listChanges',
    client: 'changes.list',
    method: 'GET',
    path: '/api/v1/settings/changes',
    auth: 'session',
    tag: 'Changes',
    summary: 'List changes',
    description: `The writes of tokens and apps over the API and over MCP, imports and restores, in the last ${LIMITS.changeDays} days, newest first. What a person writes on the web is not in it. \`open\` changes can be reverted, and the list says how many there are. With \`touched=true\`, each change includes the touched items, before and after.`,
    parameters: [],
    query: ChangesQuery,
    answer: ChangeList,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/v1/settings/changes?token=Laptop%20script&limit=1',
      answer: { changes: [EXAMPLE_CHANGE], open: 2, total: 3, next: 1 },
    },
  },
  {
    operationId: 'revertChange',
    client: { method: 'changes.revert', once: 'a second revert would be refused' },
    method: 'POST',
    path: '/api/v1/settings/changes/{id}/revert',
    auth: 'session',
    audit: 'revert',
    tag: 'Changes',
    summary: 'Revert a change',
    description:
      'Restores each page, block and property of a change on every device. An item that changed again is not restored, and the answer gives the reason. A change can be reverted once (409). The route takes no body.',
    parameters: [CHANGE_ID],
    answer: RevertAnswer,
    errors: {
      ...SESSION_ERRORS,
      bad_request: 'The change id in the path is not valid percent-encoding of UTF-8.',
      not_found: 'No change in the list has the id "7d3c9f10".',
      conflict: 'This change is already reverted.',
    },
    example: {
      request: `/api/v1/settings/changes/${EXAMPLE_CHANGE.id}/revert`,
      answer: {
        ok: true,
        restored: 0,
        left: [{ kind: 'block', id: EXAMPLE_CHANGE.blockId, why: 'Changed again after this change.' }],
      },
    },
  },
  {
    operationId: 'revertChanges',
    client: { method: 'changes.revertAll', takes: 'ids', once: 'the second reverts would be refused' },
    method: 'POST',
    path: '/api/v1/settings/changes/revert',
    auth: 'session',
    audit: 'revert',
    tag: 'Changes',
    summary: 'Revert changes',
    description: `Reverts up to ${LIMITS.changesAtOnce} changes, newest first, because later changes build on earlier ones. Each revert is a separate edit. The answer holds the result or the error of each change. A change that fails does not stop the others.`,
    parameters: [],
    body: RevertChanges,
    answer: RevertChangesAnswer,
    errors: {
      ...SESSION_ERRORS,
      bad_request: `ids takes up to ${LIMITS.changesAtOnce} changes, not 120.`,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: '/api/v1/settings/changes/revert',
      body: { ids: [GONE, EXAMPLE_CHANGE.id] },
      answer: {
        results: [
          { id: EXAMPLE_CHANGE.id, ok: true, restored: 1, left: [] },
          {
            id: GONE,
            ok: false,
            error: `No change in the list has the id "${GONE}".`,
            code: 'not_found',
            hint: 'List the changes to find the id.',
          },
        ],
      },
    },
  },
  {
    operationId: 'keepChanges',
    client: { method: 'changes.keep', once: false },
    method: 'POST',
    path: '/api/v1/settings/changes/keep',
    auth: 'session',
    audit: 'keep',
    tag: 'Changes',
    summary: 'Keep changes',
    description: `Accepts changes: up to ${LIMITS.changesAtOnce} by \`ids\`, or all of the tokens with a name up to a time, with \`token\` and \`until\`. An accepted change no longer counts among those that can be reverted, and can't be reverted from the list. The history of its page still has the earlier states.`,
    parameters: [],
    body: KeepChanges,
    answer: KeepChangesAnswer,
    errors: {
      ...SESSION_ERRORS,
      bad_request: 'Name changes by ids, or send token and until.',
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: '/api/v1/settings/changes/keep',
      body: { token: EXAMPLE_CHANGE.token, until: EXAMPLE_CHANGE.at },
      answer: { ok: true, kept: 2 },
    },
  },
  {
    operationId: 'seeChanges',
    client: { method: 'changes.see', takes: 'ids', once: false },
    method: 'POST',
    path: '/api/v1/settings/changes/see',
    auth: 'session',
    audit: 'nothing',
    tag: 'Changes',
    summary: 'Mark changes as seen',
    description: `Stores that the person has looked at up to ${LIMITS.changesAtOnce} changes. They no longer count among the changes since the last look, on any device. They can still be reverted. The route also works in grace.`,
    parameters: [],
    body: SeeChanges,
    answer: SeeChangesAnswer,
    errors: {
      ...SESSION_ERRORS,
      bad_request: `ids takes up to ${LIMITS.changesAtOnce} changes, not 120.`,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: '/api/v1/settings/changes/see',
      body: { ids: [EXAMPLE_CHANGE.id] },
      answer: { ok: true, seen: 1 },
    },
  },
  {
    operationId: 'readChange',
    client: 'changes.read',
    method: 'GET',
    path: '/api/v1/settings/changes/{id}',
    auth: 'session',
    tag: 'Changes',
    summary: 'Read a change',
    description: 'One change with its changed items, before and after.',
    parameters: [CHANGE_ID],
    answer: ChangeAnswer,
    errors: {
      ...SESSION_ERRORS,
      bad_request: 'The change id in the path is not valid percent-encoding of UTF-8.',
      not_found: 'No change in the list has the id "7d3c9f10".',
    },
    example: {
      request: `/api/v1/settings/changes/${EXAMPLE_CHANGE.id}`,
      answer: { change: { ...EXAMPLE_CHANGE, touched: [EXAMPLE_TOUCHED] } },
    },
  },
]
