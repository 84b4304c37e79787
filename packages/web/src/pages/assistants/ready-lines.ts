/** Ready-to-use lines with the token: a command for a shell, and a tab for each client. */
import { MCP_PATH, routeOf } from '@notegraph/contract'
import { html, type Html } from '../../html.ts'
import { recipes } from './recipes.ts'

interface Tab {
  readonly title: string
  readonly words: string
  readonly text: string
}

/** The tabs are radio buttons, so they need no script. ChatGPT takes no token. */
export function readyLines(baseUrl: string, token: string): Html {
  const tabs: readonly Tab[] = [
    ...recipes(baseUrl, token).map(({ client, words, lines }) => ({ title: client, words, text: lines })),
    {
      title: 'ChatGPT',
      words:
        'ChatGPT takes no token. It connects by signing in, if the operator of this server allows that, with this address.',
      text: `${baseUrl}${MCP_PATH}`,
    },
    {
      title: 'Other',
      words: 'A program calls the API with the token. This command prints today’s notes in a shell.',
      text: `curl -H 'Authorization: Bearer ${token}' ${baseUrl}${routeOf('readDay').path.replace('{date}', 'today')}`,
    },
  ]
  return html`<fieldset class="tabs">
    <legend>Connect</legend>
    ${tabs.map(
      ({ title, words, text }, i) =>
        html`<input type="radio" name="client" id="client-${i}" class="unseen" ${i === 0 && html`checked`} />
          <label for="client-${i}">${title}</label>
          <div class="tab">
            <p class="muted">${words}</p>
            <div class="copy-line">
              <pre id="line-${i}" tabindex="0" aria-label="${title}">${text}</pre>
              <button type="button" class="copy" data-copy="line-${i}">
                Copy<span class="unseen"> the lines for ${title}</span>
              </button>
            </div>
          </div>`,
    )}
  </fieldset>`
}
