declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Decrypts content of RFC 8188. */
  export function decrypt(
    body: Buffer,
    keys: { readonly version: 'aes128gcm'; readonly privateKey: ECDH; readonly authSecret: string },
  ): Buffer
}
