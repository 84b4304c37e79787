/**
 * What a `url` field takes: an http or https address, or the name of a host with a dot in it, with or without a path.
 * Other schemes are not web addresses, so nothing that a program would run is kept as one.
 */

const WITH_SCHEME = /^https?:\/\/[^\s/?#]/i
const HOST = /^(?<name>[^\s/?#:]+)(?::\d{1,5})?(?:[/?#]\S*)?$/
const LABEL = /^[\p{L}\p{M}\p{Nd}_-]+$/u

/** Whether the text is the address of something on the web. White space is refused anywhere in it. */
export function isWebAddress(text: string): boolean {
  if (/\s/.test(text)) return false
  if (WITH_SCHEME.test(text)) return URL.canParse(text)
  const labels = HOST.exec(text)?.groups?.['name']?.split('.') ?? []
  return labels.length > 1 && labels.every((label) => LABEL.test(label))
}
