/** A finger that stays on a block selects it, and one that stays on a bullet opens a menu. @see outliner 3.5, 5.2 */

/** Milliseconds after which a press is a long one. */
const LONG = 500
const ENDS = ['pointerup', 'pointercancel', 'pointermove'] as const
/** Pixels that a resting finger moves. */
const SLACK = 8

/** Hears of the end of a press, or of its first move. @returns ends the listening */
function onEnd(
  { currentTarget, clientX: x, clientY: y }: MouseEvent,
  run: (type: string) => void,
): () => void {
  const target = currentTarget as HTMLElement
  const off = (): void => {
    for (const name of ENDS) target.removeEventListener(name, hear)
  }
  const hear = (later: PointerEvent): void => {
    if (later.type === 'pointermove' && Math.hypot(later.clientX - x, later.clientY - y) < SLACK) return
    off()
    run(later.type)
  }
  for (const name of ENDS) target.addEventListener(name, hear)
  return off
}

/**
 * Takes away the click that follows a long press. It would put the caret into a block, or follow a link. Some browsers send none, and
 * then the next press has its own.
 */
function stopClick(): void {
  const stop = (click: Event): void => {
    click.stopPropagation()
    click.preventDefault()
  }
  document.addEventListener('click', stop, { capture: true, once: true })
  document.addEventListener('pointerdown', () => document.removeEventListener('click', stop, true), {
    capture: true,
    once: true,
  })
}

export function longPress(event: PointerEvent, select: () => void): void {
  if (event.pointerType !== 'touch') return
  const timer = setTimeout(() => {
    off()
    stopClick()
    select()
  }, LONG)
  const off = onEnd(event, () => clearTimeout(timer))
}

/** Opens the menu of a bullet. A finger opens it when it is lifted, because it may go on to drag. */
export function bulletMenu(event: MouseEvent, open: () => void): void {
  event.preventDefault()
  if ((event as Partial<PointerEvent>).pointerType !== 'touch') return open()
  onEnd(event, (type) => {
    if (type !== 'pointerup') return
    stopClick()
    open()
  })
}
