/**
 * The style sheet that a person writes for a site. It must not make the browser of a reader ask another host, whatever
 * browsers add to the language. So it has no function or rule that names an address, and no escape that could hide one. The
 * policy of the pages forbids such requests too.
 * @see sharing 6, 10
 */

/** Parts that name an address or load a file, or that end a style element. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\\/, 'a backslash. Type the character itself'],
  [/@(?:import|font-face|namespace|charset|document)\b/i, 'an import or a font face'],
  [
    /\b(?:url|src|image|image-set|cross-fade|element|paint|expression)\s*\(/i,
    'an address. Colors and gradients take its place',
  ],
  [/-(?:image-set|cross-fade|moz-element|moz-binding)\b/i, 'an address. Colors and gradients take its place'],
  [/\/\//, 'an address. Colors and gradients take its place'],
  [/<\/|<!/, 'HTML'],
]

/**
 * The fault of a style sheet, as the end of a sentence.
 * @example
 * styleFault('h1 { color: red }') // undefined
 * styleFault('@import "a.css"') // 'an import or a font face'
 */
export const styleFault = (style: string): string | undefined =>
  FORBIDDEN.find(([pattern]) => pattern.test(style))?.[1]
