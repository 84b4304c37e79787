/** Damage of files at rest. */
import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, readSync, writeSync } from 'node:fs'

/** Bytes that are overwritten at one place. */
export const BYTES = 64

/** The databases below a data folder, by their paths from there: those of accounts and graphs, or the replicas. */
export const databasesIn = (data: string): string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^accounts|graphs\/.*)\.sqlite$/.test(file),
  )

/** @param share the place, as a share of the length */
export function overwrite(path: string, share: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, randomBytes(BYTES), 0, BYTES, Math.floor(share * (fstatSync(file).size - BYTES)))
  closeSync(file)
}

/** Turns one bit. */
export function damageByte(path: string, share: number): void {
  const file = openSync(path, 'r+')
  const at = Math.floor(share * fstatSync(file).size)
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  byte[0]! ^= 1
  writeSync(file, byte, 0, 1, at)
  closeSync(file)
}
