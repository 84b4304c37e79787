/** The server of this run of the tests, and a folder. */
import { channel } from 'node:diagnostics_channel'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { ServerAnswer } from './global-setup.ts'

/** Hears of each test that uses the server. */
const used = channel('notegraph:postgres-test')

/**
 * Ask for the server, which starts with the first question.
 * @param database the name of a database; `postgres` if left out
 * @throws with the reason if the server did not start
 */
export async function serverUrl(database: string = 'postgres'): Promise<string> {
  used.publish({})
  const answer = JSON.parse(await text(connect(inject('postgresTests')))) as ServerAnswer
  if ('error' in answer) throw new Error(answer.error)
  return answer.url.replace('/postgres?', `/${database}?`)
}

/** Creates a folder that goes at the end of the run, in memory if there is room. */
export const runFolder = (): string => mkdtempSync(join(dirname(inject('postgresTests')), 'folder-'))
