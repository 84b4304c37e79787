/** Why Node could not reach a server, in words. Browsers do not say why. */
import type { ExplainFault } from './fetch-reply.ts'

interface Fault {
  readonly code: 'unknown_host' | 'no_server' | 'certificate' | 'no_tls'
  readonly error: (at: URL) => string
  readonly hint: string
}

const UNKNOWN_HOST: Fault = {
  code: 'unknown_host',
  error: ({ hostname }) => `No address is known for the host ${hostname}.`,
  hint: 'Check its spelling, and the network.',
}
const UNTRUSTED: Fault = {
  code: 'certificate',
  error: ({ host }) => `The certificate of ${host} was not issued by an authority that this program trusts.`,
  hint: 'If the authority is your own, name the file of its certificate in NODE_EXTRA_CA_CERTS.',
}
const NO_TLS: Fault = {
  code: 'no_tls',
  error: ({ host }) => `${host} does not speak https.`,
  hint: 'Check the port, or use an address that begins with http.',
}

/** Causes that Node names, by their code. @see https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const FAULTS: Readonly<Record<string, Fault>> = {
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ECONNREFUSED: {
    code: 'no_server',
    error: ({ host }) => `Nothing answers at ${host}.`,
    hint: 'Check the port, and whether the server runs.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: {
    code: 'certificate',
    error: ({ host }) => `The certificate of ${host} has expired.`,
    hint: 'Renew it, and check the clock of this machine.',
  },
  CERT_NOT_YET_VALID: {
    code: 'certificate',
    error: ({ host }) => `The certificate of ${host} is not valid yet.`,
    hint: 'Check the clock of this machine.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    code: 'certificate',
    error: ({ hostname }) => `The certificate is not one of the host ${hostname}.`,
    hint: 'Check the address of the server.',
  },
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
}

/** A host with several addresses fails once for each. */
function faultOf(cause: unknown): Fault | undefined {
  const { code, errors } = (cause ?? {}) as { readonly code?: unknown; readonly errors?: readonly unknown[] }
  return FAULTS[String(code)] ?? errors?.map(faultOf).find((fault) => fault !== undefined)
}

/**
 * Explains the failures of Node's `fetch`: the host, the port, the certificate.
 *
 * @example
 * const transport = fetchTransport({ url, token: session, explain: nodeFault })
 */
export const nodeFault: ExplainFault = (cause, at) => {
  const fault = faultOf(cause)
  return fault && { code: fault.code, error: fault.error(at), hint: fault.hint }
}
