/**
 * The records of a zip archive around the bytes of its entries, as PKWARE's APPNOTE lays them out. Sizes and offsets
 * beyond 32 bits, and more than 65,534 entries, have the records of Zip64.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */

/** An entry that is being written. */
export interface ZipEntry {
  /** Its path in UTF-8. */
  readonly name: Uint8Array
  /** The time of its last change, in milliseconds since 1970. */
  readonly modifiedAt: number
  readonly isCompressed: boolean
  /** Whether its sizes follow the bytes, because they were unknown before. */
  readonly isStreamed: boolean
  /** Its first byte in the archive. */
  readonly offset: number
  readonly crc: number
  readonly size: number
  readonly compressedSize: number
}

const MOST_32 = 0xffffffff
const MOST_16 = 0xffff
/** The lowest version of a reader: of archives with compression, and of those with Zip64. */
const VERSION = 20
const VERSION_64 = 45
/** Written on Unix, by version 6.3 of the format. */
const MADE_BY = (3 << 8) | 63
/** A file that its owner and their group can write. */
const MODE = 0o100664 * 2 ** 16
const UTF8_NAMES = 1 << 11
const SIZES_FOLLOW = 1 << 3
const DEFLATE = 8

const isLarge = ({ size, compressedSize }: ZipEntry): boolean => size >= MOST_32 || compressedSize >= MOST_32

/** The record before the bytes of an entry. */
export function localHeader(entry: ZipEntry): Buffer {
  const { isStreamed, name, crc, size, compressedSize } = entry
  const time = timeField(entry)
  const record = Buffer.alloc(30)
  record.writeUInt32LE(0x04034b50)
  record.writeUInt16LE(VERSION, 4)
  commonFields(record, 6, entry)
  if (!isStreamed) sizeFields(record, 14, crc, compressedSize, size)
  record.writeUInt16LE(name.length, 26)
  record.writeUInt16LE(time.length, 28)
  return Buffer.concat([record, name, time])
}

/** The record after the bytes of a streamed entry. */
export function sizesRecord(entry: ZipEntry): Buffer {
  const { crc, size, compressedSize } = entry
  const record = Buffer.alloc(isLarge(entry) ? 24 : 16)
  record.writeUInt32LE(0x08074b50)
  if (isLarge(entry)) {
    record.writeUInt32LE(crc, 4)
    record.writeBigUInt64LE(BigInt(compressedSize), 8)
    record.writeBigUInt64LE(BigInt(size), 16)
  } else sizeFields(record, 4, crc, compressedSize, size)
  return record
}

/** The record of an entry in the directory at the end of the archive. */
export function directoryRecord(entry: ZipEntry): Buffer {
  const { name, crc, size, compressedSize, offset } = entry
  const is64 = isLarge(entry) || offset >= MOST_32
  const extra = is64 ? Buffer.concat([timeField(entry), largeField(entry)]) : timeField(entry)
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50)
  record.writeUInt16LE(MADE_BY, 4)
  record.writeUInt16LE(is64 ? VERSION_64 : VERSION, 6)
  commonFields(record, 8, entry)
  if (is64) sizeFields(record, 16, crc, MOST_32, MOST_32)
  else sizeFields(record, 16, crc, compressedSize, size)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(MODE, 38)
  record.writeUInt32LE(is64 ? MOST_32 : offset, 42)
  return Buffer.concat([record, name, extra])
}

/**
 * The last records of an archive.
 *
 * @param from the first byte of the directory
 */
export function endRecords(entries: number, from: number, size: number): Buffer {
  const is64 = entries >= MOST_16 || from >= MOST_32 || size >= MOST_32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(is64 ? MOST_16 : entries, 8)
  end.writeUInt16LE(is64 ? MOST_16 : entries, 10)
  end.writeUInt32LE(is64 ? MOST_32 : size, 12)
  end.writeUInt32LE(is64 ? MOST_32 : from, 16)
  if (!is64) return end
  const large = Buffer.alloc(76)
  large.writeUInt32LE(0x06064b50)
  large.writeBigUInt64LE(44n, 4) // the bytes of this record that follow
  large.writeUInt16LE(MADE_BY, 12)
  large.writeUInt16LE(VERSION_64, 14)
  large.writeBigUInt64LE(BigInt(entries), 24)
  large.writeBigUInt64LE(BigInt(entries), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(from), 48)
  large.writeUInt32LE(0x07064b50, 56) // the locator of the record above
  large.writeBigUInt64LE(BigInt(from + size), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}

/** Flags, method and time, which both headers have in one order. The time is in UTC, so it is the same everywhere. */
function commonFields(record: Buffer, at: number, { isStreamed, isCompressed, modifiedAt }: ZipEntry): void {
  const time = new Date(modifiedAt)
  const year = Math.min(Math.max(time.getUTCFullYear() - 1980, 0), 127)
  record.writeUInt16LE(UTF8_NAMES | (isStreamed ? SIZES_FOLLOW : 0), at)
  record.writeUInt16LE(isCompressed ? DEFLATE : 0, at + 2)
  record.writeUInt16LE(
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
    at + 4,
  )
  record.writeUInt16LE((year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), at + 6)
}

function sizeFields(record: Buffer, at: number, crc: number, compressedSize: number, size: number): void {
  record.writeUInt32LE(crc, at)
  record.writeUInt32LE(compressedSize, at + 4)
  record.writeUInt32LE(size, at + 8)
}

/** The field of Info-ZIP with the seconds since 1970, which readers prefer to the time without a zone. */
function timeField({ modifiedAt }: ZipEntry): Buffer {
  const seconds = Math.floor(modifiedAt / 1_000)
  if (seconds < -(2 ** 31) || seconds >= 2 ** 31) return Buffer.alloc(0)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x5455)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(seconds, 5)
  return field
}

function largeField({ size, compressedSize, offset }: ZipEntry): Buffer {
  const field = Buffer.alloc(28)
  field.writeUInt16LE(1)
  field.writeUInt16LE(24, 2)
  field.writeBigUInt64LE(BigInt(size), 4)
  field.writeBigUInt64LE(BigInt(compressedSize), 12)
  field.writeBigUInt64LE(BigInt(offset), 20)
  return field
}
