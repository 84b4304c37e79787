/** Names, ids and links of files. */
import { FILE_PATH } from '@notegraph/block-text'
import { SYNC_LIMITS } from '../limits.ts'

const PICTURES = new Set(['avif', 'bmp', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'])
const NAME = /^[^/\p{Cc}\p{Cs}]+$/u
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/
const ID = /^[A-Za-z0-9_-]{1,128}$/

/** Whether a value can be the id of a file. */
export const isFileId = (id: unknown): boolean => typeof id === 'string' && ID.test(id)

/** Returns a message for a wrong file name, or `undefined`. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return 'The file name is empty. Enter a name.'
  if (name.length > SYNC_LIMITS.fileName)
    return `The name has ${name.length} characters. A file name can have ${SYNC_LIMITS.fileName}.`
  return NAME.test(name) ? undefined : 'A file name cannot contain a slash or a control character.'
}

/** Returns the media type in lower case without parameters, or an empty string. */
export function mediaTypeOf(type: string): string {
  const [essence = ''] = type.toLowerCase().split(';')
  return MEDIA_TYPE.test(essence.trim()) ? essence.trim() : ''
}

function isPicture(name: string, type: string): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return type === '' ? PICTURES.has(extension) : type.startsWith('image/')
}

/** Returns the address of a file. */
export const addressOf = (id: string): string => `${FILE_PATH}${id}`

/** Returns Markdown that shows a picture or links any other file. */
export function linkTo({ id, name, type }: { id: string; name: string; type: string }): string {
  const label = name.replaceAll(/[[\]\\]/g, String.raw`\$&`)
  return `${isPicture(name, type) ? '!' : ''}[${label}](${addressOf(id)})`
}

/**
 * Creates an id of 138 random bits. Anybody who has an id can open the file.
 *
 * @param newId returns a random UUID
 */
export function newFileId(newId: () => string): string {
  const hex = `${newId()}${newId()}`.replaceAll('-', '').slice(0, 36)
  const bytes = hex.match(/../g)!.map((pair) => Number.parseInt(pair, 16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
