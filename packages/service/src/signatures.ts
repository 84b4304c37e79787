/** Signatures of issuers that are believed: a secret that is shared could be guessed at, and `none` is no signature. */
export const SIGNATURES: string[] = [
  'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519',
] // prettier-ignore
