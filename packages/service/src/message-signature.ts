/**
 * The signature of Standard Webhooks: an HMAC of the id, the time and the body of a message. Billing messages come with
 * one, and messages to webhooks are sent with one.
 */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** @returns `whsec_` and base64 */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The key of a secret, with or without its prefix. */
export const signingKey = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** @param timestamp seconds since 1970 */
export const messageDigest = (key: Buffer, id: string, timestamp: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()

/** The value of the header `webhook-signature`. */
export const messageSignature = (secret: string, id: string, timestamp: string, body: Uint8Array): string =>
  `v1,${messageDigest(signingKey(secret), id, timestamp, body).toString('base64')}`
