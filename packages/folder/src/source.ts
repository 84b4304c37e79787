/** The source of a folder: a disk, an archive, or anything else with paths and bytes. */

/**
 * Thrown by a source for a file that it lists and cannot read. The message is for the user.
 *
 * @example
 * new Unreadable('The file is encrypted.').message // 'The file is encrypted.'
 */
export class Unreadable extends Error {}

/** A folder to read. Paths are relative, with `/`. */
export interface FolderSource {
  /** Lists every file, in any order. */
  paths(): Promise<readonly string[]>
  /** Files and folders that `paths` left out, with messages for the user. Call `paths` first. */
  leftOut?(): ReadonlyMap<string, string>
  /**
   * Returns the bytes and the time of the last change, in milliseconds since 1970. @throws {Unreadable}
   */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly modifiedAt: number }>
}

/** Created on first use, so that bundles without `decodeText` contain none. */
let utf8: InstanceType<typeof TextDecoder> | undefined
/** Characters at the start of XML, in which a declaration names an encoding. */
const XML = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/u
const HEAD = 300

/**
 * Decodes a text in UTF-8, in UTF-16 with a byte order mark, or XML in the encoding that it names.
 *
 * @returns the text, or a message for the user
 * @example
 * decodeText(new Uint8Array([72, 105])) // { text: 'Hi' }
 */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly why: string } {
  const encoding = encodingOf(bytes)
  try {
    if (encoding !== undefined) return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
    utf8 ??= new TextDecoder('utf-8', { fatal: true })
    return { text: utf8.decode(bytes) }
  } catch {
    const said = encoding === undefined ? '' : ` The file says that its encoding is ${encoding}.`
    return { why: `The file is not UTF-8 text.${said} Save the file as UTF-8 and import again.` }
  }
}

/**
 * Returns the encoding of a text by its first bytes.
 *
 * @returns `undefined` for UTF-8
 * @example
 * encodingOf(new Uint8Array([0xff, 0xfe])) // 'utf-16le'
 */
export function encodingOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[2] === 0x3f) return 'utf-16le' // <? without a mark
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[3] === 0x3f) return 'utf-16be'
  if (bytes[0] !== 0x3c && bytes[0] !== 0x0a && bytes[0] !== 0x0d && bytes[0] !== 0x20) return undefined
  const head = String.fromCodePoint(...bytes.subarray(0, HEAD))
  const named = XML.exec(head)?.[1]?.toLowerCase()
  return named === undefined || named.startsWith('utf-16') || isFalse(named, bytes) ? undefined : named
}

/**
 * Whether a file in UTF-8 names an encoding that nobody knows, or one in which any bytes are a text, such as ASCII. Hardly any
 * such text is valid UTF-8.
 */
function isFalse(named: string, bytes: Uint8Array): boolean {
  const encoding = standardName(named)
  return (encoding === undefined || ONE_BYTE.test(encoding)) && isUtf8(bytes)
}

const ONE_BYTE = /^(?:iso-8859|windows-|koi8|macintosh|x-mac|ibm866)/u

/** The name of an encoding in the standard: `latin1` and `us-ascii` are `windows-1252`. */
function standardName(encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).encoding
  } catch {
    return undefined
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== undefined
  } catch {
    return false
  }
}
