/** Files inside a text: addresses that begin with `data:` and hold the bytes. Nobody reads them. */

/**
 * Fewer bytes are a few words rather than a file: the smallest picture has more. Without a media type, an address has a
 * parameter such as `;base64`, which words have not.
 */
const ADDRESS = /data:(?:([\w.+-]+\/[\w.+-]+)(?:;[\w.=-]+)*|(?:;[\w.=-]+)+),([\w+/=%.~-]{32,})/gi
/** @see https://www.rfc-editor.org/rfc/rfc2397 */
const DEFAULT_TYPE = 'text/plain'

/** A file inside a text. */
export interface DataAddress {
  /** The whole address, as it is written. */
  readonly written: string
  /** The media type, such as `image/png`. */
  readonly type: string
  /** The bytes, as they are written. */
  readonly bytes: string
}

/**
 * Lists the data addresses of 32 bytes or more.
 *
 * @example
 * dataAddresses(`![](data:image/png;base64,${'A'.repeat(32)})`)[0]?.type // 'image/png'
 */
export const dataAddresses = (text: string): DataAddress[] =>
  text.includes('data:')
    ? Array.from(text.matchAll(ADDRESS), ([written, type = DEFAULT_TYPE, bytes = '']) => ({
        written,
        type,
        bytes,
      }))
    : []

/**
 * Writes something else in place of the data addresses of 32 bytes or more.
 *
 * @example
 * replaceData(`a data:text/css,${'A'.repeat(32)}`, ({ type }) => type) // 'a text/css'
 */
export const replaceData = (text: string, shown: (address: DataAddress) => string): string =>
  text.includes('data:')
    ? text.replaceAll(ADDRESS, (written: string, type: string | undefined, bytes: string) =>
        shown({ written, type: type ?? DEFAULT_TYPE, bytes }),
      )
    : text
