/** What the descriptions of the API say in words before they come to its routes. */
import { LIMITS } from '../limits.ts'
import { limitRows, type Rates } from '../limit-rows.ts'

/** What a document is about. */
export interface About {
  readonly title: string
  /** In Markdown. */
  readonly description: (rates: Rates | undefined) => string
}

const limitTable = (rates: Rates | undefined): string =>
  `| Limit | Value |
| --- | --- |
${limitRows(rates)
  .map(({ limit, value }) => `| ${limit} | ${value} |`)
  .join('\n')}`

/** The notes API. */
export const ABOUT_NOTES: About = {
  title: 'Notegraph',
  description: (rates) =>
    `
An outliner: pages (journal days and whiteboards among them) and the blocks of text nested on them. The graph is kept on
the devices of its owner and synced to this server; answers tell what was synced last, and are never cached.

**Conventions.** Timestamps are milliseconds since 1970. A day in an answer is an integer \`YYYYMMDD\`; a day you send is
\`YYYY-MM-DD\`. Names and aliases in paths are percent-encoded and match in any case. A file is named, as in
\`[picture: map.png]\` or \`[file: notes.pdf]\`, and never linked.

**Lists.** Every list carries \`total\` and \`next\`. To go on, ask again with \`offset\` set to \`next\` until it is
\`null\`. Unknown query parameters are passed over; a known one that is empty or given twice is refused.

**Errors.** \`error\` says in words what went wrong, \`code\` is for programs and never changes meaning, \`hint\` says
what to do. \`HEAD\` is answered wherever \`GET\` is.

**Writing.** Every write answers 200 with \`ok\`, \`changed\` (\`false\` where it already was so: nothing is written then),
the \`ids\` it touched and the page or block as it now is. Send \`Content-Type: application/json\`. An
\`Idempotency-Key\` makes it safe to send a write again; \`If-Match\` with an \`ETag\` writes only onto what you have seen.
Each write is listed for ${LIMITS.changeDays} days and can be reverted by the holder of the account.

**Checks** run in one order: the path and method (404, 405), the rate of the address (429), the token (401), the server's
list (403), the plan (402); of a write then the scope of the token (403), the grace of the plan (402), the size of the body
(413), the body (400), the rates of writes (429), the page or block and the values (404, 400, 409), room in the list of
changes (429) and in storage (507). A read checks the rates of reads (429), then its parameters (400), before it looks for
the page or block (404).

**Limits.** Characters are counted as JavaScript counts them, in UTF-16 units; text outside Latin takes up to three bytes
each.

${limitTable(rates)}
`.trim(),
}

/** What the app calls for whoever is signed in. */
export const ABOUT_APP: About = {
  title: 'Notegraph for apps',
  description: (rates) =>
    `
What an app of the outliner calls for whoever is signed in on the device: tokens, the list of changes, devices, storage and
plan, import and export, files, sync. Programs and assistants use the notes API, which \`/api/v1/openapi.json\` describes; a token of theirs opens nothing
here.

**Conventions.** Send the session of the device, \`Authorization: Bearer ngs_…\`. Timestamps are milliseconds since 1970.
Every list carries \`total\` and \`next\`: to go on, ask again with \`offset\` set to \`next\` until it is \`null\`. Unknown query
parameters are passed over; a known one that is empty or given twice is refused, and so is a body with a key that its route
does not take. \`HEAD\` is answered wherever \`GET\` is.

**Errors.** \`error\` says in words what went wrong, \`code\` is for programs and never changes meaning, \`hint\` says
what to do.

**Checks** run in one order: the path and method (404, 405), the rate of the address (429), the session (401; 403 for a
token), the server's list (403), the plan (402); of a write then its grace (402), the size of the body (413), the body (400),
what it names and says (404, 400, 409) and room in storage (507). A read checks the rates of reads (429), then its
parameters (400), before it looks for anything (404). What takes rights away, such as revoking a token, is no write: it is there in grace too.

${limitTable(rates)}
`.trim(),
}
