/**
 * The values of a `url` field: an http or https address, or a host name with a dot, with or without a path. Other
 * schemes are refused, so that no stored value can run a program.
 */

const WITH_SCHEME = /^https?:\/\/[^\s/?#]/i
const HOST = /^(?<name>[^\s/?#:]+)(?::\d{1,5})?(?:[/?#]\S*)?$/
const LABEL = /^[\p{L}\p{M}\p{Nd}_-]+$/u

/** Whether a text is a web address. White space is never valid. */
export function isWebAddress(text: string): boolean {
  if (/\s/.test(text)) return false
  if (WITH_SCHEME.test(text)) return URL.canParse(text)
  const labels = HOST.exec(text)?.groups?.['name']?.split('.') ?? []
  return labels.length > 1 && labels.every((label) => LABEL.test(label))
}
