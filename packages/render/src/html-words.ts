/** The words of rendered HTML. */

/** A formula has its source as an annotation, and words for screen readers only are not shown. */
const LEFT_OUT =
  /<math.*?<annotation[^>]*>(.*?)<\/annotation>.*?<\/math>|<span class="unseen">[^<]*<\/span>/gs
/** Tags between which words do not meet. */
const BETWEEN = /<\/?(?:p|div|li|ul|ol|h[1-6]|t[dhr]|d[ldt]|pre|blockquote|br|hr)\b[^>]*>/g
const TAG = /<[^>]*>/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/**
 * The words of rendered HTML, without tags.
 *
 * @param html from the renderer, which escapes `<` and `>` in texts and attributes
 * @example
 * htmlWords('<p>buy <b>milk</b></p>') // 'buy milk'
 */
export const htmlWords = (html: string): string =>
  html
    .replaceAll(LEFT_OUT, '$1')
    .replaceAll(BETWEEN, ' ')
    .replaceAll(TAG, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
