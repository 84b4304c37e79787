/**
 * Writes a line to today's page: `node examples/bot/bot.ts EVENT TEXT`. EVENT names what happened, such as `build-4711`.
 * The same event is written once, however often the bot runs within 24 hours, so a job may start the bot again safely.
 */
import { createHash } from 'node:crypto'
import { metaOf, NotegraphError, notesClient } from '@notegraph/client'

const { NOTEGRAPH_URL: url = 'http://127.0.0.1:8787', NOTEGRAPH_TOKEN: token } = process.env
const [event, text] = process.argv.slice(2)
if (event === undefined || text === undefined) fail(2, 'Usage: node examples/bot/bot.ts EVENT TEXT')
if (!token)
  fail(2, 'NOTEGRAPH_TOKEN is not set. Create a token that writes: npm run notegraph -- token create')

// The client retries after a lost connection, a rate limit or a restart of the server, with growing waits.
const notes = notesClient({ url, token, retries: 6 })
try {
  const answer = await notes.addBlock('today', { text }, { idempotencyKey: keyOf(event) })
  const { page, id } = answer.block
  console.log(`${metaOf(answer).replayed ? 'Already written' : 'Written'} to ${page}: ${id}`)
} catch (error) {
  if (error instanceof NotegraphError) fail(1, [error.message, error.hint].join('\n'))
  throw error
}

/** A UUID derived from the event: the first half of a hash, in the form of version 8. */
function keyOf(event: string): string {
  const hash = createHash('sha256').update(event).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

function fail(code: number, message: string): never {
  console.error(message)
  process.exit(code)
}
