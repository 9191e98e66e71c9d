/** Characters that break terminals or file systems. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the pattern looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g
/** Path segments that stay in place or go up. Trailing spaces are ignored by Windows. */
const NO_NAME = /^\.{0,2} *$/
const NAME_BYTES_MAX = 65_535

/**
 * Returns a function that gives each key a unique, safe entry name. Uploads have safe keys, but a project's own SQL can
 * write any text, and unpacking would follow `../`, a backslash or a drive letter.
 */
export function entryNames() {
  const taken = new Set<string>()
  return (key: string) => {
    const path = relativePath(key)
    let name = path
    for (let count = 2; taken.has(name); count++) name = numbered(path, count)
    taken.add(name)
    return name
  }
}

/** A relative path of plain names. Does not change keys that uploads can have. */
export function relativePath(key: string) {
  const parts = key
    .toWellFormed()
    .replace(/^[a-z]:(?=[/\\])/i, '')
    .split(/[/\\]/)
    .map((part) => part.replace(CONTROL, '_'))
    .filter((part) => !NO_NAME.test(part))
  const path = parts.join('/') || 'unnamed'
  return Buffer.byteLength(path) <= NAME_BYTES_MAX ? path : path.slice(0, 255)
}

function numbered(path: string, count: number) {
  const [, stem = path, extension = ''] = /^(.*?)(\.[^./]+)?$/s.exec(path) ?? []
  return `${stem} (${count})${extension}`
}
