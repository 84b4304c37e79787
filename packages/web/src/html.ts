/**
 * Markup. A template escapes every value that is no markup itself, so what a note holds is never read as HTML; `raw` of
 * the library is used where blocks are shown alone (`parts/words.ts`, `parts/outline.ts`), after escaping. Values in attributes always stand in double quotes.
 */
import { html } from 'hono/html'

export { html }
export type Html = ReturnType<typeof html>

/** What a template takes: markup, words, nothing (`undefined`, `false`), or a list of them. */
export type Child = Html | string | number | false | undefined | readonly Child[]
