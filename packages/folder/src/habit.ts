/** The app's way of writing outlines: bullets alone, or notes with paragraphs and headings. */
export type Habit = 'logseq' | 'notes'
