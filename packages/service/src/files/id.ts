import { randomBytes } from 'node:crypto'

/** A new file id of 144 random bits, because the id alone grants access to the file. @see decisions 9.5 */
export const newFileId = (): string => randomBytes(18).toString('base64url')
