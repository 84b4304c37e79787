/**
 * Markup. A template escapes every value that is not markup, so no text of a note becomes HTML. Only
 * blocks and values, which `@notegraph/render` escapes, use `raw` of the library. Attribute values
 * are always in double quotes.
 */
import { html } from 'hono/html'

export { html }
export type Html = ReturnType<typeof html>

/** A value in a template: markup, text, nothing (`undefined`, `false`), or a list of these. */
export type Child = Html | string | number | false | undefined | readonly Child[]
