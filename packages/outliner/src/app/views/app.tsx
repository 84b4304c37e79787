/** The frame of the outliner: the navigation, the place, the state of the device, and the switcher. */
import { useComputed } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { below } from '../base.ts'
import { addressOf, place } from '../places.ts'
import { commandIn } from '../keys.ts'
import type { OpenApp } from '../open-app.ts'
import { Journals } from './journals.tsx'
import { BlockPlace, NamedPlace, PagePlace } from './page-place.tsx'
import { AllPages } from './all-pages.tsx'
import { Help } from './help.tsx'
import { AppContext } from './app-context.ts'
import { Switcher } from './switcher.tsx'

export function App({ app }: { readonly app: OpenApp }): JSX.Element {
  const [dialog, setDialog] = useState<'switcher' | 'help'>()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      const isText = (event.target as Element).matches('input, textarea, select')
      const command = commandIn(event, isText ? 'text' : 'page')
      if (command !== 'switcher' && command !== 'help') return
      event.preventDefault()
      setDialog(command)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const at = place.value
  return (
    <AppContext.Provider value={app}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href={below('/')}>
          Notegraph
        </a>
        <button
          type="button"
          class="go"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setDialog('switcher')}
        >
          <span>Go to page</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <Navigation app={app} />
        <button type="button" class="keys-link" onClick={() => setDialog('help')}>
          Keyboard shortcuts
        </button>
        <Status app={app} />
      </header>
      <main id="main" tabIndex={-1} class="text">
        {at.at === 'journals' && <Journals app={app} />}
        {at.at === 'pages' && <AllPages app={app} />}
        {at.at === 'page' && <PagePlace key={at.id} app={app} id={at.id} />}
        {at.at === 'name' && <NamedPlace key={at.name} app={app} name={at.name} />}
        {at.at === 'block' && <BlockPlace key={at.id} app={app} id={at.id} />}
      </main>
      {dialog === 'switcher' && <Switcher app={app} close={() => setDialog(undefined)} />}
      {dialog === 'help' && <Help close={() => setDialog(undefined)} />}
    </AppContext.Provider>
  )
}

function Navigation({ app }: { readonly app: OpenApp }): JSX.Element {
  const favorites = useComputed(() => app.pages.all.value.filter(({ isFavorite }) => isFavorite))
  const { at } = place.value
  const current = (name: string) => (at === name ? { 'aria-current': 'page' as const } : {})
  return (
    <nav aria-label="Pages">
      <div class="group">
        <h2 id="nav-notes">Notes</h2>
        <ul aria-labelledby="nav-notes">
          <li>
            <a href={below('/')} {...current('journals')}>
              Journals
            </a>
          </li>
          <li>
            <a href={addressOf({ at: 'pages' })} {...current('pages')}>
              Pages
            </a>
          </li>
          <li>
            <a href={below('/graph/tasks')}>Tasks</a>
          </li>
          <li>
            <a href={below('/graph/search')}>Search</a>
          </li>
        </ul>
      </div>
      {favorites.value.length > 0 && (
        <div class="group starred">
          <h2 id="nav-favorites">Favorites</h2>
          <ul aria-labelledby="nav-favorites">
            {favorites.value.map(({ id, name }) => (
              <li key={id}>
                <a href={addressOf({ at: 'page', id }, name)}>{name}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div class="group">
        <ul>
          <li>
            <a href={below('/settings')}>Settings</a>
          </li>
        </ul>
      </div>
    </nav>
  )
}

function Status({ app }: { readonly app: OpenApp }): JSX.Element {
  const { text, isWrong } = app.status.value
  return (
    <div class="account">
      <p class={`device-state${isWrong ? ' wrong' : ''}`} role="status">
        {text}
      </p>
      <form
        method="post"
        action={below('/api/sign-out')}
        onSubmit={(event) => {
          event.preventDefault()
          void app.signOut(event.currentTarget)
        }}
      >
        <button class="quiet">Sign out</button>
      </form>
    </div>
  )
}
