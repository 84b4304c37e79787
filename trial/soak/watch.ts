/** The resources of the server's process: memory, handles, files and time, read from the system and from its metrics. */
import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import type { Soaked } from './server.ts'

/** Figures of one moment. */
export interface Taken {
  /** Bytes. */
  readonly resident: number
  /** Bytes of JavaScript objects, garbage included. */
  readonly heap: number
  readonly sockets: number
  /** Handles of files, pipes and the like. */
  readonly handles: number
  /** Files in the data folder, and their bytes. */
  readonly files: number
  readonly bytes: number
  /** Milliseconds that the event loop was late, at its 99th percentile since the last look. */
  readonly loop: number
  /** Processor seconds since the process began. */
  readonly cpu: number
}

export async function take({ pid, metricsUrl, data }: Soaked): Promise<Taken> {
  const metrics = await (await fetch(metricsUrl)).text()
  const metric = (name: string): number =>
    Number(new RegExp(String.raw`^${name} (\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return {
    resident: metric('process_resident_memory_bytes'),
    heap: metric('nodejs_heap_size_used_bytes'),
    ...handlesOf(pid),
    ...sizeOf(data),
    loop: metric('nodejs_eventloop_lag_p99_seconds') * 1_000,
    cpu: metric('process_cpu_seconds_total'),
  }
}

function handlesOf(pid: number): Pick<Taken, 'sockets' | 'handles'> {
  const folder = `/proc/${pid}/fd`
  let sockets = 0
  let handles = 0
  for (const name of readdirSync(folder)) {
    const target = ifThere(() => readlinkSync(join(folder, name)))
    if (target === undefined) continue
    if (target.startsWith('socket:')) sockets++
    else handles++
  }
  return { sockets, handles }
}

function sizeOf(folder: string): Pick<Taken, 'files' | 'bytes'> {
  let files = 0
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stat = ifThere(() => statSync(join(folder, name)))
    if (!stat?.isFile()) continue
    files++
    bytes += stat.size
  }
  return { files, bytes }
}

/** Handles and files come and go while they are listed. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The processors that the soak may use, for the report. */
export const processors = (): string => `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`
