/** Programs that build and run an image. Each is asked for what it can do on this machine. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ROOT } from '../docs.ts'

export const IMAGE = 'notegraph'

export interface Container {
  /** The address of the server. */
  readonly url: string
  /** Runs `notegraph` in the container. @returns its output */
  notegraph(...args: string[]): string
  /** @returns the exit code of the server; undefined if the engine ends it without a signal */
  stop(): Promise<number | undefined>
}

export interface Engine {
  readonly name: string
  /** The parts that this engine cannot try; empty if it tries all. */
  readonly leftOut: string
  build(nodeImage: string | undefined): void
  start(): Promise<Container>
}

/** @throws if the command fails; its errors are shown */
function run(command: string, ...args: string[]): string {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
  if (error ?? status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed. ${error?.message ?? stdout.slice(-4_000)}`)
  return stdout.trim()
}

const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

const buildArgs = (nodeImage: string | undefined): string[] => [
  ...(nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`]),
  '--tag',
  IMAGE,
  '--file',
  'deploy/Containerfile',
  '.',
]

/** @returns the first engine that works here */
export function findEngine(): Engine | undefined {
  if (works('docker', 'info')) return daemonLike('docker', [])
  // Without this, podman leaves the health check out.
  if (works('podman', 'info')) return daemonLike('podman', ['--format', 'docker'])
  return works('buildah', 'info') ? BUILDAH : undefined
}

/** docker and podman run an image as a server does: its entry point, its user, and a published port. */
function daemonLike(name: string, flags: readonly string[]): Engine {
  return {
    name,
    leftOut: '',
    build: (nodeImage) => void run(name, 'build', ...flags, ...buildArgs(nodeImage)),
    async start() {
      const id = run(name, 'run', '--detach', '--publish', '127.0.0.1::8787', IMAGE)
      return {
        url: `http://${run(name, 'port', id, '8787/tcp').split('\n')[0]!}`,
        notegraph: (...args) => run(name, 'exec', id, 'notegraph', ...args),
        async stop() {
          run(name, 'stop', '--time', '20', id)
          const code = Number(run(name, 'inspect', '--format', '{{.State.ExitCode}}', id))
          run(name, 'rm', '--volumes', id)
          return code
        },
      }
    },
  }
}

/** buildah alone has no network of its own for a container. The server takes a free port of this machine. */
const BUILDAH: Engine = {
  name: 'buildah',
  leftOut: 'the entry point, the published port, the health check and the stop, which need docker or podman',
  build: (nodeImage) =>
    void run('buildah', 'build', '--isolation', 'chroot', '--format', 'docker', ...buildArgs(nodeImage)),
  async start() {
    const id = run('buildah', 'from', IMAGE)
    const inside = ['run', '--isolation', 'chroot']
    const served = ['node', '/app/dist/main.js', 'serve', '--port', '0', '--json']
    const server = spawn('buildah', [...inside, id, '--', ...served], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(server, 'exit')
    for await (const line of createInterface({ input: server.stdout })) {
      const url = /"baseUrl":"([^"]+)"/.exec(line)?.[1]
      if (url === undefined) continue
      return {
        url: url.replace('0.0.0.0', '127.0.0.1'),
        notegraph: (...args) => run('buildah', ...inside, id, '--', 'notegraph', ...args),
        async stop() {
          server.kill('SIGTERM') // buildah passes no signal on: it kills the server
          await ended
          run('buildah', 'rm', id)
          return undefined
        },
      }
    }
    run('buildah', 'rm', id)
    throw new Error('The server in the container ended before it printed its address.')
  },
}
