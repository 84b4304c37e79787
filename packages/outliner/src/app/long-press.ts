/** A finger that stays on a block selects it. @see outliner 5.2 */

/** Milliseconds after which a press is a long one. */
const LONG = 500
const ENDS = ['pointerup', 'pointercancel', 'pointermove'] as const
/** Pixels that a resting finger moves. */
const SLACK = 8

export function longPress(event: PointerEvent, select: () => void): void {
  if (event.pointerType !== 'touch') return
  const target = event.currentTarget as HTMLElement
  const { clientX: x, clientY: y } = event
  const end = (later: PointerEvent): void => {
    if (later.type === 'pointermove' && Math.hypot(later.clientX - x, later.clientY - y) < SLACK) return
    clearTimeout(timer)
    for (const name of ENDS) target.removeEventListener(name, end)
  }
  const timer = setTimeout(() => {
    for (const name of ENDS) target.removeEventListener(name, end)
    // The click that follows would put the caret into the block.
    const stop = (click: Event): void => click.stopPropagation()
    document.addEventListener('click', stop, { capture: true, once: true })
    target.addEventListener('pointerdown', () => document.removeEventListener('click', stop, true), {
      once: true,
      capture: true,
    })
    select()
  }, LONG)
  for (const name of ENDS) target.addEventListener(name, end)
}
