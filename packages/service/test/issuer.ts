/** A sign-in service in this process: an HTTP server that publishes its keys and signs tokens with them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>

export interface Issuer {
  readonly jwksUrl: string
  /** Its answer to a request for keys; `silence` never answers. */
  answers: 'keys' | 'silence' | 'an error' | 'no JSON' | 'no keys'
  /** The number of requests. */
  asked: number
  /** Signs with the newest key unless another is given. */
  sign(
    claims: JWTPayload,
    options?: { alg?: string; kid?: string; typ?: string; key?: KeyPair['privateKey'] },
  ): Promise<string>
  /** Replaces all keys by a new one. @param kid a new id unless one is given */
  rotate(kid?: string): Promise<void>
  close(): Promise<void>
}

const WRONG: ReadonlyMap<Issuer['answers'], string> = new Map([
  ['no JSON', '<html>'],
  ['no keys', '{"keys":"none"}'],
])

export async function openIssuer(alg = 'ES256'): Promise<Issuer> {
  let made = 0
  let kid = ''
  let pair: KeyPair
  let published = ''
  const server = createServer((_, answer) => {
    issuer.asked++
    if (issuer.answers === 'silence') return
    if (issuer.answers === 'an error') answer.statusCode = 500
    answer.setHeader('Content-Type', 'application/json')
    answer.end(WRONG.get(issuer.answers) ?? published)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  const issuer: Issuer = {
    jwksUrl: `http://127.0.0.1:${port}/keys`,
    answers: 'keys',
    asked: 0,
    sign: async (claims, options = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({
          alg: options.alg ?? alg,
          kid: options.kid ?? kid,
          ...(options.typ !== undefined && { typ: options.typ }),
        })
        .sign(options.key ?? pair.privateKey),
    async rotate(name = `key-${++made}`) {
      kid = name
      pair = await generateKeyPair(alg)
      published = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' }] })
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await issuer.rotate()
  return issuer
}
