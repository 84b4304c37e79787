/** Ready-to-use commands with the token, for a shell and for MCP clients. */
import { MCP_PATH, routeOf } from '@notegraph/contract'
import { html, type Html } from '../../html.ts'

export function readyLines(baseUrl: string, token: string): Html {
  const header = `Authorization: Bearer ${token}`
  const url = `${baseUrl}${MCP_PATH}`
  const lines = [
    {
      id: 'line-api',
      title: 'API',
      words: 'Prints today’s notes in a shell.',
      text: `curl -H '${header}' ${baseUrl}${routeOf('readDay').path.replace('{date}', 'today')}`,
    },
    {
      id: 'line-shell',
      title: 'Command-line assistant',
      words: 'Adds this server to an assistant with one command.',
      text: `claude mcp add --transport http notegraph ${url} --header '${header}'`,
    },
    {
      id: 'line-desktop',
      title: 'Desktop assistant',
      words: 'Paste these lines into the assistant’s list of MCP servers.',
      text: JSON.stringify(
        { mcpServers: { notegraph: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } } },
        null,
        2,
      ),
    },
  ]
  return html`<div class="lines">
    ${lines.map(
      ({ id, title, words, text }, i) =>
        html`<details ${i === 0 && html`open`}>
          <summary>${title}</summary>
          <p class="muted">${words}</p>
          <div class="copy-line">
            <pre id="${id}" tabindex="0" aria-label="${title}">${text}</pre>
            <button type="button" class="copy" data-copy="${id}">
              Copy<span class="unseen"> the lines for ${title}</span>
            </button>
          </div>
        </details>`,
    )}
  </div>`
}
