/** The route of the audit log. */
import { AuditList, AuditQuery } from '../schemas/audit.ts'
import { EXAMPLE_TOKEN } from './examples.ts'
import { LIMITS } from '../limits.ts'
import { SESSION_ERRORS } from './errors.ts'
import type { Route } from './route.ts'

export const AUDIT_ROUTES: readonly Route[] = [
  {
    operationId: 'listAudit',
    client: 'account.listAudit',
    method: 'GET',
    path: '/api/v1/settings/audit',
    auth: 'session',
    tag: 'Devices',
    summary: 'List access events',
    description: `Access to the account, newest first: sign-ins, tokens, devices, imports, exports, reverts, changes of the plan, and refused attempts. The list keeps ${LIMITS.auditDays} days, with at most ${LIMITS.auditEntries} entries and ${LIMITS.auditRefusals} refusals. Entries contain no secret, name, text or address.`,
    parameters: [],
    query: AuditQuery,
    answer: AuditList,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/v1/settings/audit?limit=1',
      answer: {
        events: [
          {
            at: 1795169160000,
            event: 'token_made',
            by: 'browser',
            subject: EXAMPLE_TOKEN.id,
            detail: 'write',
            address: 'x1Jd0c7QmZ4vT9aB',
          },
        ],
        total: 12,
        next: 1,
      },
    },
  },
]
