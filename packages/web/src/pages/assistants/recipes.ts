/**
 * How each client is connected with a token. `docs/clients.md` has the same lines, which a test compares.
 * @see service, Authentication 2
 */
import { MCP_PATH } from '@notegraph/contract'

/** A client, where its lines go, and the lines. */
export interface Recipe {
  readonly client: string
  readonly words: string
  readonly lines: string
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** @param baseUrl the address of the server */
export function recipes(baseUrl: string, token: string): readonly Recipe[] {
  const url = `${baseUrl}${MCP_PATH}`
  const headers = { Authorization: `Bearer ${token}` }
  const header = `Authorization: Bearer ${token}`
  return [
    {
      client: 'Claude Code',
      words: 'Run this command in a terminal.',
      lines: `claude mcp add --scope user --transport http notegraph ${url} --header "${header}"`,
    },
    {
      client: 'Claude Desktop',
      words:
        'Settings, Developer, Edit Config: claude_desktop_config.json. It connects over a bridge, which needs Node.',
      lines: json({
        mcpServers: {
          notegraph: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTHORIZATION}'],
            env: { AUTHORIZATION: `Bearer ${token}` },
          },
        },
      }),
    },
    {
      client: 'Codex',
      words: `Add these lines to ~/.codex/config.toml. Codex reads the token from the environment: NOTEGRAPH_TOKEN=${token}`,
      lines: `[mcp_servers.notegraph]\nurl = "${url}"\nbearer_token_env_var = "NOTEGRAPH_TOKEN"`,
    },
    {
      client: 'Cursor',
      words: 'Add these lines to ~/.cursor/mcp.json.',
      lines: json({ mcpServers: { notegraph: { url, headers } } }),
    },
    {
      client: 'VS Code',
      words: `Run MCP: Open User Configuration. VS Code asks for the token once: ${token}`,
      lines: json({
        inputs: [{ type: 'promptString', id: 'token', description: 'Notegraph token', password: true }],
        servers: {
          notegraph: { type: 'http', url, headers: { Authorization: 'Bearer ${input:token}' } },
        },
      }),
    },
    {
      client: 'Gemini CLI',
      words: 'Add these lines to ~/.gemini/settings.json.',
      lines: json({ mcpServers: { notegraph: { httpUrl: url, headers } } }),
    },
  ]
}
