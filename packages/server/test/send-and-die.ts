/**
 * A process that sends what is due, and kills itself before a call of the store. Started by a test. It writes a line once
 * it has the data open, and begins when its input ends.
 */
import { webhookSender } from '@notegraph/service'
import type { OpenData } from '@notegraph/store/testing'
import type { WebhookStore } from '@notegraph/store'
import { messagePoster } from '../src/webhooks/post-message.ts'

const [module, env, host, now, dieAt] = process.argv.slice(2) as [string, string, string, string, string]
const { openData } = (await import(module)) as { readonly openData: OpenData }
const store = await openData(JSON.parse(env) as Record<string, string>)
const webhooks = new Proxy(store.webhooks, {
  get(target, name: keyof WebhookStore) {
    if (name === dieAt) process.kill(process.pid, 'SIGKILL')
    return target[name]
  },
})
const sender = webhookSender(
  { ...store, webhooks },
  { post: messagePoster({ ownHosts: [host] }), clock: () => Number(now) },
)
process.stdout.write('open\n')
process.stdin.resume().once('end', () => void send())

async function send(): Promise<void> {
  for (let n = 0; n < 5; n++) await sender.look()
  await sender.stop()
  await store.close()
}
