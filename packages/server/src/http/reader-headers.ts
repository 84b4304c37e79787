/**
 * The headers of pages for readers, who have no account here. Nothing that a page holds runs, and nothing loads from another
 * host. The address of a shared page is a secret, which the shared headers keep from other sites.
 * @see sharing 1, 6
 */
import { documentHeaders, SELF, type FixedHeaders, type Policy } from './document-headers.ts'

/** Search engines leave out a shared page, and its files, which have no page around them. */
export const NO_INDEX: FixedHeaders = { 'X-Robots-Tag': 'noindex' }

/** The headers of a page. @param hasDiagram whether a script draws diagrams on the page, in frames of the server's own */
export type ReaderHeaders = (hasDiagram?: boolean) => Promise<FixedHeaders>

/**
 * @param more further headers
 * @param policy further directives of the content security policy
 */
export function readerHeaders(more: FixedHeaders, policy: Policy = {}): ReaderHeaders {
  const own = { formAction: SELF, imgSrc: SELF, ...policy }
  const [plain, drawing] = [own, { ...own, scriptSrc: SELF, frameSrc: SELF }].map((directives) => {
    const headers = documentHeaders(directives)
    let all: Promise<FixedHeaders> | undefined
    return () => (all ??= headers().then((ofPage) => ({ ...ofPage, ...more })))
  })
  return (hasDiagram = false) => (hasDiagram ? drawing! : plain!)()
}
