/**
 * Names of columns as keys of an object: a repeated name gets the suffix `_1`, `_2` …, skipping names of other columns.
 */
export function uniqueKeys(names: readonly string[]): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    let number = 1
    while (taken.has(`${name}_${number}`)) number += 1
    taken.add(`${name}_${number}`)
    return `${name}_${number}`
  })
}
