/** The frame of the outliner: the navigation, the columns, the state of the device, and the dialogs. */
import { useEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { below } from '../base.ts'
import { dialog } from '../dialog.ts'
import { commandIn, MOD } from '../keys.ts'
import { signOut } from '../leave-later.ts'
import type { OpenApp } from '../open-app.ts'
import { place } from '../places.ts'
import { AppContext, EmbedsContext } from './app-context.ts'
import { lazily } from './lazily.tsx'
import { Navigation } from './navigation.tsx'
import { PlaceView } from './place-view.tsx'

const Beside = lazily(async () => (await import('./beside.tsx')).Beside)
const DeviceHelp = lazily(async () => (await import('./device-help.tsx')).DeviceHelp)
const NewShell = lazily(async () => (await import('./device-help.tsx')).NewShell)
const BlockMenu = lazily(async () => (await import('./block-menu.tsx')).BlockMenu)
const DateDialog = lazily(async () => (await import('./date-dialog.tsx')).DateDialog)
const Embeds = lazily(async () => (await import('./embeds.tsx')).Embeds)
const Help = lazily(async () => (await import('./help.tsx')).Help)
const KeyBar = lazily(async () => (await import('./key-bar.tsx')).KeyBar)
const MoveDialog = lazily(async () => (await import('./switcher.tsx')).MoveDialog)
const GoTo = lazily(async () => (await import('./switcher.tsx')).GoTo)
const PlainHttp = lazily(async () => (await import('./device-help.tsx')).PlainHttp)
const NoticeBar = lazily(async () => (await import('./notice.tsx')).NoticeBar)
const Preview = lazily(async () => (await import('./preview.tsx')).Preview)
const SignOutDialog = lazily(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog)
const Spoken = lazily(async () => (await import('./spoken.tsx')).Spoken)
const TemplateDialog = lazily(async () => (await import('./template-dialog.tsx')).TemplateDialog)

export function App({ app }: { readonly app: OpenApp }): JSX.Element {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return
      // At once: the browser's own event of the end comes after the next key.
      if (event.key === 'Escape' && !event.isComposing && dialog.peek()) {
        event.preventDefault()
        document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
        dialog.value = undefined
        return
      }
      const target = event.target as Element
      const isField = target.matches('input, textarea, select')
      const command = commandIn(event, isField ? 'text' : 'page')
      // Enter on a link or a button belongs to it.
      if (command === 'start' && target.matches('body, main')) startWriting()
      // Fields have an undo of their own.
      else if (!isField && (command === 'undo' || command === 'redo')) void app.walk(command, true)
      else if (command === 'switcher' || command === 'help') dialog.value = { show: command }
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const shown = useRef(place.peek())
  useEffect(() => {
    // The focus of the place before is gone with it. Keys and screen readers go on in the new one.
    if (shown.current !== place.peek() && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    shown.current = place.peek()
  }, [place.value])
  const open = dialog.value
  // The event comes late, when another one may be open already.
  const close = (): void => {
    if (dialog.peek() === open) dialog.value = undefined
  }
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
          onClick={() => (dialog.value = { show: 'switcher' })}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <circle cx="7" cy="7" r="4.5" />
            <path d="m10.5 10.5 3.5 3.5" />
          </svg>
          <span>Go to page</span>
          <kbd aria-hidden="true">{MOD} K</kbd>
        </button>
        <Navigation>
          <button type="button" class="quiet" onClick={() => (dialog.value = { show: 'help' })}>
            Keyboard shortcuts
          </button>
          <SignOut app={app} />
        </Navigation>
        <p class="who">{app.device.account}</p>
        <DeviceState app={app} />
        {app.newShell.value && <NewShell />}
        {!isSecureContext && <PlainHttp />}
      </header>
      <EmbedsContext.Provider value={Embeds}>
        <div class="columns">
          <main id="main" tabIndex={-1} class="text">
            <PlaceView place={place.value} />
            <KeyBar />
            <Preview />
          </main>
          <Beside />
        </div>
      </EmbedsContext.Provider>
      <NoticeBar />
      <Spoken />
      {open?.show === 'switcher' && <GoTo close={close} />}
      {open?.show === 'block' && <BlockMenu model={open.model} id={open.id} close={close} />}
      {open?.show === 'template' && <TemplateDialog model={open.model} close={close} />}
      {open?.show === 'move' && <MoveDialog model={open.model} id={open.id} close={close} />}
      {open?.show === 'date' && <DateDialog question={open} close={close} />}
      {open?.show === 'signOut' && <SignOutDialog form={open.form} waiting={open.waiting} close={close} />}
      {open?.show === 'help' && <Help close={close} />}
    </AppContext.Provider>
  )
}

/** A view of its own, because it is drawn again at each edit. */
function DeviceState({ app }: { readonly app: OpenApp }): JSX.Element {
  const { text, isWrong } = app.status.value
  return (
    <>
      <p class={`device-state${isWrong ? ' wrong' : ''}`} role="status">
        {text}
      </p>
      {isWrong && <DeviceHelp />}
    </>
  )
}

/** Selects the first block of the place, or adds one where there is none. */
function startWriting(): void {
  const tree = document.querySelector<HTMLElement>('main [role="tree"]')
  if (tree?.tabIndex === 0) tree.focus()
  else document.querySelector<HTMLElement>('main .add-last')?.click()
}

function SignOut({ app }: { readonly app: OpenApp }): JSX.Element {
  return (
    <form
      method="post"
      action={below('/api/sign-out')}
      onSubmit={(event) => {
        event.preventDefault()
        void signOut(app, event.currentTarget)
      }}
    >
      <button class="quiet">Sign out</button>
    </form>
  )
}
