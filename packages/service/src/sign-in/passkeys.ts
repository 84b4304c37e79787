/**
 * Passkeys (WebAuthn): a person proves who they are with a key of their device or password manager, which asks for a
 * fingerprint or a PIN. `@simplewebauthn/server` checks what the browser sends. A challenge is answered once.
 * @see decisions 9.6
 */
import { LIMITS } from '@notegraph/contract'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { hashSecret, StoreUnavailable, type Account, type Passkey, type Store } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'

/** A passkey for its account's owner. */
export type PasskeyView = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>

/** The passkeys of accounts. */
export interface PasskeysService {
  /** Whether browsers offer passkeys at the server's address: over https, and on `localhost`. */
  areOn(): boolean
  /** Oldest first. */
  list(accountId: string): Promise<PasskeyView[]>
  /** The question for a browser that adds a passkey. */
  startAdding(account: Account): Promise<PublicKeyCredentialCreationOptionsJSON>
  /**
   * @param answer the untrusted answer of the browser
   * @returns 400 for an answer that proves nothing, or an invalid name, 409 if the account has the most passkeys
   */
  add(account: Account, name: string, answer: unknown): Promise<Result<PasskeyView>>
  /**
   * The question for a browser that signs in.
   * @param accountId the account with the passkeys that may answer; without it, any
   */
  startProof(accountId?: string): Promise<PublicKeyCredentialRequestOptionsJSON>
  /**
   * @param answer the untrusted answer of the browser
   * @returns the account whose passkey signed the answer; undefined if it proves nothing
   */
  prove(answer: unknown): Promise<string | undefined>
  /** @returns false if the account has no such passkey */
  remove(accountId: string, id: string): Promise<boolean>
}

/** The clock and the address of the service. */
export interface PasskeysDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns the address that people use, without a slash at its end. */
  readonly baseUrl: () => string
}

/** Loaded at its first use, since most servers of one person never use it. */
const library = async () => import('@simplewebauthn/server')

/** The name that devices show beside a passkey. */
const SERVICE_NAME = 'Notegraph'
/** Ed25519, ES256 and RS256, by their numbers in COSE. Newer ones are experiments in Node. */
const ALGORITHMS = [-8, -7, -257]
const MINUTE = 60_000

/**
 * Creates the service.
 *
 * @example
 * ```ts
 * const passkeys = passkeysService(store, { clock: Date.now, baseUrl: () => 'https://notes.example' })
 * ```
 */
export function passkeysService({ passkeys }: Store, { clock, baseUrl }: PasskeysDeps): PasskeysService {
  const here = (): URL => new URL(baseUrl())
  /** A passkey belongs to the host, and its answer to the whole origin. */
  const expected = () => ({ expectedOrigin: here().origin, expectedRPID: here().hostname })

  async function ask<T extends { readonly challenge: string }>(question: T): Promise<T> {
    const now = clock()
    const expiresAt = now + LIMITS.passkeyMinutes * MINUTE
    await passkeys.ask({ hash: hashSecret(question.challenge), expiresAt }, now)
    return question
  }
  const expectedChallenge = async (challenge: string): Promise<boolean> =>
    passkeys.answer(hashSecret(challenge), clock())

  return {
    areOn: () => canUsePasskeys(here()),
    list: async (accountId) => (await passkeys.list(accountId)).map(passkeyView),
    async startAdding({ id }) {
      const held = await passkeys.list(id)
      const { generateRegistrationOptions } = await library()
      const question = await generateRegistrationOptions({
        rpName: SERVICE_NAME,
        supportedAlgorithmIDs: ALGORITHMS,
        rpID: here().hostname,
        userName: id,
        userID: new TextEncoder().encode(id),
        excludeCredentials: held.map(credentialOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return ask(question)
    },
    async add({ id: accountId }, given, answer) {
      const name = given.trim() || 'Passkey'
      if (name.length > LIMITS.passkeyName || /\p{Cc}/u.test(name) || !name.isWellFormed()) return WRONG_NAME
      const { verifyRegistrationResponse } = await library()
      const proof = await orNothing(
        verifyRegistrationResponse({
          response: answer as RegistrationResponseJSON,
          expectedChallenge,
          ...expected(),
          supportedAlgorithmIDs: ALGORITHMS,
          requireUserVerification: true,
        }),
      )
      if (!proof?.registrationInfo) return UNPROVEN
      const { id, publicKey, counter, transports = [] } = proof.registrationInfo.credential
      const passkey: Passkey = {
        id,
        accountId,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports.filter((way) => TRANSPORT.test(way)).join(','),
        name,
        createdAt: clock(),
      }
      if (id.length > LONGEST_ID) return UNPROVEN
      if (!(await passkeys.create(passkey, LIMITS.passkeys)))
        return refuse({ code: 'conflict', why: 'passkeys_full' })
      return ok(passkeyView(passkey))
    },
    async startProof(accountId) {
      const held = accountId === undefined ? [] : await passkeys.list(accountId)
      const { generateAuthenticationOptions } = await library()
      const question = await generateAuthenticationOptions({
        rpID: here().hostname,
        userVerification: 'required',
        allowCredentials: held.map(credentialOf),
      })
      return ask(question)
    },
    async prove(answer) {
      const id = (answer as { readonly id?: unknown } | null)?.id
      const passkey = typeof id === 'string' ? await passkeys.find(id) : undefined
      if (!passkey) return undefined
      const { verifyAuthenticationResponse } = await library()
      const proof = await orNothing(
        verifyAuthenticationResponse({
          response: answer as AuthenticationResponseJSON,
          expectedChallenge,
          ...expected(),
          credential: {
            ...credentialOf(passkey),
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
          },
          requireUserVerification: true,
        }),
      )
      if (proof?.verified !== true) return undefined
      const isThere = await passkeys.use(passkey.id, proof.authenticationInfo.newCounter, clock())
      return isThere ? passkey.accountId : undefined
    },
    remove: async (accountId, id) => (await passkeys.remove(accountId, id)) !== undefined,
  }
}

/** Browsers take names of hosts only, and plain http on the own machine only. */
const canUsePasskeys = ({ protocol, hostname }: URL): boolean =>
  hostname === 'localhost' || (protocol === 'https:' && !/^\[|^[\d.]+$/.test(hostname))

/** The store keeps ids of 1,000 bytes. Authenticators make some of a hundred. */
const LONGEST_ID = 1_000
const TRANSPORT = /^[a-z-]{1,20}$/

const UNPROVEN = refuse({
  code: 'bad_request',
  error: 'The browser did not prove a passkey of this server.',
  hint: 'Try again, and answer within a few minutes.',
})
const WRONG_NAME = refuse({
  code: 'bad_request',
  error: `The name of a passkey is one line of at most ${LIMITS.passkeyName} characters.`,
})

/**
 * The library throws on an answer that proves nothing. Faults of the store go on.
 */
const orNothing = <T>(proof: Promise<T>): Promise<T | undefined> =>
  proof.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error
    return undefined
  })

const credentialOf = ({ id, transports }: Passkey) => ({
  id,
  transports: transports === '' ? [] : transports.split(','),
})

const passkeyView = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  id,
  name,
  createdAt,
  ...(lastUsedAt !== undefined && { lastUsedAt }),
})
