/**
 * The events of the live stream for tokens.
 * @see events 1
 */
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'
import { Count, list } from './scalars.ts'

/** A page that changed. */
export const ChangedPage = v.pipe(
  v.strictObject({
    id: v.string(),
    name: v.pipe(v.string(), v.description('The name of the page now; of a deleted page, its last name.')),
    kind: v.pipe(
      v.picklist(['written', 'deleted']),
      v.description(
        '`written` if the page was created, renamed or edited, or one of its blocks was. `deleted` if the page no longer exists.',
      ),
    ),
  }),
  v.description('A page that changed.'),
)
export type ChangedPage = v.InferOutput<typeof ChangedPage>

/** An event: the pages that changed since the event before it. */
export const PagesEvent = v.pipe(
  v.strictObject({
    seq: v.pipe(
      Count,
      v.description('The number of the change that the event reaches. It grows with each change.'),
    ),
    pages: v.pipe(
      list(ChangedPage),
      v.maxLength(LIMITS.liveEventPages),
      v.description(
        `Each page once, up to ${LIMITS.liveEventPages}. The next event has the others. Empty in the first event of a new stream.`,
      ),
    ),
    reset: v.exactOptional(
      v.pipe(
        v.literal(true),
        v.description(
          'Any page may have changed: the `Last-Event-ID` is unknown or too old, or the server was restored from a backup. Read everything that you keep again.',
        ),
      ),
    ),
  }),
  v.description('The pages that changed since the event before it.'),
)
export type PagesEvent = v.InferOutput<typeof PagesEvent>
