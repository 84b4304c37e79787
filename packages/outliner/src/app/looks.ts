/** Looks of views that today does not need. They come with the script of their view. @see outliner 6.5 */
export function addLooks(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
