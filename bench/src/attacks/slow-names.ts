/**
 * Names of a caller whose name server never answers, in webhooks and in apps that ask for access. Sign-in, e-mail and
 * PostgreSQL connect by the resolver of the system, and webhooks of others must arrive.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { call, FROM, type Attack, type Attacker } from './attack.ts'

/** An address of its own for port 53, which the resolver of the system asks. */
const NAME_SERVER = '127.0.53.53'
const SLOW = 'slow.example'
/** Milliseconds of the attack, between two requests of it, and until a message of others must arrive. */
const LASTS = 30_000
const EVERY = 500
const IN_TIME = 10_000
/** The longest allowed lookup by the resolver of the system, in milliseconds. */
const LONGEST = 1_000

let arrived = 0

/** Starts the server where `/etc/resolv.conf` is another file, in a mount namespace of its own. */
const WRAPPER = (resolv: string): string => `#!/bin/sh
exec unshare --map-root-user --mount sh -c 'mount --bind "$0" /etc/resolv.conf && exec "$@"' '${resolv}' '${process.execPath}' "$@"
`

async function hook(attacker: Attacker, as: string, url: string): Promise<void> {
  const body = JSON.stringify({ url })
  const answer = await call(attacker, '/api/v1/settings/webhooks', { method: 'POST', body, as })
  if (!answer.ok) throw new Error(`a webhook was refused with ${answer.status}`)
}

async function write(attacker: Attacker, token: string): Promise<void> {
  const body = JSON.stringify({ text: 'x' })
  const answer = await call(attacker, '/api/v1/notes/pages/today/blocks', { method: 'POST', body, as: token })
  if (!answer.ok) throw new Error(`a write was refused with ${answer.status}`)
}

async function flood(attacker: Attacker, until: AbortSignal): Promise<void> {
  for (let n = 0; !until.aborted; n++) {
    const clientId = encodeURIComponent(`https://h${n}.${SLOW}/c.json`)
    const query = `client_id=${clientId}&response_type=code&redirect_uri=https%3A%2F%2Fa.example%2F`
    void fetch(`${attacker.url}/oauth/authorize?${query}`, { headers: FROM, redirect: 'manual' }).catch(
      () => {},
    )
    await wait(EVERY)
  }
}

export const slowNames: Attack = {
  name: 'A4: names whose name server never answers, in ten webhooks and two apps a second',
  async surround(folder) {
    if (process.getuid?.() !== 0) throw new Error('The row A4 needs root, for a name server on port 53.')
    const silent = createSocket('udp4').bind(53, NAME_SERVER)
    await once(silent, 'listening')
    const receiver = createServer((_, response) => {
      arrived++
      response.end()
    }).listen(0, 'localhost')
    await once(receiver, 'listening')
    const port = String((receiver.address() as AddressInfo).port)
    const [resolv, wrapper] = [join(folder, 'resolv.conf'), join(folder, 'node')]
    await writeFile(resolv, `nameserver ${NAME_SERVER}\n`)
    await writeFile(wrapper, WRAPPER(resolv))
    await chmod(wrapper, 0o755)
    return {
      execPath: wrapper,
      env: {
        NOTEGRAPH_OAUTH: 'on',
        NOTEGRAPH_WEBHOOK_HOSTS: `localhost:${port}`,
      },
      async close() {
        receiver.close()
        silent.close()
      },
    }
  },
  async run(attacker) {
    const { session, otherSession, token, otherToken, env } = attacker
    arrived = 0
    for (let n = 0; n < 10; n++) await hook(attacker, session, `https://w${n}.${SLOW}/`)
    await hook(attacker, otherSession, `http://${env['NOTEGRAPH_WEBHOOK_HOSTS']}/`)
    const until = AbortSignal.timeout(LASTS)
    const flooding = flood(attacker, until)
    let [longest, latest, writes] = [0, 0, 0]
    while (!until.aborted) {
      await write(attacker, token)
      await wait(EVERY * 6)
      await write(attacker, otherToken)
      const begun = performance.now()
      writes++
      longest = Math.max(longest, await attacker.lookup())
      const isMissing = (): boolean => arrived < writes
      while (isMissing() && performance.now() - begun < IN_TIME) await wait(20)
      latest = Math.max(latest, performance.now() - begun)
    }
    await flooding
    const summary = `${arrived} of ${writes} messages of others arrived, the last after ${latest.toFixed(0)} ms; a lookup of the system took ${longest.toFixed(0)} ms`
    if (arrived < writes || longest > LONGEST) throw new Error(summary)
    return summary
  },
}
