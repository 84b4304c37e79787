/* Draws one diagram in a frame without an origin. The frame loads nothing else: neither pictures nor fonts of other hosts. */
{
  const { mermaid } = globalThis
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let written
  let isDrawn = false

  async function draw() {
    if (written === undefined) return
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      theme: dark.matches ? 'dark' : 'neutral',
      fontFamily: 'system-ui, sans-serif',
    })
    const { svg } = await mermaid.render('drawing', written)
    document.body.innerHTML = svg
    isDrawn = true
    sayHeight()
  }
  const sayHeight = () => parent.postMessage({ height: document.body.scrollHeight }, '*')
  const drawOrSay = () => draw().catch(() => parent.postMessage({ height: 0 }, '*'))

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data?.source !== 'string') return
    written = data.source
    void drawOrSay()
  })
  dark.addEventListener('change', () => void drawOrSay())
  new ResizeObserver(() => isDrawn && sayHeight()).observe(document.body)
}
