/** A server that sends its e-mails to a mail server of the test. */
import { afterAll, beforeAll } from 'vitest'
import { openMailServer, type MailServer } from './mail-server.ts'
import { useServed, type ServedSession } from './served.ts'

/** @param given settings in addition to those of `useServed` */
export function useServedWithMail(given: Readonly<Record<string, string>>): {
  readonly it: ServedSession
  /** The mail server, while the tests run. */
  readonly mails: () => MailServer
} {
  const env: Record<string, string> = { ...given }
  let mails: MailServer
  beforeAll(async () => {
    mails = await openMailServer()
    env['NOTEGRAPH_SMTP_URL'] = mails.url
  })
  afterAll(async () => mails.close())
  return { it: useServed(env), mails: () => mails }
}
