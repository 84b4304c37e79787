/** Sign in my phone: a QR code and a code of eight letters, for a browser on another device. @see decisions 9.11 */
import { LIMITS } from '@notegraph/contract'
import { shownCode, type MadeCode } from '@notegraph/service'
import { encode } from 'uqr'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { confirmSignIn, notRecent } from '../../components/confirm-sign-in.ts'
import { postForm } from '../../components/form.ts'
import { seeOther } from '../../components/flash-message.ts'
import { oneTimeSecrets } from '../../components/one-time-secrets.ts'

const PATH = '/settings/devices/phone'
const TITLE = 'Sign in my phone'

const OF_ONE_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\])$/
const NO_PHONE =
  'This address works only on this computer. A phone needs a server with an address that it reaches (NOTEGRAPH_BASE_URL).'

export function phoneRoutes(on: Routes, deps: WebDeps): void {
  const made = oneTimeSecrets<MadeCode>(deps.clock)
  on.get(PATH, async (visit) => view(deps, visit, made.take(visit)))
  on.post(PATH, async (visit, form) => {
    if (!visit.isRecent) return notRecent(visit, PATH, form)
    made.keep(visit, await deps.browsers.makeCode(visit.account.id))
    return seeOther(PATH)
  })
}

export const phoneSection = (): Html =>
  html`<section aria-labelledby="phone">
    <h2 id="phone">${TITLE}</h2>
    <p>Signs in a browser on your phone, or on any other device, by a code that this browser shows.</p>
    <p class="actions"><a class="button" href="${PATH}">${TITLE}</a></p>
  </section>`

const view = ({ baseUrl }: WebDeps, visit: Visit, code: MadeCode | undefined): View => ({
  title: TITLE,
  body: html`<p class="lead">
      Only use the code on your own devices: it opens all your notes. It works once, for
      ${LIMITS.signInCodeMinutes} minutes.
    </p>
    ${code && shown(baseUrl(), code)}
    ${
      visit.isRecent
        ? postForm(PATH, html`<button class="button">${code ? 'Show another code' : 'Show a code'}</button>`)
        : confirmSignIn(visit, PATH)
    }
    <p><a href="/settings/devices">All devices</a></p>`,
})

const shown = (baseUrl: string, { code, path }: MadeCode): Html =>
  html`<section class="card made" aria-labelledby="code">
    <h2 id="code">Your code</h2>
    <p>Scan the picture with the camera of the phone, and open the link.</p>
    ${picture(baseUrl + path)}
    <p>
      Or open <code>${baseUrl}/sign-in</code> there, and type this code:
      <strong><code class="secret">${shownCode(code)}</code></strong>
    </p>
    ${OF_ONE_MACHINE.test(new URL(baseUrl).hostname) && html`<p class="notice warn">${NO_PHONE}</p>`}
  </section>`

/** The light border of four modules is a part of the code. */
function picture(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const dark = data.flatMap((row, y) => row.map((cell, x) => (cell ? `M${x} ${y}h1v1h-1z` : '')))
  const side = size + 8
  return html`<svg
    role="img"
    aria-label="QR code of the link"
    width="${side * 6}"
    height="${side * 6}"
    viewBox="-4 -4 ${side} ${side}"
    shape-rendering="crispEdges"
  >
    <rect x="-4" y="-4" width="${side}" height="${side}" fill="#fff" />
    <path d="${dark.join('')}" fill="#000" />
  </svg>`
}
