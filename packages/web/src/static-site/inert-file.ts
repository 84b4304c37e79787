/**
 * Files that run nothing when a reader opens them. A host sends a file by the ending of its name, without the headers of the
 * server. So a file that a browser would run, such as a page of HTML, gets the ending of plain text.
 * @see sharing 6
 */

/** Documents that browsers open and run. */
const RUNS = /\.(?:[sx]?html?|xht|xml|xslt?|svgz|mht|mhtml|m?js|wasm|htc|swf)$/i
const PICTURE = /\.svg$/i

/** Parts of a vector picture that run, or load another document. Character references could hide them. */
const ACTIVE =
  /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|object|embed|handler|listener)\b|<!(?:ENTITY|DOCTYPE(?:(?!<!DOCTYPE)[^>])*\[)|<\?xml-stylesheet|\son[a-z]+\s*=|(?:java|vb)script\s*:|&#/i

/**
 * The name under which a host can send a file.
 *
 * @param text the content of a vector picture; undefined if that is not UTF-8, or too long to check
 * @example
 * inertName('page.html', undefined) // 'page.html.txt'
 * inertName('boat.png', undefined) // 'boat.png'
 */
export function inertName(name: string, text: string | undefined): string {
  const runs = RUNS.test(name) || (PICTURE.test(name) && (text === undefined || ACTIVE.test(text)))
  return runs ? `${name}.txt` : name
}

/** Whether the content of a file decides about its name. */
export const needsText = (name: string): boolean => PICTURE.test(name)
