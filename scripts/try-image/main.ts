/**
 * Builds the container image and tries it: `npm run try-image [-- --node-image IMAGE]`. The server must become ready, create an
 * account, answer with its token, and end with 0. `--node-image` names a local image with Node 24 in place of the default.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findEngine, type Container } from './engines.ts'

const { values } = parseArgs({ options: { 'node-image': { type: 'string' } } })
const engine = findEngine()
if (!engine) {
  console.error(
    'try-image: no docker, podman or buildah works here. Install one (Debian: apt-get install buildah).',
  )
  process.exit(1)
}

/** A start takes a second or two; a loaded machine needs more. */
const LOOKS = 120
const BETWEEN = 500

async function ready({ url }: Container): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0, // nothing listens yet
    )
    if (status === 200) return
    await delay(BETWEEN)
  }
  throw new Error(`${url}/readyz did not answer 200.`)
}

async function useServer(container: Container): Promise<void> {
  await ready(container)
  console.log('/readyz: well')
  const account = JSON.parse(container.notegraph('account', 'create', 'ada', '--json')) as { id: string }
  if (account.id !== 'ada') throw new Error(`The account is ${account.id}, not ada.`)
  const token = container.notegraph(
    'token',
    'create',
    '--account',
    'ada',
    '--name',
    'Trial',
    '--scope',
    'write',
  )
  const response = await fetch(`${container.url}/api/v1/notes/pages/today/blocks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"text":"written in the image"}',
  })
  if (response.status !== 200)
    throw new Error(`A write answered ${response.status}: ${await response.text()}`)
  console.log('an account, a token and a write: well')
}

engine.build(values['node-image'])
console.log(`built by ${engine.name}`)
const container = await engine.start()
let code: number | undefined
try {
  await useServer(container)
} finally {
  code = await container.stop()
}
if ((code ?? 0) !== 0) throw new Error(`The server ended with ${code}, not 0.`)
console.log(engine.leftOut === '' ? 'the image: well' : `the image: well. Left out: ${engine.leftOut}.`)
