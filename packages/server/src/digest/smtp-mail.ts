/**
 * E-mail over SMTP. Each message has its own connection: digests are few, and an idle connection would have to be watched.
 * @see events 3
 */
import type { Mail, SendMail, SendOutcome } from '@notegraph/service'
import { createTransport } from 'nodemailer'

/** The mail server, and the sender of the messages. */
export interface SmtpOptions {
  /** Such as `smtps://user:password@mail.example`. */
  readonly url: string
  /** The address in `From`. */
  readonly from: string
}

/** Milliseconds for each step of a connection. */
const PATIENCE = 20_000

/**
 * Creates the function that sends e-mail.
 *
 * @example
 * ```ts
 * const mail = smtpMail({ url: 'smtp://localhost', from: 'notes@example.org' })
 * ```
 */
export function smtpMail({ url, from }: SmtpOptions): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    socketTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
    // A message is made of given texts alone.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text, html, headers }: Mail): Promise<SendOutcome> => {
    try {
      await transport.sendMail({
        from: { name: 'Notegraph', address: from },
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        headers: { ...headers },
      })
      return 'sent'
    } catch (error) {
      return outcomeOf(error as SmtpError)
    }
  }
}

/** The members of a fault that tell whether the server can have taken the message. */
interface SmtpError extends Error {
  readonly code?: string
  readonly syscall?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Faults before the server gets a message. */
const BEFORE: ReadonlySet<string | undefined> = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EENVELOPE'])

/** The longest reply of a mail server in a fault, in characters. */
const LONGEST_REPLY = 150

function outcomeOf({ code, syscall, response, responseCode }: SmtpError): SendOutcome {
  if (responseCode !== undefined)
    return {
      fault: `The mail server refused the message: ${replyOf(response ?? String(responseCode))}`,
      next: 'retry',
    }
  const isBefore = syscall === 'connect' || BEFORE.has(code)
  return { fault: 'The mail server cannot be reached.', next: isBefore ? 'retry' : 'unclear' }
}

/** The reply on one line, as a sentence. */
function replyOf(response: string): string {
  const line = response
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REPLY)
  return /[.!?]$/.test(line) ? line : `${line}.`
}
