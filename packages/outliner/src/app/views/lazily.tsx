/** Views that are loaded when they are first shown, so that today's page is there sooner. @see outliner 6.5 */
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A view that shows nothing until its module is loaded. A module of a shell that the server no longer has says so. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined
  return function Lazily(props: P) {
    const [state, draw] = useState<'loading' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'loading')
    useEffect(() => {
      // Another place may have loaded it after this one was drawn.
      if (Loaded) return draw('loaded')
      Promise.all([load(), import('../later-looks.ts')]).then(
        ([view, { addLaterLooks }]) => {
          addLaterLooks()
          Loaded = view
          return draw('loaded')
        },
        () => draw('failed'),
      )
    }, [])
    if (Loaded) return <Loaded {...props} />
    return state === 'failed' ? <p role="alert">{NOT_LOADED}</p> : null
  }
}

/** @see outliner 1.6 */
export const NOT_LOADED = 'A part of this page could not be loaded. Reload the page.'
