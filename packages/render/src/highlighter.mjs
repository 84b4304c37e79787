/**
 * The library for code in colors, with its common languages and two more. JavaScript, because the types of the library
 * bring those of browsers into every file of the project.
 */
import highlighter from 'highlight.js/lib/common'
import clojure from 'highlight.js/lib/languages/clojure'
import haskell from 'highlight.js/lib/languages/haskell'

export function createHighlighter() {
  highlighter.registerLanguage('clojure', clojure)
  highlighter.registerLanguage('haskell', haskell)
  return highlighter
}
