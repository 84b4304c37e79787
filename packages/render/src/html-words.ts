/** The words of rendered HTML. */

/** A formula has its source as an annotation, and words for screen readers only are not shown. */
const LEFT_OUT =
  /<math.*?<annotation[^>]*>(.*?)<\/annotation>.*?<\/math>|<span class="unseen">[^<]*<\/span>/gs
/** Tags within a word. Words do not meet at any other tag. */
const INLINE = /<\/?(?:a|b|bdi|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)\b[^>]*>/g
const TAG = /<[^>]*>/g
const ENTITY = /&(amp|lt|gt|quot|#39|#x27);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" } // prettier-ignore

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
    .replaceAll(INLINE, '')
    .replaceAll(TAG, ' ')
    .replaceAll(ENTITY, (_, name: string) => CHARACTERS[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
