/** The word of the server about the session, which comes after the notes were opened without it. @see outliner 1.2, 1.4 */
import type { Session } from './device.ts'
import { WAIT } from './names.ts'
import type { OpenApp } from './open-app.ts'

/** Starts the window again if the answer is about another session. That start waits for the answer. */
export async function hear(asked: Promise<Session>, { device, pages }: OpenApp): Promise<void> {
  const session = await asked
  if (session === 'no-answer' || (session !== 'signed-out' && session.id === device.id)) return
  await pages.stored()
  sessionStorage.setItem(WAIT, 'yes')
  location.reload()
}
