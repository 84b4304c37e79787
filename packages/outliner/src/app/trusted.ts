/** The only ways into the page for HTML and for scripts. Browsers with Trusted Types refuse all others. @see outliner 5.3 */
/** HTML that the renderer made. */
export type TrustedHtml = string & { readonly trusted: true }

interface Policy {
  createHTML(html: string): TrustedHtml
  createScriptURL(url: string): string
}
interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string; createScriptURL(url: string): string },
  ): Policy
}

const same = (text: string): string => text
const policy: Policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('notegraph', {
  createHTML: same,
  createScriptURL: same,
}) ?? { createHTML: (html) => html as TrustedHtml, createScriptURL: same }

/** @param html HTML that the renderer made; it escapes the text of notes */
export const trustedHtml = (html: string): TrustedHtml => policy.createHTML(html)

/** Reads HTML or XML of the clipboard as a document apart, which is never shown and runs nothing. */
export const parsedApart = (source: string, type: DOMParserSupportedType): Document =>
  new DOMParser().parseFromString(policy.createHTML(source), type)

/** @param url the address of a script on this server */
export const trustedScript = (url: string): string => policy.createScriptURL(url)
