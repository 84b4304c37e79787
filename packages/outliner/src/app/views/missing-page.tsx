/** The place of a page or block that is not there: it was deleted, or the address has a name where the id belongs. */
import { fold } from '@notegraph/block-text'
import type { JSX } from 'preact'
import { MOD } from '../keys.ts'
import { addressOf } from '../places.ts'
import { useApp, useTitle } from './app-context.ts'

interface MissingPageProps {
  readonly id: string
  readonly what: 'page' | 'block'
}

export function MissingPage({ id, what }: MissingPageProps): JSX.Element {
  const { pages } = useApp()
  useTitle(`No ${what} here`)
  const named = pages.all.value.find(({ name }) => fold(name) === fold(id))
  return (
    <>
      <h1>No {what} here</h1>
      <p>
        No {what} has this address. It may be among what was{' '}
        <a href={addressOf({ at: 'deleted' })}>deleted</a>, or not on this device yet. Press {MOD} K to go to
        another page.
      </p>
      {named && (
        <p>
          This page has the name:{' '}
          <a dir="auto" href={addressOf({ at: 'page', id: named.id }, named.name)}>
            {named.name}
          </a>
        </p>
      )}
    </>
  )
}
