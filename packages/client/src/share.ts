/** Links to shared pages as their owner sees them. */
import type { Listed } from './answers.ts'

/** A link that shows one page to anyone who has it. */
export interface Share {
  /** The last part of the link: 22 random characters. */
  id: string
  /** The link. Anyone with the link can read the page. */
  url: string
  pageId: string
  /** The name of the page. Absent if it was deleted. */
  page?: string
  /** Whether readers see the words that the page quotes from other pages. */
  quotes: boolean
  /** Whether readers need a password. */
  hasPassword: boolean
  /** Milliseconds since 1970. */
  createdAt: number
  /** The end of its last day, in milliseconds since 1970. Absent if the link does not expire. */
  expiresAt?: number
  /** Milliseconds since 1970. Absent if it was not ended. */
  endedAt?: number
  /** When a restore of the server closed it, in milliseconds since 1970. Absent if it is not closed. */
  closedAt?: number
}

/** Links to shared pages, newest first, with ended and expired ones. */
export interface ShareList extends Listed {
  shares: readonly Share[]
}

/** A page to share. */
export interface SharePage {
  /** The id of the page, or its name or an alias. */
  page: string
  /** Whether readers see the words that the page quotes from other pages. `false` by default. */
  quotes?: boolean
  /** The last day, `YYYY-MM-DD`, in the time zone of the account. Without one, the link works until you end it. */
  expires?: string
  /** Without one, the link alone opens the page. */
  password?: string
}

/** A change of a link. Members that are left out stay, and `null` removes one. */
export interface ChangeShare {
  quotes?: boolean
  expires?: string | null
  password?: string | null
}
