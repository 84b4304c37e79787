/** Names of bytes, and bytes as they come. */
const SHA256 = /^[0-9a-f]{64}$/

export const isHash = (text: string): boolean => SHA256.test(text)

/** Bytes that are there already, as if they came. */
export async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
