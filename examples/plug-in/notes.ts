/** The notes over MCP, which is where the tokens of a connected program work. */
import { refresh, type Parties, type Tokens } from './sign-in.ts'

/** A connection to the notes of one account. */
export class Notes {
  readonly #parties: Parties
  #tokens: Tokens

  constructor(parties: Parties, tokens: Tokens) {
    this.#parties = parties
    this.#tokens = tokens
  }

  get webhookSecret(): string {
    return this.#tokens.notegraph_webhook_secret
  }

  /**
   * Calls a tool.
   * @returns its words, also those of a refusal, such as a page that is gone
   * @throws if the server cannot answer now
   */
  async call(tool: string, args: object): Promise<string> {
    let answer = await this.#send(tool, args)
    if (answer.status === 401) {
      // An access token works for an hour, and a refresh token once.
      this.#tokens = await refresh(this.#parties, this.#tokens)
      answer = await this.#send(tool, args)
    }
    if (!answer.ok) throw new Error(`${tool} failed with ${answer.status}.`)
    const { result, error } = (await answer.json()) as {
      readonly result?: { readonly content: readonly { readonly text: string }[] }
      readonly error?: { readonly message: string }
    }
    if (!result) throw new Error(`${tool} failed: ${error?.message}`)
    return result.content.map(({ text }) => text).join('\n')
  }

  #send(tool: string, args: object): Promise<Response> {
    return fetch(`${this.#parties.server}/api/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.#tokens.access_token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: args },
      }),
    })
  }
}
