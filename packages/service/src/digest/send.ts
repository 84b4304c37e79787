/** The ways out of the server: e-mail and web push. The server provides both. @see events 3 */
import type { BrowserKeys, PushKeys } from '@notegraph/store'

/** An e-mail to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A message to a browser. */
export interface Push {
  readonly address: string
  readonly browserKeys: BrowserKeys
  readonly pushKeys: PushKeys
  /** JSON for the service worker. */
  readonly payload: string
}

/**
 * The result of an attempt; a fault is a sentence. After `retry` nothing was delivered, so the message can be sent again.
 * After `unclear` it may have been delivered. After `gone` the address will never take another message.
 */
export type SendOutcome = 'sent' | { readonly fault: string; readonly next: 'retry' | 'unclear' | 'gone' }

/** Sends an e-mail. Never throws. */
export type SendMail = (mail: Mail) => Promise<SendOutcome>

/** Sends a message to a browser. Never throws. */
export type SendPush = (push: Push) => Promise<SendOutcome>
