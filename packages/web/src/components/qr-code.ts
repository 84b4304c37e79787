/**
 * QR codes of short texts: byte mode, error correction level M, versions 1 to 9.
 * @see https://www.iso.org/standard/83389.html (ISO/IEC 18004)
 */

/** The codewords of each version, the codewords of error correction in a block, and the blocks. */
const VERSIONS = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
] as const
/** The bits of the mode and of the length, in bytes. */
const HEAD = 1.5

/** Powers of 2 in the field of 256 elements. */
const POWERS: readonly number[] = (() => {
  const powers = [1]
  while (powers.length < 255) {
    const next = powers.at(-1)! * 2
    powers.push(next > 255 ? next ^ 0x11d : next)
  }
  return powers
})()
const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255]!

/**
 * Draws a text as a QR code.
 * @returns rows of modules, true if dark; undefined if the text has more than 180 bytes
 * @example
 * qrCode('https://notes.example/')?.length // 25
 */
export function qrCode(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text)
  const version =
    1 + VERSIONS.findIndex(([all, check, blocks]) => bytes.length + HEAD <= all - check * blocks)
  if (version === 0) return undefined
  const bits = codewords(bytes, version).flatMap((byte) => bitsOf(byte, 8))
  const masked = MASKS.map((mask, number) => draw(version, bits, mask, number))
  return masked.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

const bitsOf = (value: number, length: number): number[] =>
  Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1)

/** The data in blocks with their error correction, interleaved. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [all, check, count] = VERSIONS[version - 1]!
  const room = all - check * count
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, 8), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))]
  bits.push(...bitsOf(0, Math.min(4, room * 8 - bits.length)))
  while (bits.length % 8 > 0) bits.push(0)
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad)
  // The last blocks have one codeword more.
  const short = Math.floor(room / count)
  const long = room % count
  const blocks = Array.from({ length: count }, (_, at) => {
    const from = at * short + Math.max(0, at - (count - long))
    return data.slice(from, from + short + (at >= count - long ? 1 : 0))
  })
  const checks = blocks.map((block) => remainder(block, check))
  return [...interleaved(blocks, short + 1), ...interleaved(checks, check)]
}

const interleaved = (blocks: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, at) => blocks.flatMap((block) => block.slice(at, at + 1))).flat()

/** Reed-Solomon. */
function remainder(data: readonly number[], length: number): number[] {
  let divisor = [1]
  for (let at = 0; at < length; at++)
    divisor = [...divisor, 0].map((term, place) => term ^ times(divisor[place - 1] ?? 0, POWERS[at]!))
  const rest = [...data, ...Array.from({ length }, () => 0)]
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at]!
    for (let place = 0; place <= length; place++) rest[at + place]! ^= times(divisor[place]!, lead)
  }
  return rest.slice(data.length)
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function draw(
  version: number,
  bits: readonly number[],
  mask: (x: number, y: number) => boolean,
  number: number,
) {
  const size = 17 + 4 * version
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size).fill(undefined))
  const put = (x: number, y: number, dark: boolean): void => {
    if (grid[y] !== undefined && x >= 0 && x < size) grid[y][x] = dark
  }
  const square = (cx: number, cy: number, reach: number, light: readonly number[]): void => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++)
        put(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (let at = 0; at < size; at++) {
    put(at, 6, at % 2 === 0)
    put(6, at, at % 2 === 0)
  }
  const far = size - 4
  for (const [x, y] of [[3, 3], [far, 3], [3, far]] as const) square(x, y, 4, [2, 4]) // prettier-ignore
  const last = size - 7
  const places = version === 1 ? [] : version < 7 ? [6, last] : [6, 6 + (last - 6) / 2, last]
  for (const y of places)
    for (const x of places)
      if (!((x === 6 && (y === 6 || y === last)) || (x === last && y === 6))) square(x, y, 2, [1])

  // Level M is 0, so that the format is the number of the mask.
  const format = bitsOf(((number << 10) | checked(number << 10, 0x537)) ^ 0x5412, 15)
  format.forEach((bit, at) => {
    const [near, there] = [at < 6 ? at : at < 8 ? at + 1 : 14 - at, at < 7 ? size - 1 - at : size - 15 + at]
    if (at < 8) put(near, 8, bit === 1)
    else put(8, at === 8 ? 7 : near, bit === 1)
    if (at < 7) put(8, there, bit === 1)
    else put(there, 8, bit === 1)
  })
  put(8, size - 8, true)
  if (version >= 7)
    bitsOf((version << 12) | checked(version << 12, 0x1f25), 18)
      .toReversed()
      .forEach((bit, at) => {
        const [along, across] = [Math.floor(at / 3), size - 11 + (at % 3)]
        put(along, across, bit === 1)
        put(across, along, bit === 1)
      })

  let next = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const upward = ((right < 6 ? right + 1 : right) + 1 - size) % 4 === 0
        const y = upward ? size - 1 - step : step
        if (grid[y]![x] === undefined) grid[y]![x] = (bits[next++] === 1) !== mask(x, y)
      }
  return grid as boolean[][]
}

/** The remainder by a generator, for the bits of the format and of the version. */
function checked(value: number, generator: number): number {
  let rest = value
  const length = Math.floor(Math.log2(generator))
  for (let at = Math.floor(Math.log2(rest || 1)); at >= length; at--)
    if ((rest >> at) & 1) rest ^= generator << (at - length)
  return rest
}

/** Long runs and squares of one colour are hard to read. */
function penalty(grid: readonly (readonly boolean[])[]): number {
  const columns = grid.map((_, x) => grid.map((row) => row[x]!))
  const runs = [...grid, ...columns].flatMap(
    (line) =>
    line.map((cell) => (cell ? '1' : '0')).join('').match(/0{5,}|1{5,}/g) ?? [], // prettier-ignore
  )
  const squares = grid.flatMap((row, y) =>
    row.filter(
      (cell, x) =>
        x > 0 && y > 0 && [row[x - 1], grid[y - 1]![x], grid[y - 1]![x - 1]].every((c) => c === cell),
    ),
  )
  return runs.reduce((sum, run) => sum + run.length - 2, 0) + 3 * squares.length
}
