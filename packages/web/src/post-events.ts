/**
 * The audit log of the pages: each form below the settings that succeeded leaves an event. The work notes what it did; a
 * form that is new, and whose work notes nothing, leaves `settings_changed` with its path.
 */
import type { AuditLog } from '@notegraph/service'
import type { Visit } from './page.ts'

/** Forms that only prepare or look, or write notes, which have a list of changes and a history. */
const WITHOUT_EVENT: ReadonlySet<string> = new Set([
  '/settings/plugins/look',
  '/settings/assistants/connect/:id', // noted when the app gets its token
  '/settings/conflicts/:id',
  '/settings/conflicts/:id/keep',
  '/settings/webhooks/:id/deliveries/:delivery/send',
])

/** @param path the template of the path */
export async function notePost(
  audit: Pick<AuditLog, 'noteRoute'>,
  path: string,
  { account }: Pick<Visit, 'account'>,
  done: object,
): Promise<void> {
  // A form that succeeded redirects; a refused one, and one that only previews, shows a page.
  const isDone = done instanceof Response && done.status === 303
  if (!isDone || !path.startsWith('/settings/') || WITHOUT_EVENT.has(path)) return
  await audit.noteRoute({ event: 'settings_changed', accountId: account.id, detail: path })
}
