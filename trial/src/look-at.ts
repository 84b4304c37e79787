/** Looks at the data of a server that has ended, through a server in this process. That takes no process start. */
import { readSettings } from '@notegraph/host'
import { serve } from '@notegraph/server'
import { look, type Seen } from './seen.ts'
import type { Env } from './server.ts'
import type { Secrets } from './site.ts'

export async function lookAt(env: Env, secrets: Secrets): Promise<Seen> {
  const served = await serve(readSettings(env), () => {})
  try {
    return await look(served.baseUrl, secrets)
  } finally {
    await served.stop()
  }
}
