/** Names, ids and links of files. */
import { FILE_PATH } from '@notegraph/block-text'
import { SYNC_LIMITS } from '../limits.ts'

const PICTURES = new Set(['avif', 'bmp', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'])
const NAME = /^[^/\p{Cc}\p{Cs}]+$/u
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/
const ID = /^[A-Za-z0-9_-]{1,128}$/

/** Whether a value can be the id of a file. */
export const isFileId = (id: unknown): boolean => typeof id === 'string' && ID.test(id)

/** What is wrong with a file's name, in words. */
export function nameFault(name: string): string | undefined {
  if (name.trim() === '') return 'A file has to have a name.'
  if (name.length > SYNC_LIMITS.fileName)
    return `The name has ${name.length} characters; a file may have ${SYNC_LIMITS.fileName}.`
  return NAME.test(name) ? undefined : 'The name of a file holds no slash and no control character.'
}

/** The media type without parameters, in lower case; empty where there is none. */
export function mediaTypeOf(type: string): string {
  const [essence = ''] = type.toLowerCase().split(';')
  return MEDIA_TYPE.test(essence.trim()) ? essence.trim() : ''
}

function isPicture(name: string, type: string): boolean {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return type === '' ? PICTURES.has(extension) : type.startsWith('image/')
}

export const addressOf = (id: string): string => `${FILE_PATH}${id}`

/** The Markdown that shows a picture, or links another file. */
export function linkTo({ id, name, type }: { id: string; name: string; type: string }): string {
  const label = name.replaceAll(/[[\]\\]/g, String.raw`\$&`)
  return `${isPicture(name, type) ? '!' : ''}[${label}](${addressOf(id)})`
}

/** A new id of 138 random bits: whoever holds it may open the file. @param newId draws a random UUID */
export function newFileId(newId: () => string): string {
  const hex = `${newId()}${newId()}`.replaceAll('-', '').slice(0, 36)
  const bytes = hex.match(/../g)!.map((pair) => Number.parseInt(pair, 16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
