/** The accepted signature algorithms of issuers. Shared secrets could be guessed, and `none` is not a signature. */
export const SIGNATURE_ALGORITHMS: string[] = [
  'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519',
] // prettier-ignore
