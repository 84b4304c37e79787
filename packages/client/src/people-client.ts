/** The people of a server, for the session of an account that looks after them. */
import type { SignedOut } from './account.ts'
import type { Listed } from './answers.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions } from './sender.ts'

/** A person of the server, without anything of their notes. Times are milliseconds since 1970. */
export interface Person {
  /** The id of the account. */
  id: string
  createdAt: number
  /** To the minute. */
  lastUsedAt?: number
  /** Whether the person looks after people too. */
  admin: boolean
  /** Whether the account is closed to all access. */
  disabled: boolean
  /** Whether nobody has used the account yet, so that it can be invited. */
  isNew: boolean
  /** Bytes that the account may use. */
  quota: number
  /** Bytes that it uses. */
  used: number
}

/** The people of a server, by their ids. */
export type PeopleList = Listed & { people: Person[] }

/** An invitation, which is good once. */
export interface Invitation {
  /** The id of the account. */
  id: string
  /** Missing if it was sent by e-mail. */
  link?: string
  /** In milliseconds since 1970. */
  expiresAt: number
}

/** A sign-in link that was sent. */
export interface MailedLink {
  /** The id of the account. */
  id: string
  /** In milliseconds since 1970. */
  expiresAt: number
}

/** Each call throws a `NotegraphError` if the service refuses it: `forbidden` for an account that looks after nobody. */
export interface PeopleClient {
  /** Lists the accounts of the server. */
  list(asked?: Window, options?: CallOptions): Promise<PeopleList>
  /** Creates an empty account. @throws `forbidden` without a recent sign-in */
  make(person: { id: string; quota?: number }, options?: CallOptions): Promise<Person>
  /** Disables or enables an account, or sets its quota. */
  change(id: string, change: { disabled?: boolean; quota?: number }, options?: CallOptions): Promise<Person>
  /**
   * Creates a link that signs in once.
   * @param body `email`: the address that gets the link; without it, the answer has the link
   * @throws `forbidden` without a recent sign-in, `conflict` if somebody has used the account
   */
  invite(id: string, body?: { email?: string }, options?: CallOptions): Promise<Invitation>
  /**
   * Sends a sign-in link to the address that the person confirmed.
   * @throws `conflict` without e-mail or an address
   */
  mailLink(id: string, options?: CallOptions): Promise<MailedLink>
  /**
   * Ends all browsers, devices, apps and sign-in links of an account.
   * @param body `tokens`: whether tokens are revoked too
   */
  signOut(id: string, body?: { tokens?: boolean }, options?: CallOptions): Promise<SignedOut>
  /**
   * Permanently deletes an account with everything in it.
   * @param name the id of the account, as confirmation
   * @throws `forbidden` without a recent sign-in
   */
  remove(id: string, name: string, options?: CallOptions): Promise<{ ok: true }>
}

/**
 * A client of the people of a server.
 * @param client the `token` is a device session
 * @example
 * const { people } = await peopleClient({ url, token: session }).list()
 */
export function peopleClient(client: ClientOptions): PeopleClient {
  const send = makeSender(client)
  const get = makeGet(send)
  const root = '/api/v1/settings/people'
  const at = (id: string, what = ''): string => `${root}/${encodeURIComponent(id)}${what}`
  return {
    list: (asked, options) => get(root, asked, options),
    make: (body, { signal } = {}) => send({ method: 'POST', path: root, body, repeatable: false, signal }),
    change: (id, body, { signal } = {}) =>
      send({ method: 'PATCH', path: at(id), body, repeatable: true, signal }),
    invite: (id, body = {}, { signal } = {}) =>
      send({ method: 'POST', path: at(id, '/invite'), body, repeatable: false, signal }),
    mailLink: (id, { signal } = {}) =>
      send({ method: 'POST', path: at(id, '/sign-in-mail'), repeatable: false, signal }),
    signOut: (id, body = {}, { signal } = {}) =>
      send({ method: 'POST', path: at(id, '/sign-out'), body, repeatable: true, signal }),
    remove: (id, name, { signal } = {}) =>
      send({ method: 'POST', path: at(id, '/remove'), body: { name }, repeatable: false, signal }),
  }
}
