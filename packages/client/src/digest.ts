/** The daily digest, as the API shows it. */

/** The members that an e-mail address and a browser share. Times are milliseconds since 1970. */
interface DigestWay {
  createdAt: number
  sentAt?: number
  /** When the next digest, or the next attempt, is due. */
  dueAt?: number
  /** Why the last attempt failed. */
  fault?: string
  failingSince?: number
  offAt?: number
  offWhy?: 'failed' | 'ended'
}

/** The address that gets the digest by e-mail; `unconfirmed` until its owner opens the link in the first e-mail. */
export interface DigestEmail extends DigestWay {
  address: string
  state: 'unconfirmed' | 'on' | 'failing' | 'off'
}

/** A browser that gets the digest by web push. */
export interface DigestBrowser extends DigestWay {
  id: string
  name?: string
  state: 'on' | 'failing' | 'off'
}

/** The settings of the digest. */
export interface DigestAnswer {
  on: boolean
  /** In the zone of the account, 0 to 23. */
  hour: number
  zone: string
  /** Whether the server can send e-mail. */
  sendsEmail: boolean
  email: DigestEmail | null
  browsers: readonly DigestBrowser[]
  /** The `applicationServerKey` with which a browser subscribes. */
  pushKey: string
}

/** A change of the settings; members that are left out stay. `email: null` removes the address. */
export interface ChangeDigest {
  on?: boolean
  hour?: number
  zone?: string
  email?: string | null
}

/** A subscription of a browser, as `PushSubscription.toJSON()` gives it, with a name. */
export interface AddDigestBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
  name?: string
}
