/**
 * A site at a name of its own behind Caddy with `deploy/Caddyfile.sites`, which makes certificates itself here.
 *
 * @module-tag process
 */
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { hasProxy, startProxy, type Proxy, type RunningProxy } from './proxies.ts'
import { useServed } from './served.ts'

const port = await freePort()
const served = useServed({
  NOTEGRAPH_PORT: String(port),
  NOTEGRAPH_BASE_URL: 'https://notes.example',
  NOTEGRAPH_TRUSTED_PROXIES: '127.0.0.1/32',
  NOTEGRAPH_SITE_HOSTS: 'on,garden.example=garden',
  NOTEGRAPH_FIRST_START: 'account',
})

const CADDY: Proxy = {
  program: 'caddy',
  file: 'Caddyfile.sites',
  placed: (own, { port: https, certificate, key }) =>
    own
      .replace(
        '{\n\ton_demand_tls',
        `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tgrace_period 1s\n\thttps_port ${https}\n\ton_demand_tls`,
      ) // prettier-ignore
      .replace('notes.example {', `notes.example {\n\ttls ${certificate} ${key}`)
      .replace('on_demand\n', 'on_demand\n\t\tissuer internal\n'),
  args: (config) => ['run', '--config', config, '--adapter', 'caddyfile'],
}

describe.skipIf(!hasProxy(CADDY))('[S12] caddy with deploy/Caddyfile.sites', () => {
  let proxy: RunningProxy
  beforeAll(async () => {
    proxy = await startProxy(CADDY, port)
    const name = (await (await fetch(`http://127.0.0.1:${port}/api/v1/notes/pages?limit=1`, { headers: { Authorization: `Bearer ${served.served.token}` } })).json()) as { pages: { name: string }[] } // prettier-ignore
    const sent = await fetch(`http://127.0.0.1:${port}/api/v1/settings/sites`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${served.session}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug: 'garden', title: 'A garden', pages: [name.pages[0]!.name] }),
    })
    if (!sent.ok) throw new Error(await sent.text())
  })
  afterAll(async () => proxy.stop())

  test('shows the site at its name, and fetches no certificate for another', async () => {
    const answer = await proxy.send('garden.example', '/')
    expect([answer.statusCode, await text(answer)]).toEqual([200, expect.stringContaining('href="https://garden.example/"')]) // prettier-ignore
    const settings = await proxy.send('garden.example', '/settings/devices')
    expect([settings.statusCode, settings.headers.location]).toEqual([404, undefined])
    expect((await proxy.send('notes.example', '/settings/devices')).statusCode).toBe(303)
    await expect(proxy.send('other.example', '/')).rejects.toThrow()
  })
})
