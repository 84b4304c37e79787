/** Runs `deploy/install.sh` below another root, with a small systemctl that starts and stops the server. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

export const SCRIPT = fileURLToPath(new URL('../../../deploy/install.sh', import.meta.url))

const SYSTEMCTL = `#!/bin/sh
echo "$@" >>"$DESTDIR/calls"
case $1 in
stop | restart)
	if [ -e "$DESTDIR/pid" ]; then
		pid=$(cat "$DESTDIR/pid")
		kill "$pid" 2>/dev/null && while kill -0 "$pid" 2>/dev/null; do :; done
		rm -f "$DESTDIR/pid"
	fi
	;;
esac
case $1 in
start | restart)
	setsid "$DESTDIR/usr/local/bin/notegraph" serve >"$DESTDIR/log" 2>&1 &
	echo $! >"$DESTDIR/pid"
	;;
esac
`

/** How a program ended. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. */
export async function ended(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, signal, stdout, stderr }
}

export interface Installed {
  readonly port: number
  readonly at: (path: string) => string
  readonly env: () => Readonly<Record<string, string>>
  /** Installs a release, which may take some seconds to come up. */
  readonly install: (release: string, seconds?: number) => Promise<Ended>
  readonly systemctl: (...args: readonly string[]) => void
  /** Stops the server, and deletes all. */
  readonly close: () => void
}

/** An empty root with the settings of a service on a free port. */
export async function openInstalled(): Promise<Installed> {
  const root = mkdtempSync(join(tmpdir(), 'notegraph-install-'))
  const port = await freePort()
  const at = (path: string) => join(root, path)
  const env = () => ({ PATH: process.env['PATH']!, DESTDIR: root, SYSTEMCTL: at('systemctl') })
  mkdirSync(at('etc'))
  writeFileSync(
    at('etc/notegraph.env'),
    `# own\nNOTEGRAPH_PORT=${port}\nNOTEGRAPH_BASE_URL="https://notes.example"\n`,
  )
  writeFileSync(at('systemctl'), SYSTEMCTL)
  chmodSync(at('systemctl'), 0o755)
  const systemctl = (...args: readonly string[]) =>
    void execFileSync(at('systemctl'), args, { env: env(), stdio: 'ignore' })
  return {
    port,
    at,
    env,
    systemctl,
    install: async (release, seconds = 60) =>
      ended(SCRIPT, ['--release', release, '--wait', String(seconds)], env()),
    close() {
      systemctl('stop', 'notegraph')
      rmSync(root, { recursive: true })
    },
  }
}
