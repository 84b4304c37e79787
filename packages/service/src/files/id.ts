import { randomBytes } from 'node:crypto'

/** A new id of a file. Whoever holds it may open the file, so it is drawn at random: 144 bits. @see decisions 9.5 */
export const newFileId = (): string => randomBytes(18).toString('base64url')
