/**
 * Reports whether an element is in view, at once and whenever that changes.
 *
 * On a busy page, the browser reports several changes at once. Only the last of them holds.
 *
 * @param margin how far outside the screen still counts, as a CSS length
 * @returns a function that ends it
 */
export function watchInView(
  element: Element,
  changed: (isInView: boolean) => void,
  margin = '0px',
): () => void {
  const watch = new IntersectionObserver((changes) => changed(changes.at(-1)?.isIntersecting === true), {
    rootMargin: margin,
  })
  watch.observe(element)
  return () => watch.disconnect()
}
