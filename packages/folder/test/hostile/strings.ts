/** Hostile texts from a seed: opening marks in any order and number, and JSON with any words. */

/** Numbers from 0 to below 1, always the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Syntax pieces of most readers. */
export const COMMON = [
  '\n', '\n\n', '\r\n', '\r', ' ', '\t', '  ', '\u2028', '\u00A0', '\uFEFF', '\0', '\u0301', 'a', 'é', '漢字', '😀', '\uD83D', '\uDE00', 'ı', 'ς', '-', '- ', '* ', '+ ',
  '1. ', '> ', '>', '# ', '###### ', '#', '[[', ']]', '[', ']', '(', ')', '((', '))', '{', '}', '{{', '}}', '[[a]]', '[[a|b]]', '[[a#b|c]]', '[[#', '![[', '![](',
  '](', '](<', '](../assets/x.png)', '![a](x.png)', '`', '```', '```\n', '~~~\n', '$', '$$', '$$\n', '%%', '<!--', '-->', '<pre>', '</pre>', '<b>', '<', '>', '&', '&amp;',
  '&#', ';', ':', '::', 'k:: v', 'k::', '**k**:: v', '[k:: v]', '(k:: ', 'id:: ', 'alias:: a, b', 'tags:: [[a', 'title:: a', '^a', ' ^a\n', '\\', '/', '%', '%2F', '%ZZ', '___', '"', "'", ',', '|', '|-|', '=', '===\n',
  '---', '---\n', '...\n', '*', '**', '_', '__', '~~', '==', '^^', '.', '../', '/api/files/a', 'http://', 'https://a.example/', '2026-11-20', '2026_11_20', 'Nov 20th, 2026', '0', '99999999999999999999',
  'TODO ', 'DONE ', '[ ] ', '- [ ] ', '- [x] ', '[#A] ', 'SCHEDULED: <2026-11-20 Fri>', 'DEADLINE: <', '📅 2026-11-20', '🔁 every week', '⏫', ':PROPERTIES:\n', ':id: a\n', ':k: v\n', ':END:\n', ':LOGBOOK:\n', '#+BEGIN_SRC\n',
  '#+END_SRC\n', '#+BEGIN_QUERY', 'heading:: true\n', '{{embed [[a]]}}', '{{embed ((', '{{query ', 'x'.repeat(300),
] as const // prettier-ignore

/**
 * @param pieces chosen as often as the common ones
 */
export function hostile(random: () => number, pieces: readonly string[], most = 40): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  let text = ''
  for (let left = 1 + Math.floor(random() * most); left > 0; left--) {
    const piece = pick(pieces.length > 0 && random() < 0.5 ? pieces : COMMON)
    text += random() < 0.1 ? piece.repeat(1 + Math.floor(random() * 40)) : piece
  }
  return text
}

/** A JSON value of any shape. Its keys are mostly those that a reader uses. */
export function hostileJson(
  random: () => number,
  keys: readonly string[],
  pieces: readonly string[],
): unknown {
  const value = (depth: number): unknown => {
    const kind = random()
    const count = Math.floor(random() * 4)
    if (depth > 0 && kind < 0.35) return Array.from({ length: count }, () => value(depth - 1))
    if (depth > 0 && kind < 0.7) return object(depth - 1, count + 1)
    if (kind < 0.9) return hostile(random, pieces, 6)
    return [null, true, -0.5, 1e300, 1_600_000_000_000, 3][Math.floor(random() * 6)]
  }
  const object = (depth: number, count: number): unknown =>
    Object.fromEntries(
      Array.from({ length: count }, () => [
        random() < 0.9 ? keys[Math.floor(random() * keys.length)]! : hostile(random, pieces, 3),
        value(depth),
      ]),
    )
  return random() < 0.5 ? object(4, 4) : Array.from({ length: 3 }, () => object(3, 4))
}
