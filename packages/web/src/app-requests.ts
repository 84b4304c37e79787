/** The requests of apps that wait for a person's answer, for the page that asks. @see assistants 9.2 */
import type { Result } from '@notegraph/service'
import type { Right, Scope } from '@notegraph/store'

/** An app that asks for access. */
export interface AppRequest {
  /** The name that the app gave; undefined if it gave none. */
  readonly name: string | undefined
  /** The host of its metadata document, which vouches for the name; undefined if the app registered itself. */
  readonly verifiedHost: string | undefined
  /** The target of the answer: a host with its port, or the scheme of an app on the person's computer. */
  readonly returnsTo: string
  /** Whether the answer goes to a program on the person's own computer, which may be any. */
  readonly isLocal: boolean
  /** Whether it asks to become a device, which gets all notes. @see assistants 9.6 */
  readonly isDevice: boolean
  readonly scope: Scope
  /** Rights that the app asks for beside that. */
  readonly may: readonly Right[]
}

/** A person's consent. */
export interface Consent {
  readonly accountId: string
  /** At most what the app asked for. */
  readonly scope: Scope
  /** At most those that the app asked for. */
  readonly may: readonly Right[]
  /** The time zone of the app's today, an IANA name. */
  readonly zone: string
}

/** The requests of apps, each bound to the browser in which it began. */
export interface AppRequests {
  /** @returns undefined if the request expired, was answered, or began in another browser */
  find(request: Request, id: string): Promise<AppRequest | undefined>
  /**
   * Connects the app.
   * @returns the address at which the browser goes on; 404 if there is no such request, 409 if the account has the most
   *   apps allowed
   */
  allow(request: Request, id: string, consent: Consent): Promise<Result<string>>
  /** @returns the address at which the browser goes on; undefined if there is no such request */
  deny(request: Request, id: string): Promise<string | undefined>
}
