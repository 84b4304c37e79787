/** A process that moves an account, and kills itself before the step that it is given. Started by a test. */
import { openDiskBlobs } from '@notegraph/store/disk'
import { moveAccount } from '../src/index.ts'

const [to, url, folder, files, dieAt] = process.argv.slice(2) as [
  'postgres' | 'embedded',
  string,
  string,
  string,
  string,
]
await moveAccount({
  accountId: 'ada',
  to,
  url,
  folder,
  blobs: openDiskBlobs(files),
  now: Date.now(),
  onStep: (step) => {
    if (step === dieAt) process.kill(process.pid, 'SIGKILL')
  },
})
