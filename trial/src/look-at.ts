/** Looks at the data of a server that has ended, through a server in this process. That takes no process start. */
import { readSettings } from '@notegraph/host'
import { serve } from '@notegraph/server'
import { look, type Seen } from './seen.ts'
import type { Env } from './server.ts'
import type { Secrets } from './site.ts'
import type { Write } from './write.ts'

export async function lookAt(env: Env, secrets: Secrets, writes: readonly Write[]): Promise<Seen> {
  const served = await serve(readSettings(env), () => {})
  try {
    return await look(served.baseUrl, secrets, writes)
  } finally {
    await served.stop()
  }
}
