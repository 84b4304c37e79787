/** Views that are loaded when they are first shown, so that today's page is there sooner. @see outliner 6.5 */
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A view that shows nothing until its module is loaded. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined
  return function Lazily(props: P) {
    const [, draw] = useState(0)
    useEffect(() => {
      if (!Loaded)
        void load().then((view) => {
          Loaded = view
          draw(1)
          return undefined
        })
    }, [])
    return Loaded ? <Loaded {...props} /> : null
  }
}
