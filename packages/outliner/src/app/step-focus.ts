/** The focus after a step of undo. Loaded at the first one. @see outliner 3.2, 6.5 */
export { focusAfterStep } from '@notegraph/outliner'
