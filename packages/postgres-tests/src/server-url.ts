/** The server of this run of the tests, and a folder. */
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { ServerAnswer } from './global-setup.ts'

/**
 * Ask for the server, which starts with the first question.
 * @param database the name of a database; `postgres` if left out
 * @throws with the reason if the server did not start
 */
export async function serverUrl(database: string = 'postgres'): Promise<string> {
  const answer = JSON.parse(await text(connect(inject('postgresTests')))) as ServerAnswer
  if ('error' in answer) throw new Error(answer.error)
  return answer.url.replace('/postgres?', `/${database}?`)
}

/** Creates a folder that goes at the end of the run, in memory if there is room. */
export const runFolder = (): string => mkdtempSync(join(dirname(inject('postgresTests')), 'folder-'))
