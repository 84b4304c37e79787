/** The id of a link to a shared page: 128 random bits, which are the secret of the link. @see sharing 1 */
import { randomBytes } from 'node:crypto'

const BYTES = 16
/** 16 bytes in base64url. */
const FORM = /^[\w-]{22}$/

export const newShareId = (): string => randomBytes(BYTES).toString('base64url')

/** Whether a text has the form of an id. */
export const isShareId = (text: string): boolean => FORM.test(text)
