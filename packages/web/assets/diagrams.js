/* Draws the diagrams of a page, each in a frame that has nothing of the page: those that are there, and those that come later.
   The words of a diagram stay below it. Without a script, or if a diagram can't be drawn, its words are all there is. */
{
  const { document: frameAddress } = document.currentScript.dataset
  /** The most pixels of a diagram, in height. */
  const TALLEST = 5_000
  const drawn = new Map()

  function prepare(diagram) {
    const source = diagram.querySelector('code')?.textContent
    if (source === undefined || diagram.querySelector('iframe, details')) return
    const frame = document.createElement('iframe')
    frame.sandbox = 'allow-scripts'
    frame.loading = 'lazy'
    frame.title = 'Diagram'
    frame.src = frameAddress
    frame.addEventListener('load', () => {
      drawn.set(frame.contentWindow, { diagram, frame })
      frame.contentWindow.postMessage({ source }, '*')
    })
    diagram.prepend(frame)
  }
  const prepareIn = (element) => {
    if (element.matches('.diagram')) prepare(element)
    for (const diagram of element.getElementsByClassName('diagram')) prepare(diagram)
  }
  prepareIn(document.documentElement)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) prepareIn(node)
    for (const [source, { frame }] of drawn) if (!frame.isConnected) drawn.delete(source)
  }).observe(document.documentElement, { childList: true, subtree: true })

  addEventListener('message', ({ source, data }) => {
    const known = drawn.get(source)
    if (!known) return
    const { diagram, frame } = known
    const height = Number(data?.height)
    if (!(height > 0)) return frame.remove()
    frame.style.blockSize = `${Math.min(Math.ceil(height), TALLEST)}px`
    if (diagram.classList.contains('drawn')) return
    diagram.classList.add('drawn')
    const words = document.createElement('details')
    const title = document.createElement('summary')
    title.lang = 'en'
    title.textContent = 'Diagram as text'
    words.append(title, diagram.querySelector('pre'))
    diagram.append(words)
  })
}
