/**
 * A process that sends the digests that are due, and kills itself before its nth update of a way. Started by a test. It
 * writes a line once it has the data open, and begins when its input ends.
 */
import { digestSender } from '@notegraph/service'
import type { OpenData } from '@notegraph/store/testing'
import { smtpMail } from '../src/digest/smtp-mail.ts'

const [module, env, url, now, dieAt] = process.argv.slice(2) as [string, string, string, string, string]
const { openData } = (await import(module)) as { readonly openData: OpenData }
const store = await openData(JSON.parse(env) as Record<string, string>)
let updates = 0
const digests: typeof store.digests = {
  ...store.digests,
  updateWay: async (way) => {
    updates++
    if (updates === Number(dieAt)) process.kill(process.pid, 'SIGKILL')
    return store.digests.updateWay(way)
  },
}
const sender = digestSender(
  { ...store, digests },
  {
    mail: smtpMail({ url, from: 'notes@notes.example' }),
    push: async () => 'sent',
    clock: () => Number(now),
    baseUrl: () => 'https://notes.example',
  },
)
process.stdout.write('open\n')
process.stdin.resume().once('end', () => void send())

async function send(): Promise<void> {
  await sender.look()
  await sender.stop()
  await store.close()
}
