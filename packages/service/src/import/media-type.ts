/**
 * The media type of a file name's extension, or `application/octet-stream`.
 *
 * @example
 * ```ts
 * await mediaType('map.png') // 'image/png'
 * ```
 */
export async function mediaType(name: string): Promise<string> {
  const { default: mime } = await import('mime')
  return (name.includes('.') ? mime.getType(name) : null) ?? 'application/octet-stream'
}
