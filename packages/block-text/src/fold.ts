/**
 * Folding: what makes two spellings one name. Search folds text the same way, so a name and a word of text compare by
 * the same form. Folding a folded name changes nothing.
 */

/** The capital `I` of the dotless i is the dotted one's too, so a trip over upper case would turn `ı` into `i`. */
const DOTLESS = 'ı'

/**
 * The form by which names are compared: trimmed, composed (NFC), without case. `Straße` and `STRASSE` fold alike.
 * @see decisions 1.1
 */
export function fold(name: string): string {
  return isAscii(name) ? name.trim().toLowerCase() : foldWide(name)
}

function foldWide(name: string): string {
  const composed = name.trim().normalize('NFC')
  const folded = composed.includes(DOTLESS)
    ? composed.split(DOTLESS).map(withoutCase).join(DOTLESS)
    : withoutCase(composed)
  return folded.normalize('NFC')
}

function withoutCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** Whether every unit is ASCII: then folding is trimming and lowering. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/**
 * Whether folding the text is trimming it and lowering its ASCII letters: ASCII, Han, Kana, Hangul, and Cyrillic and
 * Arabic letters without case or marks. Any other text may fold likewise too.
 */
export function foldsSimply(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 0x7f && !isSimple(unit)) return false
  }
  return true
}

/** No case, no other form, and nothing to be composed with: marks are none of these. */
const isSimple = (unit: number): boolean =>
  (unit >= 0x3001 && unit <= 0x3096) ||
  (unit >= 0x30a1 && unit <= 0x30ff) ||
  (unit >= 0x3400 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7a3) ||
  (unit >= 0x430 && unit <= 0x44f) ||
  (unit >= 0x620 && unit <= 0x64a) ||
  (unit >= 0xe01 && unit <= 0xe30) ||
  (unit >= 0x2010 && unit <= 0x2027)
