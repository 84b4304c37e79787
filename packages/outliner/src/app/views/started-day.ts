/** Today starts with the template of new days, once this device knows whether it has notes already. @see outliner 3.6 */
import type { Day } from '@notegraph/block-text'
import { useEffect } from 'preact/hooks'
import { today } from '../today.ts'
import { useApp } from './app-context.ts'

export function useStartedDay(day: Day | undefined): void {
  const app = useApp()
  const isSettled = app.isSettled.value
  useEffect(() => {
    if (isSettled && day === today())
      void import('../day-template.ts').then(async ({ startDay }) => startDay(app, day))
  }, [day, isSettled])
}
