import { randomInt } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { audit } from '../audit.ts'
import type { Fault, Trial } from '../fault.ts'
import { lookAt } from '../look-at.ts'
import { imageAfter, type Image } from '../power-cut.ts'
import { diskCalls, RECORDING, type DiskCall } from '../recording.ts'
import { checkStore } from '../site.ts'
import { linesOf, straceOf } from '../strace.ts'
import { asOf } from '../write.ts'

/** Acknowledged writes in the recording. */
const WRITES = 200
/** Power cuts, each at a random call of the recording. */
const CUTS = 100

/**
 * The server starts again with all that it acknowledged before the cut, even if the disk lost all other writes. With
 * PostgreSQL the cut is one of the machine of the server, which has the replicas and the files.
 */
export const POWER_CUT: Fault = {
  name: 'power-cut',
  injects: `a power cut at ${CUTS} moments of recorded writes, with lost and torn sectors`,
  stores: ['embedded', 'postgres'],
  needs: ['strace'],
  async run({ site, load, broken }) {
    await site.end('SIGTERM')
    const before = filesOf(site.data)
    const log = join(site.folder, 'recording')
    await site.start({ through: straceOf(log, RECORDING) })
    await load.more(WRITES)
    await site.end('SIGTERM') // closing copies the log into the file, which is cut too
    const calls = diskCalls(await linesOf(log), site.data)
    let fired = 0
    for (let n = 0; n < CUTS; n++) {
      const cut = randomInt(1, calls.length)
      const image = imageAfter(calls.slice(0, cut), before)
      if (image.lost > 0) fired++
      const faults = await faultsAfter({ site, load }, image, calls[cut]!)
      for (const fault of faults) broken(`cut before call ${cut} of ${calls.length}: ${fault}`)
    }
    await site.start()
    return fired
  },
}

async function faultsAfter(
  { site, load }: Pick<Trial, 'site' | 'load'>,
  image: Image,
  { at }: DiskCall,
): Promise<string[]> {
  const data = join(site.folder, 'image')
  writeImage(image, site.data, data)
  const env = { ...site.env, NOTEGRAPH_DATA: data }
  try {
    // PostgreSQL has all writes; the cut is one of the replicas and files alone.
    const writes = load.writes.map((write) => {
      const { answeredAt } = write
      return {
        ...asOf(write, at),
        ...(site.postgres && answeredAt !== undefined && { answeredAt }),
      }
    })
    const faults = audit(writes, await lookAt(env, site, writes))
    return [...faults, ...(await checkStore(env))]
  } catch (error) {
    return [(error as Error).message]
  } finally {
    rmSync(data, { recursive: true })
  }
}

function filesOf(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(paths.map((path) => [path, readFileSync(path)]))
}

function writeImage({ folders, files }: Image, from: string, to: string): void {
  const placed = (path: string) => path.replace(from, to)
  mkdirSync(to)
  for (const folder of folders) mkdirSync(placed(folder), { recursive: true })
  for (const [path, bytes] of files) {
    mkdirSync(dirname(placed(path)), { recursive: true })
    writeFileSync(placed(path), bytes)
  }
}
