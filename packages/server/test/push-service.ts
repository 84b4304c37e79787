/** The service of a browser on this machine: it checks who sends, and decrypts what it gets as the browser would. */
import { createECDH, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify, type JWTPayload } from 'jose'
import { localServer } from './local-server.ts'

/** A message as the browser reads it. */
export interface ReceivedPush {
  readonly headers: IncomingMessage['headers']
  readonly payload: {
    readonly title: string
    readonly body: string
    readonly url: string
    readonly end: string
  }
  /** The size of the encrypted message. */
  readonly bytes: number
  /** The key of the sender, in base64url, and what it signed. */
  readonly key: string
  readonly signed: JWTPayload
}

export interface PushService {
  /** The name and port, for a setting. */
  readonly host: string
  /** The subscription that the browser gives a page. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly received: ReceivedPush[]
  /** Answers from now on with this status. */
  answer(status: number): void
}

export async function openPushService(): Promise<PushService> {
  const received: ReceivedPush[] = []
  let status = 201
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')

  async function receive(...[request, response]: Parameters<RequestListener>): Promise<void> {
    const body = await buffer(request)
    const [, token = '', key = ''] =
      /^vapid t=([^,]+), ?k=(.+)$/.exec(request.headers.authorization ?? '') ?? []
    const { payload: signed } = await jwtVerify(token, await publicKeyOf(key))
    const plain = decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth })
    received.push({
      headers: request.headers,
      payload: JSON.parse(plain.toString()) as ReceivedPush['payload'],
      bytes: body.length,
      key,
      signed,
    })
    response.writeHead(status).end()
  }
  const { host } = await localServer((request, response) => {
    receive(request, response).catch(() => response.writeHead(403).end())
  })
  return {
    host,
    subscription: { endpoint: `http://${host}/send/1`, keys: { p256dh, auth } },
    received,
    answer: (next) => {
      status = next
    },
  }
}

/** An uncompressed point as a key of ES256. */
function publicKeyOf(key: string) {
  const bytes = Buffer.from(key, 'base64url')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'))
  return importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
}
