/** Runs one fault on one store: a new installation under load, the fault, a restart, and the audit. */
import { execFileSync } from 'node:child_process'
import { audit } from './audit.ts'
import type { Fault } from './fault.ts'
import type { StoreKind } from './stores.ts'
import { makeLoad } from './load.ts'
import { look } from './seen.ts'
import { makeSite } from './site.ts'
import { isAnswered } from './write.ts'

export interface Outcome {
  readonly fired: number
  readonly acknowledged: number
  /** Broken promises; none if the fault passed. */
  readonly broken: readonly string[]
}

export async function runFault(fault: Fault, store: StoreKind): Promise<Outcome> {
  const missing = (fault.needs ?? []).filter((program) => !isInstalled(program))
  if (missing.length > 0)
    return failed(`${missing.join(', ')} is missing. Install the Debian package of that name.`)
  try {
    return await onSite(fault, store)
  } catch (error) {
    return failed((error as Error).stack ?? String(error))
  }
}

const failed = (words: string): Outcome => ({ fired: 0, acknowledged: 0, broken: [words] })

async function onSite(fault: Fault, store: StoreKind): Promise<Outcome> {
  const broken: string[] = []
  const site = await makeSite(store)
  try {
    const load = makeLoad(site)
    await site.start()
    await load.start()
    const fired = await fault.run({ site, load, broken: (words) => void broken.push(words) })
    await load.stop()
    await site.end('SIGTERM')
    const { origin } = await site.start()
    broken.push(...audit(load.writes, await look(origin, site, load.writes)))
    await load.settle()
    broken.push(...audit(load.writes, await look(origin, site, load.writes)))
    await site.end('SIGTERM')
    broken.push(...(await site.check()))
    if (fired === 0) broken.push('The fault never fired.')
    return { fired, acknowledged: load.writes.filter(isAnswered).length, broken }
  } finally {
    await site.close()
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}
