/** Starts a proxy with its file of `deploy/`, as an operator would: with other names of ports and certificates only. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { deployed } from './deploy.ts'
import { freePort } from './free-port.ts'

/** The values that a test changes. */
interface Places {
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  readonly certificate: string
  readonly key: string
}

export interface Proxy {
  readonly program: string
  readonly file: string
  /** Puts the places into the text of the file. */
  readonly placed: (text: string, places: Places) => string
  readonly args: (config: string, places: Places) => readonly string[]
}

const CERTIFICATES = /\/etc\/letsencrypt\/live\/[a-z.]+\//g
const MODULES = 'mpm_event authz_core alias ssl socache_shmcb proxy proxy_http'

/** The proxies with a file to copy. */
export const PROXIES: readonly Proxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    placed: (own, { folder, port, plainPort }) =>
      `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {} http { access_log off;\n` +
      `${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}\n` +
      `${own
        .replaceAll(CERTIFICATES, `${folder}/`)
        .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
        .replace('listen 80', `listen 127.0.0.1:${plainPort}`)}\n}`,
    args: (config, { folder }) => ['-c', config, '-p', folder, '-e', 'stderr'],
  },
  {
    program: 'apache2',
    file: 'apache.conf',
    placed: (own, { folder, port }) =>
      `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nErrorLog ${folder}/error\nListen 127.0.0.1:${port}\n` +
      MODULES.split(' ')
        .map(
          (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so
`,
        )
        .join('') +
      `User www-data\nGroup www-data\nMutex posixsem\n` +
      own.replaceAll(CERTIFICATES, `${folder}/`).replaceAll('*:443', `127.0.0.1:${port}`),
    args: (config) => ['-f', config, '-DFOREGROUND'],
  },
  {
    program: 'caddy',
    file: 'Caddyfile.host',
    placed: (own, { port, certificate, key }) =>
      `{\n\tadmin off\n\tauto_https off\n\tgrace_period 1s\n}\n` +
      own.replaceAll(
        /^(notes|home)\.example \{$/gm,
        `https://$1.example:${port} {\n\ttls ${certificate} ${key}`,
      ),
    args: (config) => ['run', '--config', config, '--adapter', 'caddyfile'],
  },
  {
    program: 'traefik',
    file: 'traefik.yaml',
    placed: (own, { certificate, key }) =>
      `${own.replaceAll('tls: { certResolver: letsencrypt }', 'tls: {}')}tls:
  certificates: [{ certFile: ${certificate}, keyFile: ${key} }]
`,
    args: (config, { port }) => [
      `--providers.file.filename=${config}`,
      `--entryPoints.websecure.address=127.0.0.1:${port}`,
      '--entryPoints.websecure.transport.respondingTimeouts.readTimeout=600s',
    ],
  },
]

/** Whether the machine has the program, and one that makes certificates. */
export const hasProxy = ({ program }: Proxy): boolean =>
  [
    [program, ['caddy', 'traefik'].includes(program) ? 'version' : '-v'],
    ['openssl', 'version'],
  ].every(([name, word]) => spawnSync(name!, [word!]).status === 0)

export interface RunningProxy {
  /** @param from the address of the caller */
  send(
    host: string,
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: Uint8Array; from?: string },
  ): Promise<IncomingMessage>
  stop(): Promise<void>
}

/** @param serverPort the port of the server behind it */
export async function startProxy(proxy: Proxy, serverPort: number): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-proxy-'))
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const subject = ['-subj', '/CN=example', '-addext', 'subjectAltName=DNS:notes.example,DNS:home.example']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', certificate, ...subject], { stdio: 'pipe' }) // prettier-ignore
  const [port, plainPort] = [await freePort(), await freePort()]
  const places = { folder, port, plainPort, certificate, key }
  // Traefik reads the form of a file from its name.
  const config = join(folder, 'config.yaml')
  writeFileSync(
    config,
    proxy.placed(deployed(proxy.file).replaceAll('127.0.0.1:8787', `127.0.0.1:${serverPort}`), places),
  )
  const child = spawn(proxy.program, proxy.args(config, places), {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'exit')

  const send: RunningProxy['send'] = async (host, path, { method = 'GET', headers, body, from } = {}) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      servername: host,
      rejectUnauthorized: false,
      agent: false,
      headers: { Host: host, ...headers, ...(body && { 'Content-Length': String(body.length) }) },
      ...(from !== undefined && { localAddress: from }),
    })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return answer
  }

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }

  for (;;) {
    if (child.exitCode !== null) throw new Error(`${proxy.program} ended: ${said}`)
    const answer = await send('notes.example', '/').catch(() => undefined)
    if (answer) {
      await text(answer)
      return { send, stop }
    }
    await new Promise((next) => setImmediate(next))
  }
}
