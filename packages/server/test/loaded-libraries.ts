/** A program that starts and stops the server, and prints as JSON which of the named libraries it loaded. */
import { registerHooks } from 'node:module'

const LIBRARIES = ['prom-client', '@opentelemetry/sdk-trace', '@opentelemetry/api', 'oidc-provider', 'koa']
const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    for (const name of LIBRARIES) if (url.includes(`/node_modules/${name}/`)) loaded.add(name)
    return next(url, context)
  },
})

const { readSettings } = await import('@notegraph/host')
const { serve } = await import('../src/index.ts')
const served = await serve(readSettings(process.env), () => {})
await served.stop()
process.stdout.write(JSON.stringify([...loaded].toSorted()))
