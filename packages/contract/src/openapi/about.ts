/** The introductions of the two OpenAPI documents. */
import { ACCOUNT_HEADER, DEVICE_HEADER } from '../requests/browser-headers.ts'
import { LIMITS } from '../limits.ts'
import { limitRows, type Rates } from '../limit-rows.ts'

/** The title and introduction of a document. */
export interface About {
  readonly title: string
  /** The introduction in Markdown, with the rates of the server. */
  readonly description: (rates: Rates | undefined) => string
}

const limitTable = (rates: Rates | undefined): string =>
  `| Limit | Value |
| --- | --- |
${limitRows(rates)
  .map(({ limit, value }) => `| ${limit} | ${value} |`)
  .join('\n')}`

/** The introduction of the notes API. */
export const ABOUT_NOTES: About = {
  title: 'Notegraph',
  description: (rates) =>
    `
Notegraph is an outliner: pages, including journal days and whiteboards, contain nested blocks of text. The owner's devices
hold the graph and sync it to this server. Answers show the last synced state and are never cached.

**Conventions.** Timestamps are milliseconds since 1970. A day in an answer is an integer \`YYYYMMDD\`; a day in a
request is \`YYYY-MM-DD\`. Percent-encode names and aliases in paths; they match in any case. Answers name files, as in
\`[picture: map.png]\` or \`[file: notes.pdf]\`, and never link them.

**Lists.** Every list carries \`total\` and \`next\`. To get the rest, repeat the request with \`offset\` set to \`next\`
until \`next\` is \`null\`. The server ignores unknown query parameters, and refuses known ones that are empty or repeated.

**Errors.** \`error\` is a message for people, \`code\` is for programs and never changes meaning, and \`hint\` is the next
step. Every \`GET\` route also accepts \`HEAD\`.

**Writing.** Every successful write answers 200 with \`ok\`, \`changed\` (\`false\` if nothing had to change), the \`ids\` of the
changed items, and the current page or block. Send \`Content-Type: application/json\`. An
\`Idempotency-Key\` makes retries safe. \`If-Match\` with an \`ETag\` writes only if nothing changed since you read it.
The list of changes shows each write for ${LIMITS.changeDays} days, and the account owner can revert it.

**Checks** run in one order: the path and method (404, 405), the rate of the address (429), the token (401), the server's
list (403), the plan (402). A write then checks the scope of the token (403), the grace of the plan (402), the size of the
body (413), the body (400), the rates of writes (429), the page or block and the values (404, 400, 409), and room in the list
of changes (429) and in storage (507). A read checks the rates of reads (429), its parameters (400), and then the page or
block (404).

**Limits.** Characters are UTF-16 units, as in JavaScript. In UTF-8, a character outside Latin takes up to three bytes.

${limitTable(rates)}
`.trim(),
}

/** The introduction of the API for apps on a signed-in device. */
export const ABOUT_APP: About = {
  title: 'Notegraph for apps',
  description: (rates) =>
    `
The API for apps on a signed-in device: tokens, the list of changes, devices, storage and plan, import and export, files,
sync. Programs and assistants use the notes API, described in \`/api/v1/openapi.json\`. Their tokens do not work here.

**Conventions.** Send the session of the device, \`Authorization: Bearer ngs_…\`. A page of this server may use the cookie of a
signed-in browser instead. It then names both with each request: \`${ACCOUNT_HEADER}\` and \`${DEVICE_HEADER}\`. A cookie of another
account is 403 \`other_account\`. Timestamps are milliseconds since 1970.
Every list carries \`total\` and \`next\`. To get the rest, repeat the request with \`offset\` set to \`next\` until \`next\` is
\`null\`. The server ignores unknown query parameters. It refuses known ones that are empty or repeated, and bodies with
unknown keys, other than those of a push. Every \`GET\` route also accepts \`HEAD\`.

**Errors.** \`error\` is a message for people, \`code\` is for programs and never changes meaning, and \`hint\` is the next
step.

**Checks** run in one order: the path and method (404, 405), the rate of the address (429), the session (401; 403 for a
token), the server's list (403), the plan (402). A write then checks the grace of the plan (402), the size of the body (413),
the body (400), the named items and values (404, 400, 409), and room in storage (507). A read checks the rates of reads
(429), its parameters (400), and then the item (404). Requests that remove access, such as revoking a token, also work in
grace.

${limitTable(rates)}
`.trim(),
}
