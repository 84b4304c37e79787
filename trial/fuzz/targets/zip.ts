/** Zip archives that may lie: about sizes, checksums, counts and places, and with paths that lead out. */
import { crc32, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'

export interface ZipEntry {
  readonly path: string
  readonly content: string
  readonly deflated: boolean
  /** Added to the true values. */
  readonly lies: { readonly size: number; readonly packed: number; readonly crc: number; readonly at: number }
  /** The mode of the file in the outer attributes. */
  readonly mode: number
  readonly flags: number
}

export interface ZipFile {
  readonly entries: readonly ZipEntry[]
  readonly lies: { readonly count: number; readonly directory: number; readonly length: number }
}

/** Numbers of two or four bytes, the lowest first. */
const u16 = (...values: number[]): number[] => values.flatMap((value) => [value & 255, (value >>> 8) & 255])
const u32 = (...values: number[]): number[] => values.flatMap((value) => u16(value, value >>> 16))

/** The bytes of an archive. */
export function zipBytes({ entries, lies }: ZipFile): Uint8Array {
  const files: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const { path, content, deflated, lies: lie, mode, flags } of entries) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const packed = deflated ? deflateRawSync(bytes) : bytes
    const common = [
      ...u16(20, flags, deflated ? 8 : 0, 0, 0x5b_74),
      ...u32(crc32(bytes) + lie.crc, packed.length + lie.packed, bytes.length + lie.size),
      ...u16(name.length, 0),
    ]
    const file = Buffer.concat([Buffer.from([...u32(0x04_03_4b_50), ...common]), name, packed])
    const rest = [...u16(0, 0, 0), ...u32(mode << 16, at + lie.at)]
    directory.push(Buffer.from([...u32(0x02_01_4b_50), ...u16(0x03_14), ...common, ...rest]), name)
    files.push(file)
    at += file.length
  }
  const list = Buffer.concat(directory)
  const count = entries.length + lies.count
  const end = [
    ...u32(0x06_05_4b_50),
    ...u16(0, 0, count, count),
    ...u32(list.length + lies.length, at + lies.directory),
    ...u16(0),
  ]
  return Buffer.concat([...files, list, Buffer.from(end)])
}

const mostly = (value: number, others: fc.Arbitrary<number>): fc.Arbitrary<number> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: others })
const lie = mostly(0, fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom(2 ** 31, 2 ** 32 - 1)))

const PATHS = [
  'pages/A.md', 'journals/2026_11_20.md', 'B.org', 'top/C.md', 'top/pages/D.md', 'assets/x.png', 'logseq/config.edn',
  '__MACOSX/._A.md', 'pages/', '../out.md', '/etc/passwd', 'C:\\x.md', 'a\\..\\..\\b.md', './E.md', 'pages/../../F.md',
  '', 'pages/\0.md', 'x'.repeat(300), 'whiteboards/w.edn', '.obsidian/app.json',
] // prettier-ignore

export const anyZip: fc.Arbitrary<ZipFile> = fc.record({
  entries: fc.array(
    fc.record({
      path: fc.oneof(fc.constantFrom(...PATHS), fc.string({ maxLength: 12 })),
      content: fc.oneof(
        fc.string(),
        fc.constantFrom('- a\n\t- b', '{:x [1 2]}', '0'.repeat(50_000), '\0', '- [x](../assets/x.png)'),
      ),
      deflated: fc.boolean(),
      lies: fc.record({ size: lie, packed: lie, crc: lie, at: lie }),
      mode: mostly(0o100644, fc.constantFrom(0o120777, 0o040755, 0)),
      flags: mostly(0, fc.nat(0xffff)),
    }),
    { maxLength: 6 },
  ),
  lies: fc.record({ count: lie, directory: lie, length: lie }),
})
