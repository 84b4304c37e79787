/** Returns the n-th largest value, counted from 1, by quickselect. Reorders the values. */
export function nthLargest(values: Float64Array, n: number): number {
  const place = n - 1
  let from = 0
  let to = values.length - 1
  while (from < to) {
    const pivot = values[(from + to) >>> 1] ?? NaN
    let i = from
    let j = to
    while (i <= j) {
      while ((values[i] ?? pivot) > pivot) i++
      while ((values[j] ?? pivot) < pivot) j--
      if (i > j) break
      const swapped = values[i] ?? NaN
      values[i++] = values[j] ?? NaN
      values[j--] = swapped
    }
    if (place <= j) to = j
    else if (place >= i) from = i
    else break
  }
  return values[place] ?? NaN
}
