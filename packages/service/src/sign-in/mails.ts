/**
 * Sign-in by e-mail: a link with a code, to the address that the owner of an account confirmed. So a person who has lost every
 * other way in needs no operator. The answer to a stranger says nothing about an account.
 * @see decisions 9.11
 */
import { LIMITS } from '@notegraph/contract'
import { isRecordId } from '@notegraph/graph'
import { hashSecret, type Store } from '@notegraph/store'
import type { Mail, SendMail } from '../digest/send.ts'
import { takeMail } from '../digest/link-mails.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { shownCode } from './codes.ts'
import { makeSignInCode, type MadeCode } from './links.ts'

/** E-mails that sign in. */
export interface SignInMails {
  /** Whether the server sends e-mail. */
  readonly areOn: boolean
  /**
   * Sends a link to the address that the owner of the account confirmed.
   * @returns 409 without e-mail or an address, 429 after too many
   */
  send(accountId: string): Promise<Result<{ readonly expiresAt: number }>>
  /**
   * The same for a visitor who typed the name of an account. Keep the result from them.
   * @returns 404 also for an account that is closed to all access
   */
  ask(typed: string): Promise<Result<{ readonly expiresAt: number }>>
}

/** The connections of the service. */
export interface SignInMailDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** The address that people use, without a slash at its end. */
  readonly baseUrl: () => string
  /** Undefined if the server sends no e-mail. */
  readonly mail: SendMail | undefined
}

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const mails = signInMails(store, { clock: Date.now, baseUrl, mail })
 * ```
 */
export function signInMails(store: Store, { clock, baseUrl, mail }: SignInMailDeps): SignInMails {
  const mails: SignInMails = {
    areOn: mail !== undefined,
    async ask(typed) {
      const account = isRecordId(typed) ? await store.accounts.find(typed) : undefined
      if (account?.allowed !== true) return refuse({ code: 'not_found', what: 'account', name: typed })
      return mails.send(account.id)
    },
    async send(accountId) {
      if (!mail) return refuse({ code: 'conflict', why: 'no_sign_in_mail' })
      const address = await confirmedAddress(store, accountId)
      if (address === undefined) return refuse({ code: 'conflict', why: 'no_address' })
      // A limit of their own, so that a stranger who asks for these keeps nobody from confirming an address.
      const uses = [
        { key: hashSecret(`sign-in ${accountId}`), most: LIMITS.signInMailsPerDay, reads: 'links_a_day' },
      ] as const
      const room = await takeMail(store.digests, uses, clock())
      if (!room.ok) return room
      const made = await mailSignIn(store, { accountId, address, mail, server: baseUrl(), now: clock() })
      return made ? ok({ expiresAt: made.expiresAt }) : refuse({ code: 'conflict', why: 'mail_failed' })
    },
  }
  return mails
}

/**
 * The address that the owner of an account confirmed.
 * @example
 * await confirmedAddress(store, 'ada') // such as 'ada@example.org'
 */
export async function confirmedAddress(
  { digests }: Pick<Store, 'digests'>,
  accountId: string,
): Promise<string | undefined> {
  const ways = await digests.ways(accountId)
  return ways.find(({ kind, confirmedAt }) => kind === 'email' && confirmedAt !== undefined)?.address
}

/**
 * Creates a code, and sends it with its link.
 * @returns undefined if the mail server did not take it
 * @example
 * await mailSignIn(store, { accountId: 'ada', address, mail, server, now: Date.now() })
 */
export async function mailSignIn(
  store: Store,
  {
    accountId,
    address,
    mail,
    server,
    now,
  }: {
    readonly accountId: string
    readonly address: string
    readonly mail: SendMail
    readonly server: string
    readonly now: number
  },
): Promise<MadeCode | undefined> {
  const made = await makeSignInCode(store, accountId, now, LIMITS.signInMailMinutes * 60_000)
  return (await mail(signInMail(address, server, accountId, made))) === 'sent' ? made : undefined
}

const signInMail = (to: string, server: string, accountId: string, { path, code }: MadeCode): Mail => ({
  to,
  subject: 'Sign in to your notes',
  text: `Somebody asked to sign in to the account ${accountId} of the Notegraph server at ${server}.

To sign in, open this link within ${LIMITS.signInMailMinutes} minutes and press the button there:
${server}${path}

Or type this code on the sign-in page: ${shownCode(code)}

The link and the code work once, together. If you did not ask for them, ignore this e-mail. Give them to nobody.
`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

/**
 * The e-mail of an invitation.
 * @example
 * await mail(inviteMail('eve@example.org', 'https://notes.example', 'eve', link))
 */
export const inviteMail = (to: string, server: string, accountId: string, link: string): Mail => ({
  to,
  subject: 'Your account for Notegraph',
  text: `You are invited to keep your notes on the Notegraph server at ${server}. The name of your account is ${accountId}.

To sign in, open this link within ${LIMITS.inviteDays} days and press the button there. The link works once:
${link}

If you do not know who sent this, ignore this e-mail.
`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
