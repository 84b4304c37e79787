/** The second column: pages and blocks that were opened with Shift and a click. @see outliner 2.1 */
import type { JSX } from 'preact'
import { addressOf, beside, closeBeside, columnKey, takeOpened, type Place } from '../places.ts'
import { ColumnContext } from './app-context.ts'
import { PlaceView } from './place-view.tsx'

/** In a narrow window the second column is below the first, and what opens there would be out of sight. */
function showOpened(section: HTMLElement | null, place: Place): void {
  if (section && takeOpened(place) && matchMedia('(width < 60rem)').matches) section.scrollIntoView()
}

export function Beside(): JSX.Element | null {
  const places = beside.value
  if (places.length === 0) return null
  return (
    <aside class="beside" aria-label="Beside">
      {places.map((place) => {
        const key = columnKey(place)
        return (
          <ColumnContext.Provider key={key} value={`beside ${key}`}>
            <section ref={(section) => showOpened(section, place)}>
              <div class="beside-bar">
                <a href={addressOf(place)}>Open in the main column</a>
                <button type="button" class="quiet" onClick={() => closeBeside(place)}>
                  Close
                </button>
              </div>
              <PlaceView place={place} />
            </section>
          </ColumnContext.Provider>
        )
      })}
    </aside>
  )
}
