/* This browser remembers which blocks a person folded or opened. Without a script, the page folds and forgets. */
const FOLDS = 'notegraph-folds'
const MOST_FOLDS = 2000
const folds = savedFolds()

for (const one of document.querySelectorAll('details[data-fold]')) {
  const isOpen = folds.get(one.dataset.fold)
  if (isOpen !== undefined) one.open = isOpen
}

// A click, also one by a key, is the only change that a person makes: searching in a page opens blocks too.
document.addEventListener('click', ({ target }) => {
  const one = target.closest('summary')?.parentElement
  if (one?.dataset.fold === undefined) return
  folds.delete(one.dataset.fold)
  folds.set(one.dataset.fold, !one.open)
  try {
    localStorage.setItem(FOLDS, JSON.stringify([...folds].slice(-MOST_FOLDS)))
  } catch {
    // The person may have blocked or filled the storage.
  }
})

function savedFolds() {
  try {
    return new Map(JSON.parse(localStorage.getItem(FOLDS) ?? '[]'))
  } catch {
    return new Map()
  }
}
