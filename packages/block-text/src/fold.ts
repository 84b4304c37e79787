/**
 * Case folding decides which spellings are the same name. Folding is idempotent. Search folds further, see
 * `search-fold.ts`.
 */

/** Upper case maps `i` and `ı` both to `I`. A conversion through upper case would therefore change `ı` to `i`. */
const DOTLESS = 'ı'

/**
 * Returns the form in which names compare: trimmed, composed (NFC), without case.
 *
 * @see decisions 1.1
 * @example
 * fold(' Straße ') === fold('STRASSE') // true
 */
export function fold(name: string): string {
  return foldsSimply(name) ? name.trim().toLowerCase() : foldCase(name.trim())
}

/** Composes a text and removes its case. Outer white space stays. */
export function foldCase(text: string): string {
  const composed = text.normalize('NFC')
  const folded = composed.includes(DOTLESS)
    ? composed.split(DOTLESS).map(withoutCase).join(DOTLESS)
    : withoutCase(composed)
  return folded.normalize('NFC')
}

function withoutCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/**
 * Whether every unit is ASCII. Folding such text only trims it and lowers its case.
 *
 * @example
 * isAscii('naïve') // false
 */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/**
 * Whether folding a text only trims it and lowers its ASCII letters. True for most text in lower case or without case
 * that has no combining marks: Latin, Cyrillic, Arabic, Devanagari, Thai, Han, Kana, Hangul, and emoji. `false` does not
 * say that folding does more.
 *
 * @example
 * foldsSimply('东京 Tokyo') // true
 * foldsSimply('Éa') // false
 */
export function foldsSimply(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f && !isSimple(unit)) return false
  }
  return true
}

/**
 * Units without upper case, without another form, and without composition. Combining marks are excluded. A pair of
 * surrogates is simple if it is an emoji or a symbol.
 */
const isSimple = (unit: number): boolean =>
  (unit >= 0x3400 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7a3) ||
  (unit >= 0x430 && unit <= 0x44f) ||
  (unit >= 0x3001 && unit <= 0x3096) ||
  (unit >= 0x30a1 && unit <= 0x30ff) ||
  (unit >= 0x61d && unit <= 0x64a) ||
  (unit >= 0xe01 && unit <= 0xe30) ||
  (unit >= 0x904 && unit <= 0x939) ||
  (unit >= 0xe0 && unit <= 0xfe) ||
  (unit >= 0x2010 && unit <= 0x2027) ||
  (unit >= 0xdc00 && unit <= 0xdfff) ||
  (unit >= 0xd83c && unit <= 0xd83e) ||
  (unit >= 0x2190 && unit <= 0x22ff) ||
  (unit >= 0x2500 && unit <= 0x27bf) ||
  (unit >= 0xff01 && unit <= 0xff20) ||
  (unit >= 0x964 && unit <= 0x96f) ||
  unit === 0x200d ||
  unit === 0xfe0f
