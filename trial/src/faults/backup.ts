import { join } from 'node:path'
import { audit } from '../audit.ts'
import type { Fault } from '../fault.ts'
import { lookAt } from '../look-at.ts'
import { command } from '../server.ts'
import { checkStore } from '../site.ts'
import { unanswered } from '../write.ts'

const BACKUPS = 5
const BETWEEN = 20

/** A backup under load has everything that was acknowledged before it began. */
export const BACKUP: Fault = {
  name: 'backup',
  injects: 'a backup under load, restored in another data folder',
  stores: ['embedded'],
  async run({ site, load, broken }) {
    for (let n = 0; n < BACKUPS; n++) {
      await load.more(BETWEEN)
      const before = load.writes.map((write) => ({ ...write }))
      const folder = join(site.folder, `backup-${n}`)
      const env = { ...site.env, NOTEGRAPH_DATA: join(site.folder, `restored-${n}`) }
      const made = await command(['backup', folder], site.env)
      if (made.code !== 0) broken(`A backup failed: ${made.words}`)
      const restored = await command(['restore', folder], env)
      if (restored.code !== 0) broken(`A restore failed: ${restored.words}`)
      // Writes that came meanwhile may be there.
      const later = load.writes.slice(before.length).map(unanswered)
      const writes = [...before, ...later]
      const faults = [...audit(writes, await lookAt(env, site, writes)), ...(await checkStore(env))]
      for (const fault of faults) broken(`backup ${n}: ${fault}`)
    }
    return BACKUPS
  },
}
