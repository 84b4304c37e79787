import mime from 'mime'

/**
 * The media type of a file name's extension, or `application/octet-stream`.
 *
 * @example
 * ```ts
 * mediaType('map.png') // 'image/png'
 * ```
 */
export const mediaType = (name: string): string =>
  (name.includes('.') ? mime.getType(name) : null) ?? 'application/octet-stream'
