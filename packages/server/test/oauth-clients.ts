/** The SDK clients of both generations, which sign in to a running server. */
import {
  Client as NewerClient,
  StreamableHTTPClientTransport as NewerTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** A client that keeps its registration and tokens in memory, as an assistant does. */
export interface SigningIn {
  /** The address that the client opens in the browser; undefined until then. */
  readonly opened: URL | undefined
  /** Connects; the first time it fails, because the person has to answer. */
  connect(): Promise<void>
  /** Takes the answer that came to the redirect. */
  finish(back: URL): Promise<void>
  /** @returns the text of the answer */
  call(name: string, args: Record<string, unknown>): Promise<string>
  readonly tokens: () => { readonly access_token: string; readonly refresh_token?: string } | undefined
  /** Replaces the stored tokens. */
  forgetAccess(): void
  close(): Promise<void>
}

export const CLIENTS = ['older', 'newer'] as const

/**
 * @param address the address of MCP
 * @param redirect the address that the browser returns to
 */
export function signingIn(which: (typeof CLIENTS)[number], address: string, redirect: string): SigningIn {
  // oxlint-disable-next-line typescript/no-explicit-any -- each generation has types of its own for the same JSON
  const kept: { client?: any; tokens?: any; verifier?: string; opened?: URL; discovery?: any } = {}
  const provider = {
    redirectUrl: redirect,
    clientMetadata: {
      client_name: `A client of the ${which} generation`,
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (given: unknown) => void (kept.client = given),
    tokens: () => kept.tokens,
    saveTokens: (given: unknown) => void (kept.tokens = given),
    redirectToAuthorization: (url: URL) => void (kept.opened = url),
    saveCodeVerifier: (given: string) => void (kept.verifier = given),
    codeVerifier: () => kept.verifier ?? '',
    saveDiscoveryState: (given: unknown) => void (kept.discovery = given),
    discoveryState: () => kept.discovery,
  }
  const info = { name: which, version: '1' }
  const made =
    which === 'older'
      ? () =>
          [new OlderClient(info), new OlderTransport(new URL(address), { authProvider: provider })] as const
      : () =>
          [
            new NewerClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
            new NewerTransport(new URL(address), { authProvider: provider }),
          ] as const
  let [client, transport] = made()
  return {
    get opened() {
      return kept.opened
    },
    connect: async () => client.connect(transport),
    async finish({ searchParams }) {
      if (transport instanceof NewerTransport) await transport.finishAuth(searchParams)
      else await transport.finishAuth(searchParams.get('code') ?? '')
      ;[client, transport] = made()
      await client.connect(transport)
    },
    async call(name, args) {
      const { content } = await client.callTool({ name, arguments: args })
      return (content as { text: string }[]).map(({ text }) => text).join('\n')
    },
    tokens: () => kept.tokens,
    forgetAccess: () => void (kept.tokens = { ...kept.tokens, access_token: 'ngo_expired' }),
    close: async () => client.close(),
  }
}
