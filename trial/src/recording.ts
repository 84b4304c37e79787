/** The calls of the server on the files of its data folder, as strace recorded them. */
import type { StraceLog } from './strace.ts'

interface Call {
  /** When the call began, in milliseconds since 1970. */
  readonly at: number
  readonly path: string
}

export type DiskCall =
  | (Call & { readonly kind: 'create' | 'remove' | 'folder' | 'sync' })
  | (Call & { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer })
  | (Call & { readonly kind: 'resize'; readonly size: number })
  | (Call & { readonly kind: 'rename'; readonly to: string })

/** The recorded calls: those that are understood, and others that would change a file if the server used them. */
const UNDERSTOOD = 'openat,write,pwrite64,ftruncate,fsync,fdatasync,mkdir,rename,unlink'
const OTHERS =
  'writev,pwritev,pwritev2,truncate,fallocate,copy_file_range,renameat,renameat2,link,linkat,unlinkat'

/** The options of strace that record all bytes. */
export const RECORDING: readonly string[] = [
  '-y',
  '-xx',
  '--string-limit=10000000',
  '--seccomp-bpf',
  `--trace=${UNDERSTOOD},${OTHERS}`,
]

const LINE = /^(\d+\.\d+) (\w+)\((.*)\) += (\d+)/
const TEXT = String.raw`((?:\\x[0-9a-f]{2})*)`
const DESCRIPTOR = new RegExp(String.raw`^(\d+)<${TEXT}>`)
const QUOTED = new RegExp(`"${TEXT}"`, 'g')

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(String.raw`\x`, ''), 'hex')

/**
 * The calls on files below a folder that succeeded, in their order. The shared memory of SQLite is left out, since it is
 * derived again after a crash.
 * @throws if the server changed a file by a call that is not understood
 */
export function diskCalls(log: StraceLog, folder: string): DiskCall[] {
  const positions = new Map<string, number>()
  const isOurs = (path: string) => path.startsWith(`${folder}/`) && !/-shm$| \(deleted\)$/.test(path)
  return log
    .flat()
    .flatMap((line) => {
      const found = LINE.exec(line)
      return found ? [found] : []
    })
    .toSorted(([, a], [, b]) => Number(a) - Number(b))
    .flatMap(([, time, name, given, result]) => {
      const [, fd = '', held = ''] = DESCRIPTOR.exec(given!) ?? []
      const texts = [...given!.matchAll(QUOTED)].map(([, hex]) => bytesOf(hex!))
      const path = (held === '' ? (texts[0] ?? '') : bytesOf(held)).toString()
      return isOurs(path)
        ? understood({ at: Number(time) * 1_000, path }, name!, { fd, given: given!, texts, result: result! })
        : []
    })

  function understood(call: Call, name: string, { fd, given, texts, result }: Given): DiskCall[] {
    const last = Number(/(\d+)$/.exec(given)?.[1])
    switch (name) {
      case 'openat':
        positions.set(result, 0)
        if (given.includes('O_TRUNC'))
          return [
            { ...call, kind: 'create' },
            { ...call, kind: 'resize', size: 0 },
          ]
        return given.includes('O_CREAT') ? [{ ...call, kind: 'create' }] : []
      case 'pwrite64':
        return [{ ...call, kind: 'write', offset: last, bytes: texts[0]!.subarray(0, Number(result)) }]
      case 'write': {
        const offset = positions.get(fd) ?? 0
        positions.set(fd, offset + Number(result))
        return [{ ...call, kind: 'write', offset, bytes: texts[0]!.subarray(0, Number(result)) }]
      }
      case 'ftruncate':
        return [{ ...call, kind: 'resize', size: last }]
      case 'fsync':
      case 'fdatasync':
        return [{ ...call, kind: 'sync' }]
      case 'mkdir':
        return [{ ...call, kind: 'folder' }]
      case 'rename':
        return [{ ...call, kind: 'rename', to: texts[1]!.toString() }]
      case 'unlink':
        return [{ ...call, kind: 'remove' }]
      default:
        throw new Error(`The recording does not understand ${name} of ${call.path}.`)
    }
  }
}

interface Given {
  readonly fd: string
  readonly given: string
  readonly texts: readonly Buffer[]
  readonly result: string
}
