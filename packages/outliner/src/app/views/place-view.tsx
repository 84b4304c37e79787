/** The view of a place, in either column. */
import type { JSX } from 'preact'
import type { Place } from '../places.ts'
import { lazily } from './lazily.tsx'
import { PlaceContext, useTitle } from './app-context.ts'
import { Journals } from './journals.tsx'

const AllPages = lazily(async () => (await import('./all-pages.tsx')).AllPages)
const BlockPlace = lazily(async () => (await import('./page-place.tsx')).BlockPlace)
const Changes = lazily(async () => (await import('./changes.tsx')).Changes)
const Deleted = lazily(async () => (await import('./deleted.tsx')).Deleted)
const Graph = lazily(async () => (await import('./graph.tsx')).Graph)
const NamedPlace = lazily(async () => (await import('./page-place.tsx')).NamedPlace)
const PagePlace = lazily(async () => (await import('./page-place.tsx')).PagePlace)
const QuickAdd = lazily(async () => (await import('./quick-add.tsx')).QuickAdd)
const Search = lazily(async () => (await import('./search.tsx')).Search)
const Tasks = lazily(async () => (await import('./tasks.tsx')).Tasks)

/** The titles of places that are not named by a page. */
const TITLES: Partial<Record<Place['at'], string>> = {
  journals: 'Journals',
  pages: 'Pages',
  tasks: 'Tasks',
  changes: 'Changes',
  deleted: 'Deleted',
  search: 'Search',
  add: 'Quick add',
  map: 'Graph',
}

interface PlaceViewProps {
  readonly place: Place
}

export function PlaceView({ place }: PlaceViewProps): JSX.Element {
  useTitle(TITLES[place.at])
  return (
    <PlaceContext.Provider value={place}>
      <View place={place} />
    </PlaceContext.Provider>
  )
}

function View({ place }: PlaceViewProps): JSX.Element {
  switch (place.at) {
    case 'journals':
      return <Journals />
    case 'pages':
      return <AllPages place={place} />
    case 'tasks':
      return <Tasks place={place} />
    case 'changes':
      return <Changes />
    case 'deleted':
      return <Deleted />
    case 'search':
      return <Search place={place} />
    case 'add':
      return <QuickAdd place={place} />
    case 'map':
      return <Graph key={place.id} place={place} />
    case 'page':
      return <PagePlace key={place.id} id={place.id} />
    case 'name':
      return <NamedPlace key={place.name} place={place} />
    case 'block':
      return <BlockPlace key={place.id} id={place.id} />
  }
}
