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
